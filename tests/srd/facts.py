"""Facts of the source's features: dice, bonuses, DCs, conditions, times and uses, in a fixed vocabulary.

A reader of its own: it shares nothing with the importer, whose mistakes it has to find. `Tentacle` of an aboleth is
`+9 to hit; 2d6+5 bludgeoning; DC 14 con; diseased; 1 minute`.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from referee.imports.record import Json

FILE = Path(__file__).parent / "facts.txt"
"""One line for each feature: `creature | feature | fact; fact`."""

_SECTIONS = ("special_abilities", "actions", "bonus_actions", "reactions", "legendary_actions")
TYPES = "acid|bludgeoning|cold|fire|force|lightning|necrotic|piercing|poison|psychic|radiant|slashing|thunder"
CONDITIONS = (
    *("blinded", "charmed", "deafened", "exhaustion", "frightened", "grappled", "incapacitated", "invisible"),
    *("paralyzed", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious"),
)
"""The conditions of the rules, exhaustion among them."""
_OTHERS = ("diseased", "cursed", "swallowed", "engulfed", "banished")
"""States that the table keeps as conditions, too."""
ABILITY = "Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma"
DICE = r"\d*d\d+(?: ?[+\-−] ?\d+)?"
_NUMBERS = {"a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
_HEADING = re.compile(r"(?:^|(?<=[.\n])\s*)((?:[A-Z][a-z]+ ){1,2}?(?:Breath|Roar))\. ")
"""Begins one of several breaths or roars, each of which is an action by itself."""
_MAKES = re.compile(
    r"\bmakes? (?:one|a|an|another) (?:melee |ranged )?(?P<what>[a-z][a-z' ]*?)(?: attack)?"
    r"(?: with (?:its|his|her) (?P<with>[a-z ]+?))?\."
)
"""A legendary action that is one of the creature's attacks: `makes one tail attack`, `one attack with its hooves`."""


class Feature(NamedTuple):
    """A feature with its facts."""

    creature: str
    name: str
    facts: tuple[str, ...]


def of_monster(monster: Json) -> Iterator[Feature]:
    """The features of a creature that have a fact; one that is a choice of breaths is several."""
    attacks = {_plain(each["name"]).lower(): each for each in monster.get("actions") or []}
    for section in _SECTIONS:
        for each in monster.get(section) or []:
            for name, text in _parts(each["name"], each.get("desc") or ""):
                found = [*_uses(section, each), *(_counts(each) if name == "Multiattack" else in_text(text))]
                if section == "legendary_actions":
                    found += _of_the_attack(text, attacks)
                if found:
                    called = f"{name} (legendary)" if section == "legendary_actions" else name
                    yield Feature(monster["name"], called, tuple(dict.fromkeys(found)))


def _parts(name: str, text: str) -> Iterator[tuple[str, str]]:
    """Names and texts of the actions that a feature is."""
    heads = [*_HEADING.finditer(text)]
    if len(heads) < 2:
        yield _plain(name), text
    for head, after in zip(heads, [*heads[1:], None], strict=True) if len(heads) > 1 else ():
        yield head[1], text[head.end() : after.start() if after else len(text)]


def _plain(name: str) -> str:
    return re.sub(r"\s*\([^)]*\)", "", name).strip()


def _of_the_attack(text: str, attacks: dict[str, Json]) -> list[str]:
    """The facts of the attack that a legendary action makes; [] if it makes none, or a choice of several."""
    made = _MAKES.search(text)
    if made is None or " or " in text:
        return []
    attack = attacks.get((made["with"] or made["what"]).strip())
    return [*in_text(attack["desc"])] if attack else []


# -------------------------------------------------------------------- uses


def _uses(section: str, feature: Json) -> Iterator[str]:
    """How often it may be used: `recharge 5`, `3 a day`, `a rest`, `costs 2`."""
    usage = feature.get("usage") or {}
    match usage.get("type"):
        case "recharge on roll":
            yield f"recharge {usage['min_value']}"
        case "per day":
            yield f"{usage['times']} a day"
        case "recharge after rest":
            yield "a rest"
    if section == "legendary_actions":
        cost = re.search(r"\bCosts (\d) Actions", feature["name"])
        yield f"costs {cost[1] if cost else 1}"


