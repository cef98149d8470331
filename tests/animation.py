"""Animated SVG: screenshots shown one after the other, with the keys that were pressed below them."""

import re
from dataclasses import dataclass
from html import escape

ROW = 24.4
"""Height of a line of the screenshot, in its units."""
BELOW = 60
"""Height of the strip with keys and words under the screen."""
_RECT = re.compile(r'<rect fill="(#\w+)" x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)" height="24.65"[^>]*/>')
_TEXT = re.compile(
    r'<text class="t-(r\d+)" x="([0-9.]+)" textLength="([0-9.]+)" y="[0-9.]+" clip-path="url\(#t-line-(\d+)\)">'
    r"([^<]*)</text>"
)
_STYLE = re.compile(r"\.t-(r\d+) \{ ([^}]*?) *\}")
_NAMES = {"enter": "Enter", "escape": "Esc", "space": "Space"}
"""What stands on keys whose name is not what they type."""


@dataclass(frozen=True)
class Frame:
    """What is shown for some seconds."""

    svg: str
    """A screenshot, as `tests.picture.screenshot` gives it."""
    keys: tuple[str, ...]
    said: str
    seconds: float


class _Shared:
    """Lines and styles that several frames have in common, each kept once."""

    def __init__(self) -> None:
        self.lines: dict[str, int] = {}
        self.styles: dict[str, int] = {}

    def rows(self, svg: str) -> list[int]:
        """The numbers of the lines of a screenshot, from the top."""
        styles = dict(_STYLE.findall(svg))
        fills: dict[int, list[tuple[str, float, float]]] = {}
        for colour, x, y, width in _RECT.findall(svg):
            row = fills.setdefault(round((float(y) - 1.5) / ROW), [])
            if row and row[-1][0] == colour:
                row[-1] = (colour, row[-1][1], row[-1][2] + float(width))
            else:
                row.append((colour, float(x), float(width)))
        drawn = dict.fromkeys(fills, "")
        for name, x, length, number, text in _TEXT.findall(svg):
            style = self.styles.setdefault(styles[name], len(self.styles))
            drawn[int(number)] += f'<text class="s{style}" x="{x}" y="18.5" textLength="{length}">{text}</text>'
        for number, row in fills.items():
            filled = (
                f'<rect fill="{colour}" x="{x:.1f}" width="{wide:.1f}" height="24.7"/>' for colour, x, wide in row
            )
            drawn[number] = "".join(filled) + drawn[number]
        return [self.lines.setdefault(drawn[n], len(self.lines)) for n in sorted(drawn)]


def animated(frames: list[Frame], still: int) -> str:
    """The frames as one SVG that repeats them; a viewer without animation shows the one at `still`.

    They stand one below the other, and a window as high as one of them jumps from one to the next.
    """
    shared = _Shared()
    rows = [shared.rows(frame.svg) for frame in frames]
    width, height = (float(size) for size in re.findall(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', frames[0].svg)[0])
    inner, step = width - 18, len(rows[0]) * ROW + BELOW
    film = "".join(
        f'<g transform="translate(0 {n * step:.1f})">'
        + "".join(f'<use href="#l{line}" y="{y * ROW:.1f}"/>' for y, line in enumerate(lines))
        + _strip(frame, len(lines) * ROW)
        + "</g>\n"
        for n, (frame, lines) in enumerate(zip(frames, rows, strict=True))
    )
    seconds, times, passed = sum(frame.seconds for frame in frames), "", 0.0
    for n, frame in enumerate(frames):
        times += f"{100 * passed / seconds:.2f}%{{transform:translate(0,{-n * step:.1f}px)}}"
        passed += frame.seconds
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height + BELOW - 8:g}">',
            "<style>",
            "text{font-family:Fira Code,monospace;font-size:20px;white-space:pre}",
            *(f".s{n}{{{style}}}" for style, n in shared.styles.items()),
            "rect{shape-rendering:crispEdges}",
            f"@keyframes play{{{times}}}",
            f"#film{{animation:play {seconds:.1f}s step-end infinite}}",
            "@media (prefers-reduced-motion:reduce){#film{animation:none}}",
            "</style>",
            "<defs>",
            *(f'<g id="l{n}">{drawn}</g>' for drawn, n in shared.lines.items()),
            "</defs>",
            f'<rect fill="#292929" width="{width:g}" height="{height + BELOW - 8:g}" rx="8"/>',
            f'<text x="{width / 2:g}" y="27" text-anchor="middle" fill="#c5c8c6">referee</text>',
            f'<svg x="9" y="41" width="{inner:g}" height="{step:.1f}">',
            f'<g id="film" transform="translate(0 {-still * step:.1f})">',
            film + "</g></svg></svg>\n",
        ]
    )


def _strip(frame: Frame, top: float) -> str:
    """The keys that were pressed, and what is said of them."""
    out, x = "", 12.0
    for key in frame.keys:
        name = _NAMES.get(key, key)
        wide = 12.2 * len(name) + 24
        out += f'<rect x="{x:.1f}" y="{top + 12:.1f}" width="{wide:.1f}" height="36" rx="6" fill="#f4f4f4"/>'
        out += f'<text x="{x + 12:.1f}" y="{top + 37:.1f}" fill="#1a1a1a">{escape(name)}</text>'
        x += wide + 12
    return out + f'<text x="{x:.1f}" y="{top + 37:.1f}" fill="#e8e8e8">{escape(frame.said)}</text>'
