"""Distribution of probability over things that exclude each other."""

from fractions import Fraction

Distribution = dict[str, Fraction]
"""How likely each of several things is that exclude each other."""


def expected(numbers: Distribution) -> Fraction:
    """The mean of numbers that are so likely."""
    return sum((int(n) * p for n, p in numbers.items()), Fraction())


def percent(p: Fraction | float) -> str:
    """A probability as it is read: `55 %`; never 0 or 100 for what is neither impossible nor sure."""
    whole = round(100 * p)
    if 0 < p < 1 and whole in (0, 100):
        return "under 1 %" if whole == 0 else "over 99 %"
    return f"{whole} %"
