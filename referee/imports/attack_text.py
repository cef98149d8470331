"""Attack text: what the description of an action says of rolls to hit, damage and saves, in either edition's words."""

import re
from dataclasses import dataclass
from functools import lru_cache

from referee.imports.found import TYPES, Damage, Save
from referee.imports.record import ABILITY_NAMES, average, dice_in

_ABILITY = "(strength|dexterity|constitution|intelligence|wisdom|charisma|str|dex|con|int|wis|cha)"
_HEAD = re.compile(
    r"\b(melee or ranged|melee|ranged)\s+(?:weapon |spell )?attack(?: roll)?s?\s*"
    r"(?::\s*([+-]\s*\d{1,3})?|([+-]\s*\d{1,3}))",
    re.IGNORECASE,
)
_TO_HIT = re.compile(r"([+-]\s*\d{1,3})\s+to\s+hit\b", re.IGNORECASE)
_SAVE = re.compile(
    rf"\bDC\s*(\d{{1,3}})\s+{_ABILITY}\b(?:\s+or\s+\w+)?\s+(?:saving\s+throws?|saves?)\b"
    rf"|\b{_ABILITY}\s+(?:saving\s+throws?|saves?)\s*(?::\s*|\(\s*|against\s+(?:a\s+)?|with\s+(?:a\s+)?|,\s*)DC\s*(\d{{1,3}})",
    re.IGNORECASE,
)
_HALF = re.compile(r"half (?:as much|the|that|of the)?\s*damage|success:\s*half|half as much", re.IGNORECASE)
_AMOUNT = r"(?:(\d{1,5})\s*\(\s*)?(\d{1,3}d\d{1,4}(?:\s*[+-]\s*\d{1,4})?)\s*\)?|(\d{1,5})"
_DAMAGE = re.compile(rf"\b(?:{_AMOUNT})\s+((?:[a-z]+(?:,\s*(?:or\s+)?|\s+or\s+|\s+)){{0,6}}?)damage\b", re.IGNORECASE)
_NEXT_SENTENCE = re.compile(r"(?<!\bft)(?<!\s)\.\s+(?=[A-Z])")
_REACH = re.compile(r"\breach\s+(\d{1,3})\s*(?:ft|feet)", re.IGNORECASE)
_TWO_HANDS = re.compile(
    r"\s*(?:if|when)\s+(?:used|wielded|held|gripped)\s+(?:with|in)\s+(?:two|both)\s+hands", re.IGNORECASE
)
_BESIDE_A_NUMBER = {*TYPES, "or", "and", "magical", "nonmagical", "points", "of", "extra", "additional"}
"""Words that may stand between a number without dice and the word damage."""
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,2}|_{1,2}(?!\w)")


@dataclass(frozen=True)
class TextRead:
    """What a text says."""

    to_hit: int | None = None
    ranged: bool = False
    reach: int | None = None
    is_attack: bool = False
    """It calls itself an attack."""
    damage: tuple[Damage, ...] = ()
    """What a hit does; all of it adds up."""
    instead: tuple[Damage, ...] = ()
    """What may be done in place of a part."""
    two_hands: tuple[Damage, ...] = ()
    """What a hit with two hands does, where that is something else."""
    saves: tuple[Save, ...] = ()
    apart: tuple[Damage, ...] = ()
    """Damage in later sentences, which depends on something else."""
    has_dice: bool = False
    odd: tuple[str, ...] = ()
    """Why something in it is uncertain, a sentence each."""


def plain_line(text: str) -> str:
    """The text in one line, without marks of emphasis."""
    return " ".join(_EMPHASIS.sub("", text).split())


