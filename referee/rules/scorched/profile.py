"""Profiles: what the numbers of a model can be."""

from referee.rules.scorched.kinds import BS, FNP, INV, SV, WEAPONS, WS, S, T
from referee.rules.scorched.weapons import problem_with

_SAVES = (SV.name, INV.name, FNP.name)
_MOST = 20


def problem_with_trait(trait: str, value: object) -> str | None:
    """Why a model cannot have that; None if it can."""
    if trait == WEAPONS.name and isinstance(value, tuple):
        return problem_with(value)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    if trait in _SAVES and value not in (0, 2, 3, 4, 5, 6):
        return f"{trait} is 2 to 6, or 0 for none, not {value}."
    if trait in (WS.name, BS.name, S.name, T.name) and not 0 <= value <= _MOST:
        return f"{trait} is 0 to {_MOST}, not {value}."
    return None
