"""Rounding: how a system file divides whole numbers."""


def divided(n: int, by: int, rounding: str) -> int:
    """n / by as a whole number: the next lower, the next higher, or the nearest (a half goes up)."""
    if rounding == "near":
        return (2 * n + by) // (2 * by)
    return -(-n // by) if rounding == "up" else n // by
