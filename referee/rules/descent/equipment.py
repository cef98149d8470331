"""Equipment: of the book or made up, at hand or in the pack, with what it can do beyond its dice (DJ-04)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.events.event import CardsMoved, Term, Terms
from referee.engine.problem import NotUnderstood, complaint
from referee.engine.questions.answer import Picked, Said
from referee.engine.questions.question import Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Value
from referee.engine.state.tags import new_tag, slug
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import SharedKey, Situation, asks, verb
from referee.rules.descent import kinds
from referee.rules.descent.conditions import TOKEN_KINDS
from referee.rules.descent.kinds import EQUIPPED, HANDS, LETTERS, PACK, dice, is_hero
from referee.rules.registry import as_traits, toml_of
from referee.text.harmless import clean_name
from referee.text.phrases import capitalised
from referee.text.quoting import quoted

NUMBERED = {
    "damage": "DJ-26",
    "range": "DJ-14",
    "pierce": "DJ-60",
    "blast": "DJ-61",
    "aura": "DJ-70",
    "fear": "DJ-71",
    "sorcery": "DJ-74",
}
"""Effects with a number, and their clauses."""
TOKENED = {name: kind.clauses[0] for name, kind in TOKEN_KINDS.items()}
"""Effects that lay tokens; a number says how many."""
PLAIN = {
    "breath": "DJ-62",
    "bolt": "DJ-62",
    "sweep": "DJ-63",
    "poison": "DJ-67",
    "knockback": "DJ-72",
    "undying": "DJ-73",
    "reach": "DJ-75",
    "quick-shot": "DJ-76",
}
"""Effects without a number."""
NOTED = {
    "leech": "heals as many wounds as it deals",
    "swarm": "more dice for friends beside its target",
    "command": "improves the attacks of nearby friends",
    "ironskin": "immune to some damage and tokens",
    "sleep": "its target may fall asleep",
    "grapple": "foes beside it cannot move away",
}
"""Abilities that are noted, and left to the referee's hand (DJ-77)."""
ONCE = frozenset({*PLAIN, *(name for name, kind in TOKEN_KINDS.items() if not kind.stacks)})
"""What gains nothing by being triggered again (DJ-21)."""
CLAUSE = {**NUMBERED, **TOKENED, **PLAIN, **dict.fromkeys(NOTED, "DJ-77")}

_WORD = re.compile(r"\+?([0-9]{0,2})\s*([a-z][a-z -]*?)\s*([0-9]{0,2})", re.ASCII)
_COST = re.compile(r"([1-9])\s*[:x]?\s*(\D.*)", re.ASCII)


class Effect(Struct, frozen=True):
    """One effect and how much of it."""

    name: str
    n: int = 1

    def __str__(self) -> str:
        if self.name in ("damage", "range"):
            return f"+{self.n} {self.name}"
        return f"{self.name} {self.n}" if self.name in NUMBERED or self.n > 1 else self.name


def effect(word: str) -> Effect:
    """What a word such as `pierce 2`, `+1 damage` or `sweep` means. NotUnderstood if nothing does."""
    found = _WORD.fullmatch(word.strip().lower())
    name = found[2].replace(" ", "-") if found else ""
    if found is None or name not in CLAUSE or (found[1] and found[3]):
        raise NotUnderstood(f"There is no ability {quoted(word)}. Abilities: {', '.join(CLAUSE)}.")
    return Effect(name, int(found[1] or found[3] or 1))


def effects(words: Iterable[str]) -> tuple[Effect, ...]:
    """What these words mean together."""
    return tuple(map(effect, words))


def total(given: Iterable[Effect], name: str) -> int:
    """How much of an effect these come to."""
    return sum(one.n for one in given if one.name == name)


class Surge(Struct, frozen=True):
    """What a weapon's card sells for surges."""

    cost: int
    effect: Effect


def surge(word: str) -> Surge:
    """What `2 stun` or `1 +1 damage` means on a weapon's card. NotUnderstood if nothing."""
    found = _COST.fullmatch(word.strip())
    if found is None:
        raise NotUnderstood(f"A surge is a cost and an effect, for example 1 pierce 1, not {quoted(word)}.")
    return Surge(int(found[1]), effect(found[2]))


def colours(words: Sequence[str]) -> tuple[str, ...]:
    """The dice that `red,green` or `rg` means. NotUnderstood for what is no colour."""
    out: list[str] = []
    for word in words:
        spelled = [word.lower()] if word.lower() in dice() else [LETTERS.get(letter, "") for letter in word.lower()]
        if not spelled or "" in spelled:
            raise NotUnderstood(
                f"{quoted(word)} is not a die. Dice: {', '.join(f'{k} {v}' for k, v in LETTERS.items())}."
            )
        out += spelled
    return tuple(out)