def _counts(feature: Json) -> Iterator[str]:
    """The attacks of a multiattack, where the source says them in its fields and they are no choice."""
    actions = feature.get("actions") or []
    if feature.get("multiattack_type") == "actions" and not re.search(
        r"\b(?:or|alternatively|Alternatively)\b", feature["desc"]
    ):
        for each in actions:
            count = str(each["count"])
            if count.isdigit():
                yield f"{count} x {_plain(each['action_name'])}"


# -------------------------------------------------------------------- what a text says


Said = str | Callable[[re.Match[str]], Iterable[str]]
"""What a phrase says: a form that is filled with its groups, or a function that returns several facts."""
Phrases = tuple[tuple[re.Pattern[str], Said], ...]


def squeezed(dice: str) -> str:
    return re.sub(r"\s", "", dice).replace("−", "-")


def number(word: str) -> str:
    """`three` as `3`."""
    return _NUMBERS.get(word.lower(), word)


_READ: Phrases = tuple(
    (re.compile(phrase, re.IGNORECASE if flags else 0), said)
    for phrase, said, flags in (
        # What only sounds like an effect is read first, and read no further.
        (r"\badvantage on saving throws against being [\w, ]+?(?=\.|$| and magic)", "advantage", True),
        (r"\badvantage on saving throws against (?:poison|effects that turn)[\w, ]*", "advantage", True),
        (
            r"\b(?:creatures?|targets?|humanoids?|one) (?:that (?:is|are) |it (?:is|has) |already )?"
            r"(?P<needs>charmed|grappled|petrified|restrained|prone) by\b(?: the \w+)?"
            r"(?:, incapacitated, or restrained)?",
            "needs {needs}",
            True,
        ),
        (r"\bone (?P<needs>prone) creature\b", "needs {needs}", True),
        (r"\b(?:not grappled by|not restrained by|no creature grappled|isn['’]t incapacitated)\b", "", True),
        (rf"\bloses? \d+ \((?P<dice>{DICE})\) hit points", "{dice}", True),
        (r"\bspell save DC (?P<dc>\d+)", "spell DC {dc}", True),
        (r"\bit (?:is|has) grappl(?:ing|ed)\b(?! \()", "needs grappled", True),
        (r"\bimmun(?:e|ity) to (?:being )?(?:charmed|frightened|the charmed)[\w ]*(?:and frightened)?", "", True),
        (
            r"\b(?:unless|if|while|until) (?:the |it |its |\w+ ){0,4}?(?:is|isn['’]t|are|aren['’]t) (?:already )?"
            r"(?:incapacitated|prone|grappled|invisible|unconscious|restrained)\b",
            "",
            True,
        ),
        (r"\b(?:ends?|ending|removes?|cures?) (?:the |all )?(?:\w+ )?(?:condition|effect)s?\b", "", True),
        (
            r"\bthat (?:is|isn['’]t|aren['’]t) "
            r"(?:charmed|frightened|incapacitated|grappled|prone|restrained|paralyzed)\b",
            "",
            True,
        ),
        # Attacks and damage.
        (r"(?P<hit>[+-]\d+) to hit\b", "{hit} to hit", False),
        (rf"\((?P<dice>{DICE})\)(?: or \d+)? (?P<type>{TYPES}) damage", "{dice} {type}", True),
        (rf"\((?P<dice>{DICE})\)(?: (?:extra|additional))? damage", "{dice}", True),
        (rf"\((?P<dice>{DICE})\) (?:temporary )?hit points", "heals {dice}", True),
        (rf"\bextra (?P<dice>{DICE})(?: (?P<type>{TYPES}))? damage", "{dice} {type}", True),
        (rf"\b(?P<dice>{DICE}) (?P<type>{TYPES}) damage", "{dice} {type}", True),
        (rf"(?<![\d)] )\b(?P<flat>\d+) (?P<type>{TYPES}) damage", "{flat} {type}", True),
        (r"\bregains? (?P<n>\d+) hit points", "heals {n}", True),
        (rf"\((?P<dice>{DICE})\)", "{dice}", True),
        (
            r"\btakes? (?P<n>\d+) (?:damage|or more damage) or (?:more|less)|\btakes (?P<m>\d+) or more damage",
            "{n}{m} damage",
            True,
        ),
        (r"\btakes (?P<n>\d+) damage or less\b", "{n} damage", True),
        # DCs.
        (r"\bescape DC (?P<dc>\d+)", "escape {dc}", True),
        (rf"\bDC (?:of )?(?P<dc>\d+) (?P<ability>{ABILITY}) saving throw", "DC {dc} {ability}", True),
        (rf"\bDC (?P<dc>\d+) (?P<ability>{ABILITY})\b(?! saving)", "DC {dc} {ability} check", True),
        (rf"\b(?P<ability>{ABILITY}) saving throw with a DC of (?P<dc>\d+)", "DC {dc} {ability}", True),
        (r"\bfails? (?:the save |the saving throw |its saving throw )?by (?P<n>\d+) or more", "by {n}", True),
        (r"\bsave fails by (?P<n>\d+) or more|\bsaving throw fails by (?P<m>\d+) or more", "by {n}{m}", True),
        (r"\bhalf (?:as much|the|that|of the|its) (?:\w+ )?damage|\bhalf damage\b", "half", True),
        (r"\bhalf (?:of )?its hit points\b", "half its hp", True),
        (r"\bhit point maximum (?:is|decreases|reduced)\b|\breduc\w+ its hit point maximum\b", "hp maximum", True),
        # Times.
        (
            r"\b(?:repeat|make another|makes another)s? (?:the|that|its|this|a) sav\w+(?: throw)?,?"
            r" (?:at|on) the (?P<edge>start|end) of each",
            "saves again {edge}",
            True,
        ),
        (r"\brepeats? (?:the|that|its) saving throw", "saves again", True),
        (r"\bimmune to [^.]{1,70}? for (?:the next )?24 hours", "immune 24 hours", True),
        (r"\bimmun(?:e|ity) to", "immune", True),
        (
            r"\buntil the (?P<edge>start|end) of (?:its|their|his|her|(?:the|that) (?:target|creature)['’]s) next turn",
            "until its next turn {edge}",
            True,
        ),
        (r"\buntil the (?P<edge>start|end) of the [\w '’-]{1,30}?['’]s? next turn", "until next turn {edge}", True),
        (
            r"\bat the (?P<edge>start|end) of each of (?:its|their|the [\w '’-]{1,30}?['’]s?) turns",
            "each turn {edge}",
            True,
        ),
        (r"\bfor (?P<n>\d+|one|an?) (?P<unit>round|minute|hour|day)s?\b", "{n} {unit}", True),
        # Words.
        (r"\bdisadvantage\b", "disadvantage", True),
        (r"\badvantage\b", "advantage", True),
        (r"\bresistan(?:t|ce) to", "resistant", True),
        (rf"\b(?P<condition>{'|'.join((*CONDITIONS, *_OTHERS))})\b", "{condition}", True),
        (r"\b(?:turned|turns?) to stone\b", "petrified", True),
        (r"\b(?P<size>Tiny|Small|Medium|Large|Huge) or smaller", "{size} or smaller", False),
    )
)


