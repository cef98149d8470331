"""Colours as people see them: their contrast, and how far apart they are for each kind of colour blindness."""

from math import dist

from textual.color import Color

Rgb = tuple[float, float, float]
Matrix = tuple[Rgb, Rgb, Rgb]

NORMAL: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
PROTANOPIA: Matrix = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTERANOPIA: Matrix = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TRITANOPIA: Matrix = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)
"""Machado, Oliveira and Fernandes 2009, severity 1.0: what becomes of linear red, green and blue."""


def contrast(one: str, other: str, seen: Matrix = NORMAL) -> float:
    """The contrast of two colours to that eye, as the WCAG reckons it: from 1, none, to 21."""
    bright, dark = sorted((_light(one, seen), _light(other, seen)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def apart(one: str, other: str, seen: Matrix = NORMAL) -> float:
    """How far two colours are apart to that eye: CIE 1976 delta E; 2.3 is just noticeable side by side."""
    return dist(_lab(_seen(one, seen)), _lab(_seen(other, seen)))


def _linear(colour: str) -> Rgb:
    red, green, blue = (part / 255 for part in Color.parse(colour).rgb)
    return _straight(red), _straight(green), _straight(blue)


def _straight(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _light(colour: str, seen: Matrix) -> float:
    return _weighed(_seen(colour, seen), (0.2126, 0.7152, 0.0722))


def _seen(colour: str, seen: Matrix) -> Rgb:
    red, green, blue = (min(1.0, max(0.0, _weighed(_linear(colour), row))) for row in seen)
    return red, green, blue


def _weighed(colour: Rgb, row: Rgb) -> float:
    return sum(part * share for part, share in zip(colour, row, strict=True))


def _lab(colour: Rgb) -> Rgb:
    """CIELAB under D65."""
    x = _root(_weighed(colour, (0.4124, 0.3576, 0.1805)) / 0.95047)
    y = _root(_weighed(colour, (0.2126, 0.7152, 0.0722)))
    z = _root(_weighed(colour, (0.0193, 0.1192, 0.9505)) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(part: float) -> float:
    return part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