def trait_problem(trait: str, value: object) -> str | None:
    """Why a figure's trait cannot have that value; None if it can."""
    words = value if isinstance(value, tuple) else ()
    try:
        match trait:
            case "abilities":
                effects(words)
            case "dice":
                colours(words)
            case "type" if value not in ("melee", "ranged", "magic"):
                return "Which kind of attack? melee, ranged or magic."
            case "size" if not re.fullmatch("[1-4]x[1-4]", str(value)):
                return "Which size? For example 1x1, 1x2 or 2x2."
    except NotUnderstood as unknown:
        return str(unknown)
    return None


BARE = "fists"
"""What a hero attacks with who has no weapon at hand, or wants none (DJ-46)."""
NAMELESS = "weapon"
"""The tag of a weapon of the referee's own that was given no name."""
_SPELLED = ("melee/", "ranged/", "magic/")
_NAMELESS_KEYS = ("weapon", "item", "pack")
_TRAITS = ("type", "dice", "surges", "abilities", "hands", "offhand", "armor")


@lru_cache(maxsize=1)
def items() -> Mapping[str, Thing]:
    """The weapons and armor of the book by their words."""
    return {word: _thing(word, entry) for word, entry in toml_of(kinds.PACKAGE, "equipment.toml").items()}


def _thing(word: str, entry: Mapping[str, str | int | list[str]]) -> Thing:
    traits = as_traits({name: entry[name] for name in _TRAITS if name in entry})
    return Thing(tag=word, name=str(entry["name"]), kind=str(entry["kind"]), traits=traits)


def item(word: str) -> Thing:
    """The item of that word, or the one that is spelled out: `melee/rg/1+1damage,2stun/pierce1`, `Axe=melee/rg`.

    NotUnderstood otherwise.
    """
    if word.lower() in items():
        return items()[word.lower()]
    name, named, spelled = word.rpartition("=")
    if not spelled.lower().startswith(_SPELLED) or (named and not slug(name)):
        raise NotUnderstood(f"There is no item {quoted(word)}. Items: {', '.join(items())}.")
    return _spelled(name, spelled)


def _spelled(name: str, word: str) -> Thing:
    """A weapon of the referee's own: its type, dice, surges and abilities, parted by strokes.

    Without a name it is called by its type and dice.
    """
    parts = [part.strip() for part in word.split("/")]
    type_ = parts[0].lower()
    if len(parts) > 4 or not parts[1]:
        raise NotUnderstood(f"A weapon is TYPE/DICE/SURGES/ABILITIES, like melee/rg/1pierce1, not {quoted(word)}.")
    lists = [tuple(word for word in part.split(",") if word) for part in (*parts[1:], "", "", "")]
    for price in lists[1]:
        surge(price)
    effects(lists[2])
    traits: dict[str, Value] = {"type": type_, "dice": colours(lists[0]), "surges": lists[1], "abilities": lists[2]}
    shown = name.replace("_", " ").strip()
    called = capitalised(shown) or f"{type_.capitalize()} weapon ({' '.join(colours(lists[0]))})"
    return Thing(tag=slug(name) or NAMELESS, name=clean_name(called), kind="weapon", traits=traits)