def in_text(text: str, first: Phrases = ()) -> Iterator[str]:
    """The facts of a text, from left to right; `first` are phrases that go before those of features."""
    text, at = " ".join(text.replace("’", "'").split()), 0
    phrases = (*first, *_READ)
    while at < len(text):
        hits = [
            (found.start(), n, found, said)
            for n, (phrase, said) in enumerate(phrases)
            if (found := phrase.search(text, at))
        ]
        if not hits:
            return
        _, _, found, said = min(hits, key=lambda hit: hit[:2])
        yield from filter(None, [_filled(said, found)] if isinstance(said, str) else said(found))
        at = max(found.end(), at + 1)


def _filled(said: str, found: re.Match[str]) -> str:
    groups = {name: value or "" for name, value in found.groupdict().items()}
    if "dice" in groups:
        groups["dice"] = squeezed(groups["dice"])
    if "ability" in groups:
        groups["ability"] = groups["ability"][:3].lower()
    if "n" in groups:
        groups["n"] = number(groups["n"])
    for name in ("unit", "type", "edge", "condition", "needs"):
        if name in groups:
            groups[name] = groups[name].lower()
    return said.format(**groups).strip()


# -------------------------------------------------------------------- the file


def read(file: Path = FILE) -> list[Feature]:
    """The facts that are kept in a file."""
    rows = [line.split(" | ") for line in file.read_text(encoding="utf-8").splitlines()]
    return [Feature(of, name, tuple(facts.split("; "))) for of, name, facts in rows]


def written(features: Iterable[Feature]) -> str:
    """The text of the file."""
    return "".join(f"{each.creature} | {each.name} | {'; '.join(each.facts)}\n" for each in features)