@lru_cache(maxsize=4096)
def read_attack_text(text: str) -> TextRead:
    """What the description of an action says."""
    line = plain_line(text)
    head = _HEAD.search(line)
    hit = _TO_HIT.search(line)
    bonus = (head[2] or head[3] if head else None) or (hit[1] if hit else None)
    saves = list(_SAVE.finditer(line))
    end = saves[0].start() if saves else len(line)
    begin = head.end() if head else hit.end() if hit else 0
    odd: list[str] = []
    parts = _Parts(odd)
    if begin < end and (head or hit):
        parts.take(line, begin, end)
    reach = _REACH.search(line)
    return TextRead(
        to_hit=int(bonus.replace(" ", "")) if bonus else None,
        ranged=head is not None and head[1].lower() == "ranged",
        reach=int(reach[1]) if reach else None,
        is_attack=bool(head or hit),
        damage=tuple(parts.main),
        instead=tuple(parts.instead),
        two_hands=parts.with_two_hands(),
        saves=tuple(_saves(line, saves, odd)),
        apart=tuple(parts.apart),
        has_dice=bool(dice_in(line)),
        odd=tuple(odd),
    )


class _Parts:
    """The damage in a piece of text: what adds up, what is an alternative, and what stands in later sentences."""

    def __init__(self, odd: list[str]) -> None:
        self.odd = odd
        self.main: list[Damage] = []
        self.instead: list[Damage] = []
        self.apart: list[Damage] = []
        self.by_two_hands: tuple[int, Damage] | None = None
        """Which part is another one with two hands, and that one."""

    def take(self, line: str, begin: int, end: int) -> None:
        """Sorts the damage between two places."""
        last = begin
        ended = False
        for found in _DAMAGE.finditer(line, begin, end):
            if found[3] and not set(re.findall(r"[a-z]+", found[4].lower())) <= _BESIDE_A_NUMBER:
                continue
            between = line[last : found.start()]
            ended = ended or bool(self.main and _NEXT_SENTENCE.search(between))
            damage = _damage(found, self.odd)
            if ended:
                self.apart.append(damage)
            elif self.main and _joins(between) == "or":
                self.instead.append(damage)
                if _TWO_HANDS.match(line, found.end()):
                    self.by_two_hands = len(self.main) - 1, damage
            else:
                self.main.append(damage)
            last = found.end()

    def with_two_hands(self) -> tuple[Damage, ...]:
        """All that adds up with two hands; empty if they make no difference."""
        if self.by_two_hands is None:
            return ()
        at, damage = self.by_two_hands
        return (*self.main[:at], damage, *self.main[at + 1 :])


def _joins(between: str) -> str:
    """Whether what stands between two amounts makes the second an alternative."""
    words = re.findall(r"\b(plus|and|or)\b", between.lower())
    return "or" if words[-1:] == ["or"] else "plus"


def _damage(found: re.Match[str], odd: list[str]) -> Damage:
    stated, dice, flat, kind = found.groups()
    types = [word for word in re.findall(r"[a-z]+", kind.lower()) if word in TYPES]
    if len(types) > 1:
        odd.append(f"the damage may be {' or '.join(types)}; type left out")
    amount = dice_in(dice) if dice else str(int(flat))
    if stated and dice and (means := average(amount)) != int(stated) and max(1, means) != int(stated):
        odd.append(f"the text says {stated}, but the average of {amount} is {means}; using the dice")
    return Damage(amount, types[0] if len(types) == 1 else "")


def _saves(line: str, found: list[re.Match[str]], odd: list[str]) -> list[Save]:
    """The saves, each with the damage that stands behind it."""
    saves: list[Save] = []
    for n, each in enumerate(found):
        end = found[n + 1].start() if n + 1 < len(found) else len(line)
        parts = _Parts(odd)
        parts.take(line, each.end(), end)
        said = line[each.end() : end]
        dc, ability = int(each[1] or each[4]), (each[2] or each[3]).lower()
        on_success = "half" if _HALF.search(said) else "none"
        saves.append(Save(ABILITY_NAMES.get(ability, ability), dc, on_success, tuple(parts.main)))
    return saves