def in_own_keys(said: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """What was said after `add`, with `weapons=cleaver,fang` as a `weapon=` for each.

    NotUnderstood for two weapons of the referee's own without a name: nothing tells them apart.
    """
    out = [pair for key, word in said for pair in (_each(word) if key == "weapons" else ((key, word),))]
    if sum(key in _NAMELESS_KEYS and word.lower().startswith(_SPELLED) for key, word in out) > 1:
        raise NotUnderstood("Only one weapon may be without a name; name the others, such as axe=melee/rg.")
    return tuple(out)


def _each(word: str) -> list[tuple[str, str]]:
    """A `weapon=` for each of several; a comma in one that is spelled out parts its dice, surges or abilities."""
    found: list[str] = []
    for part in filter(None, map(str.strip, word.split(","))):
        if found and "/" in found[-1] and part.lower() not in items() and not _is_spelled(part):
            found[-1] += f",{part}"
        else:
            found.append(part)
    return [("weapon", each) for each in found]


def _is_spelled(word: str) -> bool:
    return word.rpartition("=")[2].lower().startswith(_SPELLED)


def outfit(key: str, word: str) -> tuple[str, Thing] | None:
    """What `weapon=cleaver`, `pack=longbow` or `axe=melee/rg` after `add` gives a hero."""
    if key in ("weapon", "item"):
        return kinds.EQUIPPED.name, item(word)
    if key == "pack":
        return kinds.PACK.name, item(word)
    return (kinds.EQUIPPED.name, _spelled(key, word)) if word.lower().startswith(_SPELLED) and slug(key) else None


def words(pile: str, thing: Thing) -> tuple[str, str] | None:
    """What after `add` gives a hero that item: its word in the book, or a weapon spelled out; None if nothing does."""
    key = "pack" if pile == kinds.PACK.name else "weapon"
    if thing.tag in items():
        return key, thing.tag
    if thing.kind != "weapon":
        return None
    lists = [thing.traits.get(name) for name in ("dice", "surges", "abilities")]
    parts = [value if isinstance(value, tuple) else () for value in lists]
    type_ = str(thing.traits.get("type", "melee"))
    named = "" if thing.tag == NAMELESS else f"{thing.name}="
    return key, named + "/".join((type_, *map(",".join, parts))).rstrip("/")


def known() -> Mapping[str, Iterable[str]]:
    """The keys that `outfit` reads, with the items of the book."""
    return {
        "weapon": [*items(), "or your own: melee/rg/1pierce1, or with a name: Axe=melee/rg/1pierce1"],
        "weapons": ["several of them, with commas: cleaver,fang"],
        "axe": ["a weapon of any name, like weapon=Axe=...: axe=melee/rg, frost_blade=magic/wg"],
        "pack": ["an item in the pack, written as for weapon="],
    }


def weapons(encounter: Encounter, who: Tag, pile: str = kinds.EQUIPPED.name) -> tuple[Tag, ...]:
    """The weapons that a hero has at hand, or in another pile."""
    return tuple(tag for tag in encounter.of(who).piles.get(pile, ()) if encounter.things[tag].kind == "weapon")


def hands(encounter: Encounter, who: Tag) -> int:
    """How many hands are full."""
    return sum(kinds.HANDS.of(encounter, tag) for tag in kinds.EQUIPPED.of(encounter, who))


def armor(encounter: Encounter, who: Tag) -> Terms:
    """What armor takes off: a hero's own and that of its items (DJ-28), a monster's by its card (DJ-29)."""
    items = ((encounter.name(tag), kinds.ARMOR.of(encounter, tag)) for tag in kinds.EQUIPPED.of(encounter, who))
    worn = (("armor", kinds.ARMOR.of(encounter, who)), *items)
    return tuple(Term(name, -n) for name, n in worn if n)


HELD = 2
"""Hands that a hero has."""


def _ask_who(situation: Situation) -> Pick:
    heroes = tuple(tag for tag in situation.able_figures() if is_hero(situation.encounter, tag))
    default = situation.encounter.turn if situation.encounter.turn in heroes else None
    return Pick(key="who", prompt="Which hero?", among=heroes, default=default)


def _ask_packed(situation: Situation, who: Picked) -> Pick:
    encounter, hero = situation.encounter, who.one
    full = {tag: hands(encounter, hero) + HANDS.of(encounter, tag) for tag in PACK.of(encounter, hero)}
    barred = {
        tag: f"{encounter.name(hero)} would need {taken} hands with {encounter.name(tag)} [DJ-04]. Put something away."
        for tag, taken in full.items()
        if taken > HELD
    }
    return Pick(
        key="thing", prompt="Equip which item?", among=tuple(full), barred=barred, needs=who.tags, cites=("DJ-04",)
    )


def _ask_held(situation: Situation, who: Picked) -> Pick:
    among = EQUIPPED.of(situation.encounter, who.one)
    return Pick(key="thing", prompt="Put which item away?", among=among, needs=who.tags)


def _ask_item(situation: Situation) -> Text:
    return Text(key="what", prompt="Which item?", words=tuple(items()), check=complaint(item))


_HERO = asks(_ask_who, nobody="There are no heroes. Add one, for example: add brawler")


@verb(
    label="Equip",
    hint="take an item from the pack",
    hotkey=SharedKey.ITEM,
    interjects=True,
    cites=("DJ-04",),
    told="{who} equips {thing}",
)
async def equip(
    ledger: Ledger,
    who: Picked = _HERO,
    thing: Picked = asks(_ask_packed, nobody="No item in the pack can be equipped now [DJ-04]."),
) -> None:
    """An item is taken to hand, if a hand is free (DJ-04)."""
    ledger.record(PACK.move(who.one, EQUIPPED, thing.tags, "DJ-04"))


@verb(
    label="Stow",
    hint="put an item into the pack",
    hotkey="j",
    interjects=True,
    cites=("DJ-04",),
    told="{who} puts away {thing}",
)
async def stow(
    ledger: Ledger,
    who: Picked = _HERO,
    thing: Picked = asks(_ask_held, nobody="Nothing is equipped."),
) -> None:
    """An item is put away into the pack."""
    ledger.record(EQUIPPED.move(who.one, PACK, thing.tags, "DJ-04"))


@verb(
    label="Give",
    hint="an item by name, or by its values: melee/rg/1pierce1",
    hotkey=SharedKey.TREASURE,
    interjects=True,
    actor="",
)
async def give(ledger: Ledger, who: Picked = _HERO, what: Said = asks(_ask_item, rest=True)) -> None:
    """A hero gets an item, into the pack."""
    found = item(what.text)
    tag = new_tag(f"{who.one}.{found.tag}"[:38], ledger.encounter.tags())
    ledger.join(replace(found, tag=tag))
    ledger.remark(f"{ledger.encounter.name(who.one)} gets {found.name}")
    ledger.record(CardsMoved(src=None, dst=(who.one, PACK.name), cards=(tag,)))
