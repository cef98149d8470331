"""Set phrases of the spells of the SRD, and what each does in the game: one table for all spells.

A phrase gives rows of an enchantment (what lies on whoever the spell is cast at), what it does at once, what it does
again in later turns, or what it does in an area that stays.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.srd.gist import ABILITIES, CONDITIONS, TYPES

Keys = dict[str, Any]
_ABILITY = "|".join(ABILITIES)
_HERE = r"(?:it|you|(?:the|this|each) target|the creature|(?:an|the) (?:affected|warded) creature)"
_SHORT = {name: short.lower() for name, short in ABILITIES.items()}
_BEYOND = ("aberration", "celestial", "elemental", "fey", "fiend", "undead")
WEAPON = "{with.reach} >= 0"
"""Only weapons have a reach."""
NONMAGICAL = [f"{each} unless magical" for each in ("bludgeoning", "piercing", "slashing")]


def _types(said: str) -> list[str]:
    return [kind for kind in TYPES.split("|") if re.search(rf"\b{kind}\b", said)]


def _advantage(found: re.Match[str]) -> Iterator[Keys]:
    """`advantage on strength checks and strength saving throws`: a row for either."""
    how, said = found["how"].lower(), found["on"].lower()
    tests: list[str] = []
    for ability in re.findall(rf"\b({_ABILITY}) saving throws", said):
        tests.append(f"save {_SHORT[ability]}")
    for ability in re.findall(rf"\b({_ABILITY}) (?:\(\w+\) )?(?:ability )?checks", said):
        tests.append(f"check {_SHORT[ability]}")
    if re.search(r"(?<!th )\battack rolls?\b(?! that use)", said):
        tests.append("attack")
    if "ability checks" in said and not re.search(rf"({_ABILITY}) ability checks", said):
        tests.append("check")
    if re.search(r"(?:^|and |, |all )saving throws", said) and not re.search(rf"({_ABILITY}) saving throws", said):
        tests.append("save")
    if "death saving throws" in said:
        tests.append("death")
    if tests:
        yield {"on": tests, "gives": how}


def _against(found: re.Match[str]) -> Iterator[Keys]:
    yield {"on": ["attack"], "whose": "against", "gives": found["how"].lower()}


def _from_beyond(found: re.Match[str]) -> Iterator[Keys]:
    """Attacks by creatures of these types."""
    for kind in _BEYOND:
        if kind in found[0].lower():
            row = {"on": ["attack"], "whose": "against", "gives": "disadvantage"}
            yield {**row, "when": f"{{actor.type}} is {kind}"}


def _resists(found: re.Match[str]) -> Iterator[Keys]:
    said = found["types"].lower()
    if "nonmagical" in said:
        yield {"resists": NONMAGICAL}
    elif said.strip() == "all":
        yield {"resists": ["all"]}
    elif kinds := _types(said):
        yield {"resists": kinds}


def _wards(found: re.Match[str]) -> Iterator[Keys]:
    """Conditions that cannot come."""
    named = [each for each in CONDITIONS if re.search(rf"\b{each}\b", found["what"].lower())]
    if named:
        yield {"wards": ["paralysed" if each == "paralyzed" else each for each in named]}


def _lent(found: re.Match[str]) -> Iterator[Keys]:
    """A die that is added to, or taken off, rolls."""
    said = found["on"].lower()
    tests = ["attack"] if "attack roll" in said else []
    tests += ["save"] if "saving throw" in said else []
    tests += ["check"] if "ability check" in said else []
    sign = "-" if "subtract" in found[0].lower() else "+"
    if tests:
        yield {"on": tests, "gives": f"{sign}1d{found['die']}"}


def _each_turn(found: re.Match[str]) -> Iterator[Keys]:
    kind = f" {found['type']}" if found["type"] else ""
    yield {"at": f"turn {found['edge'].lower()}", "damage": f"{found['dice'].replace(' ', '')}{kind}"}


Rows = Callable[[re.Match[str]], Iterator[Keys]]


def _one(**row: Any) -> Rows:
    """The same row for each place where a phrase stands; `N` in its amounts is the number that stands there."""

    def rows(found: re.Match[str]) -> Iterator[Keys]:
        n = found.groupdict().get("n") or ""
        yield {key: _with(value, n) for key, value in row.items()}

    return rows


def _with(value: Any, n: str) -> Any:
    if isinstance(value, dict):
        return {key: _with(each, n) for key, each in value.items()}
    return value.replace("N", n) if isinstance(value, str) else value


def _p(text: str) -> re.Pattern[str]:
    return re.compile(text.replace("'", "['’]"), re.IGNORECASE)


ENCHANTS: tuple[tuple[re.Pattern[str], Rows], ...] = (
    (_p(r"\bAC can't be less than (?P<n>\d+)"), _one(trait={"ac": "max({ac}, N)"})),
    (_p(r"\bbase AC becomes (?P<n>\d+) \+ its dexterity"), _one(trait={"ac": "max({ac}, N + {dex})"})),
    (_p(r"\+(?P<n>\d) bonus to AC\b"), _one(trait={"ac": "{ac} + N"})),
    (_p(r"\+(?P<n>\d) bonus to AC and saving throws"), _one(on=["save"], gives="+N")),
    (_p(r"\bspeed is doubled"), _one(trait={"speed": "{speed} * 2"})),
    (_p(r"\bspeed (?:is|becomes) halved|\bhalf its speed"), _one(trait={"speed": "{speed} / 2"})),
    (_p(r"\bspeed increases by (?P<n>\d+) feet"), _one(trait={"speed": "{speed} + N"})),
    (_p(r"\bspeed is reduced by (?P<n>\d+) feet"), _one(trait={"speed": "{speed} - N"})),
    (_p(r"\bspeed is reduced to 0\b|\bspeed becomes 0\b"), _one(trait={"speed": "0"})),
    (
        _p(
            r"\b(?:has|have|gains?|with|makes? [\w ]{1,30} with|also has) (?P<how>advantage|disadvantage) on "
            r"(?P<on>(?!attack rolls against)(?:[\w ]*?(?:saving throws|checks|attack rolls)(?! made to)"
            r"(?:, (?:and )?| and (?=[\w ]{3,24}(?:saving throws|checks|attack rolls)))?)+)"
        ),
        _advantage,
    ),
    (
        _p(
            r"\b(?:any creature has|other creatures have|has) (?P<how>disadvantage) on attack rolls against"
            r" (?:you|them)"
        ),
        _against,
    ),
    (
        _p(
            rf"\b(?:any |the next )?attack rolls? (?:made )?against {_HERE}(?: or object)?"
            r"(?: before [\w ’]*?(?: of your)?[\w ]*?| by [\w ]*?)? ha(?:s|ve) (?P<how>advantage|disadvantage)"
        ),
        _against,
    ),
    (
        _p(r"\b(?:has|have) (?P<how>disadvantage|advantage) on the next attack roll it makes"),
        lambda found: iter([{"on": ["attack"], "gives": found["how"].lower()}]),
    ),
    (
        _p(
            r"\b(?:aberrations|celestials|creatures of those types|fey)[\w, ]* have disadvantage on "
            r"attack rolls against"
        ),
        _from_beyond,
    ),
    (
        _p(r"\b(?:resistan(?:t|ce) to (?P<types>[\w, ]*?) damage)"),
        _resists,
    ),
    (
        _p(r"\b(?:immune to being|can't be|cannot be) (?P<what>(?:(?:,? ?(?:or |and )?)(?:[a-z]+)){1,4})"),
        _wards,
    ),
    (
        _p(
            r"\broll a d(?P<die>\d+) and (?:add|subtract) the number rolled (?:to|from) (?P<on>(?:one )?[\w ]{4,40}"
            r"(?:of its choice)?)"
        ),
        _lent,
    ),
    (
        _p(
            rf"\btakes? (?P<dice>\d+d\d+)(?: (?P<type>{TYPES}))? damage at the (?P<edge>start|end) of each of its turns"
        ),
        _each_turn,
    ),
    (
        _p(r"\bweapon attacks deal an extra (?P<n>\d+d\d+ \w+) damage on a hit"),
        _one(at="hits", of="opponent", when=WEAPON, adds="N"),
    ),
    (
        _p(r"\bregains (?P<n>\d+) hit points? at the start of each of its turns"),
        _one(at="turn start", heal="N"),
    ),
    (
        _p(r"\bgains temporary hit points equal to your spellcasting ability modifier at the start of each"),
        _one(at="turn start", change={"temp": "+{with.amount}"}),
    ),
    (
        _p(r"\bfirst time the target would drop to 0 hit points\b[^.]*\binstead drops to (?P<n>\d) hit point"),
        _one(at="would fall", change={"hp": "=N"}, ends_own="once"),
    ),
    (_p(r"\bcan't take reactions|can't use reactions"), _one(bars=["reaction"])),
    (_p(r"\bcan't take actions or reactions"), _one(bars=["action", "bonus", "reaction"])),
    (_p(r"\battacker (?:then )?suffers (?P<n>\d+d\d+)"), _one(at="is hit attack", of="opponent", damage="N")),
    (_p(r"\bunaffected by any damage\b|\bcan't be damaged\b"), _one(safe_from=["attack", "opportunity"])),
)
"""What lies on whoever it is cast at, as rows of an enchantment."""

_OWN_TURN = r"on (?:each of )?(?:your|any)(?: subsequent| later)? turns?\b"
AGAIN: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        _p(
            rf"\b(?:use a|as a|and as a|as your|then as a) bonus action(?: {_OWN_TURN})?[^.]*"
            r"\b(?:repeat th(?:is|e) attack|cause this damage again|ram|one of the following effects)"
        ),
        "bonus",
    ),
    (_p(r"\bAs a bonus action, you can move the sphere"), "bonus"),
    (
        _p(
            rf"(?:{_OWN_TURN}[^.]*use your action to (?:call|target|make)|use your action to make a melee spell attack"
            r"|make the attack again on each of your turns as an action|as your action on any turn until"
            r"|as an action on a later turn|as your action each round|As an action on your turn, you can repeat)"
        ),
        "action",
    ),
    (_p(r"\bAt the start of each of your turns, the hound attempts to bite"), ""),
)
"""What whoever cast it can do again in later turns, and the price of it."""

ZONES: tuple[tuple[re.Pattern[str], str], ...] = (
    (_p(r"\b(?:or |it )?starts? its turn (?:there|in the (?:area|webs|cloud|fog|sphere|spell's area))"), "turn start"),
    (_p(r"\bthat starts its turn in the "), "turn start"),
    (_p(r"\bends its turn (?:there|in the (?:area|spell's area)|within \d+ feet of)"), "turn end"),
)
"""An area that stays, and when whoever is in it is asked for the save."""
SPARES: tuple[tuple[re.Pattern[str], str], ...] = (
    (_p(r"\bno effect (?:on|against|if the target is) (?:the |constructs or )?undead\b"), "{target.type} is undead"),
    (_p(r"\bno effect (?:on|against) (?:undead or constructs|constructs)\b"), "{target.type} is construct"),
    (_p(r"\bundead and creatures immune to being charmed aren't affected"), "{target.type} is undead"),
    (
        _p(
            r"\b(?:creatures immune to being charmed aren't affected|creatures that can't be charmed are immune"
            r"|automatically succeeds on this saving throw if it can't be charmed"
            r"|creature that can't be charmed succeeds)\b"
        ),
        "{target.unaffected} has charmed",
    ),
    (_p(r"\beach humanoid in\b"), "{target.type} and not {target.type} is humanoid"),
)
"""Whom a spell does nothing to, as comparisons."""
CHOSEN = _p(r"\b(?:choose|charm|beguile) an? (?P<kind>humanoid|beast)\b")
"""Only somebody of that type can be chosen."""
HAMPERED = _p(r"\bundead and oozes have disadvantage on this saving throw")
"""Whose saves against it have disadvantage."""
FOUGHT = _p(
    r"\bfighting (?:it|a creature|the creature), it has advantage on the sav|"
    r"\bwith advantage if you or [\w ]+ are fighting it"
)
"""Whoever is fought has advantage on its save."""
OBEYS = _p(r"\bissue commands to the creature [^.]*, which it does its best to obey")
"""Whoever it comes upon acts for its caster."""
HIGHER = _p(r"\bincreases by (?P<n>\d+)d(?P<sides>\d+) for each slot level")
"""How its dice grow, where no field says it."""
AT_ONCE = _p(r"\bwhen (?:the|it) ?[\w ]*appears|\bwhen you cast the spell")
"""Whoever is in the area as it comes is asked at once."""
PUSHED = _p(r"\bpushed (?P<n>\d+) feet")
BREAKS = _p(r"\bcan use its action to make a strength (?:or dexterity )?(?:ability )?check\b")
"""Whom it holds breaks free with an action."""
ON_DAMAGE = _p(
    r"\b(?:each time|whenever) (?:the target|it) takes damage, it makes a(?: new)? (?P<ability>\w+) saving throw"
)
"""Damage lets it save again."""
MORE_TARGETS = _p(
    r"\byou can (?:also )?(?:target|affect) (?P<n>one|two) additional (?:\w+ )?(?:creature|target|humanoid|beast)s?"
    r" for each"
)
UP_TO = _p(
    r"\b(?:up to|choose) (?P<n>two|three|four|five|six|eight|ten|twelve|\d+) (?:[\w-]+ ){0,3}?(?:creatures|targets)\b"
)
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10, "twelve": 12}
NEXT_TURN = (
    (_p(r"\b(?:until|before) the (start|end) of your next turn|\b(until) your next turn"), "by"),
    (_p(r"\b(?:until|before) the (start|end) of its next turn"), "bearer"),
)
"""How long what comes lies, where that is less than the spell."""
NEXT_ATTACK = _p(r"\bthe next attack roll (?:it makes|made against)|\bfirst attack roll against")
"""It is over with that attack."""
RENEWED = _p(r"\buntil you cast this spell again\b|\bends\b[^.]*\bcast it again\b")
"""Cast again, it ends the first."""
TOUCHED = _p(
    r"\b(?:willing creature|you touch|friendly creature|creature of your choice|each target|the target"
    r"|up to \w+ [\w ]*creatures|any number of)\b"
)


@dataclass
class Lying:
    """What of a text lies on somebody."""

    rows: list[Keys] = field(default_factory=list)
    lasts: str = ""
    """Less than the spell; empty: as long as it."""
    ends: list[str] = field(default_factory=list)


def lying(text: str) -> Lying:
    """The rows of the enchantment that a text tells, with its end where that is not the end of the spell."""
    found = Lying()
    for phrase, rows in ENCHANTS:
        for match in phrase.finditer(text):
            found.rows += [row for row in rows(match) if row not in found.rows]
    if not found.rows:
        return found
    found.lasts = next_turn(text)
    if once := NEXT_ATTACK.search(text):
        found.ends.append(
            "bearer faces attack" if "against" in once[0] and "first" not in once[0] else "bearer makes attack"
        )
    return found


def next_turn(text: str) -> str:
    """`start of by`, `end of bearer`: how long what comes lies, where that is said of a turn; else empty."""
    for phrase, of in NEXT_TURN:
        if edge := phrase.search(text):
            start = "start" in edge[0] or edge[0].lower().startswith("until your")
            return f"{'start' if start else 'end'} of {of}"
    return ""
