"""Kinds of Gloomhaven: of the values that its characters, monsters, summons, cards and table carry, and of the figures,
cards and items that come with the game, read when first used (GH-67).
"""

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

from msgspec import Struct

from referee.engine.contract.kinds import PileKind, TrackKind, TraitKind
from referee.engine.contract.kinds_of_test import TestKind
from referee.engine.contract.option import Option
from referee.engine.contract.standing import AWAY, Standing
from referee.engine.contract.template import Rank, Template
from referee.engine.state.bearer import TABLE, Figure, Tag, Thing
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track, Value
from referee.engine.state.tags import slug
from referee.rules.registry import toml_of
from referee.text.phrases import joined

HEROES = "heroes"
"""The side of the characters and their summons."""
MONSTERS = "monsters"
CHARACTER, MONSTER, SUMMON = "character", "monster", "summon"
"""Generic kinds without stored values: the referee gives them in `add`."""
TYPE = "type"
"""The kind of group that the standees of one monster type form; it holds their ability deck."""

CARDS = "cards"
"""The phase in which characters choose what they will play, and may take short rests."""
TURNS = "turns"

# ---- tracks
HP = TrackKind("hp", "HP", "hit points", untold=("attack", "damage", "suffer", "trap", "level", "rest", "retaliate"))
XP = TrackKind(
    "xp",
    "XP",
    "experience gained in this scenario; characters only",
    raised="{who} gains {n} XP",
    gained="{n} XP",
)
GOLD = TrackKind("gold", "gold", "gold looted in this scenario", raised="{who} gains {n} gold")
LOOT = TrackKind("loot", "loot", "loot tokens on the map", detail=True)

# ---- tests
_ATTACKS = "{who} attacks {target}"
ATTACK_SUM = TestKind(
    "attack",
    words={"failure": "no damage"},
    told={"success": _ATTACKS, "critical": _ATTACKS},
    deals=True,
    times={"card (x2)": " x2", "card (bless)": " x2 bless", "card (null)": "null", "card (curse)": "curse"},
)
"""An attack: its value, modifier cards and shield add up to the damage."""
TESTS = (ATTACK_SUM,)

# ---- what a figure is
LEVEL = TraitKind("level", 1, "lvl", "the character's level")
HAND_SIZE = TraitKind("cards", 0, "cards", "cards in the character's hand; 0 if not counted")
MOVE = TraitKind("move", 0, "move", "how far a monster or summon moves", optional=True)
ATTACK = TraitKind("attack", 0, "att", "the attack value of a monster or summon", optional=True)
RANGE = TraitKind("range", 0, "range", "how far a monster or summon attacks; 0 for melee", optional=True)
SHIELD = TraitKind("shield", 0, "shield", "taken from the damage of every attack", optional=True)
RETALIATE = TraitKind("retaliate", 0, "retal", "damage to an attacker")
REACH = TraitKind("reach", 1, "reach", "how far the retaliation reaches")
PIERCE = TraitKind("pierce", 0, "pierce", "how much shield the figure's attacks ignore")
INFLICTS = TraitKind[tuple[str, ...]]("inflicts", (), "inflicts", "conditions that the figure's attacks cause")
RANK = TraitKind("rank", "normal", "rank", "normal or elite")
NUMBER = TraitKind("number", 0, "", "the number on a standee's base")
OWNER = TraitKind("owner", "", "owner", "whose summon it is", said="{who} belongs to {value}")
SPECIES = TraitKind("species", "", "", "the sort of monster a type's deck is for")
SHEET = (LEVEL, HAND_SIZE, MOVE, ATTACK, RANGE, SHIELD, RETALIATE, REACH, PIERCE, INFLICTS, RANK, OWNER)
"""What is seen and set of a figure."""

# ---- marks of the round
LEAD = TraitKind("lead", 0, "", "initiative of the leading card; 99 for a long rest")
OTHER = TraitKind("other", 0, "", "initiative of the other card")
CHOICE = TraitKind[tuple[str, ...]]("choice", (), "", "the two cards chosen, not revealed yet: tags or initiatives")
RESTING = TraitKind("resting", False, "", "takes a long rest this round")
RESTED = TraitKind("rested", False, "", "has taken the long rest")
HALVES = TraitKind[tuple[str, ...]]("halves", (), "", "which halves were played this turn")
PLAYING = TraitKind("playing", "", "", "the card whose action is under way")
INITIATIVE = TraitKind("initiative", 0, "", "initiative of a card, or of the card a monster type shows this round")
ENTERED = TraitKind[tuple[str, ...]]("entered", (), "", "who has chosen this round, in the order of choosing")
SHUFFLE_DUE = TraitKind("shuffle-due", False, "", "the modifier deck is shuffled at the end of this round")
INFUSING = TraitKind[tuple[str, ...]]("infusing", (), "", "elements that become strong when this turn ends")
MARKS = (CHOICE, LEAD, OTHER, RESTING, RESTED, HALVES, PLAYING, INITIATIVE)
"""What a round leaves on figures and types until it is over."""

# ---- what cards and items say, as `abilities.ability` reads it
TOP = TraitKind("top", "", "top", "what the top half says")
BOTTOM = TraitKind("bottom", "", "bottom", "what the bottom half says")
PARTS = TraitKind("parts", "", "", "what a monster's card or an item says")
SHUFFLE = TraitKind(
    "shuffle", False, "", "the card's deck is shuffled at the end of the round in which the card was drawn"
)
USE = TraitKind("use", "spent", "", "an item is spent, or used up")
WHEN = TraitKind("when", "turn", "", "an item is used on its owner's turn, or at any time")

# ---- piles
HAND = PileKind("hand", "hand", detail=True)
CHOSEN = PileKind("chosen", "this round", detail=True)
DISCARD = PileKind("discard", "discard", detail=True)
LOST = PileKind("lost", "lost", detail=True)
ACTIVE = PileKind("active", "active", detail=True)
ITEMS = PileKind("items", "items", holds="item")
SPENT = PileKind("spent", "spent items", holds="item", detail=True)
USED = PileKind("used", "used-up items", holds="item")
MODIFIERS = PileKind("modifiers", "modifier deck", holds="modifier", detail=True)
DRAWN = PileKind("drawn", "modifiers drawn", holds="modifier", detail=True)
DECK = PileKind("deck", "ability deck", detail=True)
SHOWN = PileKind("shown", "ability card", detail=True)
PILES = (HAND, CHOSEN, DISCARD, LOST, ACTIVE, ITEMS, SPENT, USED, MODIFIERS, DRAWN, DECK, SHOWN)

UP = Standing("up", turn=True, able=True, target=True, fills=True)
EXHAUSTED = Standing("exhausted")
DEAD = Standing("dead", dead=True)

# ---- options
SCENARIO = Option(
    "level",
    ("recommended", *map(str, range(8))),
    "the scenario's level: half the characters' average, rounded up, or a number",
    ("GH-41",),
    title="scenario level",
)
MONSTER_CARDS = Option.between(
    "monster_cards",
    {"drawn": "drawn here", "typed": "typed in"},
    "monsters' cards come from their decks here, or are typed in",
    ("GH-01",),
    title="monsters' cards",
)
NEGATE = Option.between(
    "negate",
    {"ask": "asked always", "deadly": "asked when it would exhaust"},
    "when to ask about negating damage: always, or only if it would exhaust the character",
    ("GH-39",),
    title="negating damage",
)


def plural(name: str) -> str:
    """The monsters of a type: `Bandit Guards`, `Living Bones`."""
    return name if name.endswith("s") else f"{name}s"


def is_character(encounter: Encounter, tag: Tag) -> bool:
    """Whether a figure is a character, and no standee or summon."""
    there = tag in encounter.figures and encounter.figures[tag].kind != SUMMON
    return there and not is_standee(encounter, tag)


def is_summon(encounter: Encounter, tag: Tag) -> bool:
    """Whether a figure is the summon of a character."""
    there = tag in encounter.figures and encounter.figures[tag].kind == SUMMON
    return there and not is_standee(encounter, tag) and bool(OWNER.of(encounter, tag))


def is_standee(encounter: Encounter, tag: Tag) -> bool:
    """Whether a figure is the standee of a monster type."""
    return tag in encounter.figures and NUMBER.of(encounter, tag) > 0


def party(encounter: Encounter) -> tuple[Tag, ...]:
    """The characters at the table, exhausted or not; those that were removed are not."""
    figures = encounter.figures.items()
    return tuple(t for t, f in figures if f.standing != AWAY.name and is_character(encounter, t))


def characters(encounter: Encounter) -> tuple[Tag, ...]:
    """The characters that are still in it."""
    return tuple(t for t, f in encounter.figures.items() if f.standing == UP.name and is_character(encounter, t))


def summons_of(encounter: Encounter, owner: Tag) -> tuple[Tag, ...]:
    """A character's summons that are up, in the order of summoning."""
    figures = encounter.figures.items()
    up = (t for t, f in figures if f.standing == UP.name and is_summon(encounter, t))
    return tuple(tag for tag in up if OWNER.of(encounter, tag) == owner)


def type_of(encounter: Encounter, tag: Tag) -> Tag:
    """The monster type a standee belongs to; empty for others."""
    group = encounter.group_with(tag, TYPE)
    return "" if group is None else group.tag


def deck_owner(encounter: Encounter, tag: Tag) -> Tag:
    """Whose modifier deck a figure draws from: its own, its owner's, or the monsters' on the table."""
    if is_character(encounter, tag):
        return tag
    owner = OWNER.of(encounter, tag)
    return owner if owner in encounter.figures else TABLE


def present(encounter: Encounter, who: Tag, pile: PileKind, cards: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """Those of the cards that do lie in that pile now."""
    there = pile.of(encounter, who)
    return tuple(card for card in cards if card in there)


def no_turn(encounter: Encounter) -> str:
    """Why nobody can act: it is nobody's turn, and who chooses cards first."""
    left = [tag for tag in characters(encounter) if tag not in ENTERED.of(encounter, TABLE)]
    if encounter.phase == TURNS or not left:
        return "It is nobody's turn. Go on: next"
    names = joined([encounter.name(tag) for tag in left])
    return f"It is nobody's turn: {names} {'choose' if left[1:] else 'chooses'} cards first."


def rank(figure: Figure) -> Rank | None:
    """An elite monster stands out among those of its type."""
    word = figure.traits.get(RANK.name, RANK.default)
    return None if word == RANK.default else Rank(str(word))


USUAL_HP, USUAL_CARDS = 10, 10


_read = partial(toml_of, "referee.rules.gloomhaven")


class MonsterType(Struct, frozen=True):
    """A monster type: what its standees are at each level, normal and elite."""

    kind: str
    name: str
    short: str
    hint: str
    normal: Mapping[str, Any]
    elite: Mapping[str, Any]

    def sheet(self, rank: str, level: int) -> dict[str, Value]:
        """The numbers of a standee; `inflicts` is the same at every level."""
        sheet: Mapping[str, Any] = self.elite if rank == "elite" else self.normal
        out: dict[str, Value] = {}
        for key, column in sheet.items():
            out[key] = tuple(column) if key == "inflicts" else int(column[level])
        return out


class CharacterClass(Struct, frozen=True):
    """A sort of character."""

    kind: str
    name: str
    cards: int
    hint: str
    hp: tuple[int, ...]
    """Hit points at levels 1 to 9."""


@lru_cache(maxsize=1)
def monster_types() -> Mapping[str, MonsterType]:
    """The monster types of the catalogue."""
    return {entry["kind"]: MonsterType(**entry) for entry in _read("figures.toml")["monster"]}


@lru_cache(maxsize=1)
def character_classes() -> Mapping[str, CharacterClass]:
    """The characters of the catalogue."""
    found = (CharacterClass(**{**entry, "hp": tuple(entry["hp"])}) for entry in _read("figures.toml")["character"])
    return {kind.kind: kind for kind in found}


@lru_cache(maxsize=32)
def cards_of(sort: str, kind: str) -> tuple[Thing, ...]:
    """The ability deck of a kind of MONSTER, the named cards of a kind of CHARACTER; none, if the game has none."""
    return tuple(ability_card(entry) for entry in _read("cards.toml")[sort] if entry["kind"] == kind)


def ability_card(entry: Mapping[str, Any]) -> Thing:
    """A card from its fields: name, initiative, and what it says. One without a name is called by its initiative."""
    keys = (INITIATIVE, TOP, BOTTOM, PARTS, SHUFFLE)
    traits: dict[str, Value] = {key.name: entry[key.name] for key in keys if key.name in entry}
    initiative, name = str(entry[INITIATIVE.name]), entry["name"]
    return Thing(tag=slug(name) or initiative, name=f"{initiative} {name}".strip(), kind="card", traits=traits)


@lru_cache(maxsize=1)
def items() -> Mapping[str, Thing]:
    """The items of the catalogue."""
    return {entry["tag"]: _item(entry) for entry in _read("items.toml")["item"]}


def _item(entry: Mapping[str, Any]) -> Thing:
    traits: dict[str, Value] = {key.name: entry[key.name] for key in (PARTS, USE, WHEN)}
    return Thing(tag=entry["tag"], name=entry["name"], kind="item", traits=traits)


def character_template(kind: str, name: str, hint: str, hp: int, cards: int) -> Template:
    """A character as it comes: full hit points, nothing gained yet."""
    tracks = {HP.name: Track(now=hp, most=hp), XP.name: Track(now=0), GOLD.name: Track(now=0)}
    traits: dict[str, Value] = {LEVEL.name: 1, HAND_SIZE.name: cards}
    return Template(kind, HEROES, name=name, tracks=tracks, traits=traits, hint=hint, cites=("GH-66",))


def _monster(kind: str, name: str, short: str, hint: str, *cites: str) -> Template:
    tracks = {HP.name: Track(now=1, most=1)}
    return Template(kind, MONSTERS, name, short, True, tracks, hint=hint, cites=cites, by_number=True)


def templates() -> tuple[Template, ...]:
    """Every sort of figure that can be added."""
    typed = 'any monster: Name 1 2 elite 3 hp=5 card="12 Snarl: move +1; attack -1"'
    summoned = "a character's summon, for example: owner=mira"
    return (
        character_template(CHARACTER, "Character", "any character: hp=10 cards=10 level=1", USUAL_HP, USUAL_CARDS),
        *(character_template(c.kind, c.name, c.hint, c.hp[0], c.cards) for c in character_classes().values()),
        *(_monster(b.kind, b.name, b.short, b.hint, "GH-67") for b in monster_types().values()),
        _monster(MONSTER, "Monster", "", typed),
        Template(SUMMON, HEROES, "Summon", tracks={HP.name: Track(now=2, most=2)}, hint=summoned),
    )
