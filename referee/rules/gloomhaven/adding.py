"""Adding figures: standees by number or rank, characters by name, summons of a character (GH-05, 31, 42, 67)."""

from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.template import Template
from referee.engine.events.event import ConditionEnded, TrackBounded, TrackChanged, TraitSet
from referee.engine.figures.add_details import Details, read_details, read_value, typed_name
from referee.engine.figures.pieces import COPIES, pieces
from referee.engine.figures.recruit import Recruit, recruits, stem_for
from referee.engine.numbers import is_number, read_number
from referee.engine.problem import NotUnderstood, Refused, complaint
from referee.engine.questions.answer import Chosen, Picked, Said
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import Figure, Tag, Thing
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.state.own_values import Track, Value
from referee.engine.state.tags import new_tag, slug
from referee.engine.verbs.add import LONGEST_DETAILS, add_recruits, ask_kind, details_of, enlist, said_in_full
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Situation, asks, override, verb
from referee.rules.gloomhaven import kinds
from referee.rules.gloomhaven.ability import problem, read_abilities
from referee.rules.gloomhaven.hand import ask_character
from referee.rules.gloomhaven.joining import CARD, check_deck, joined, read_card, type_for
from referee.rules.gloomhaven.kinds import (
    ATTACK,
    HP,
    LEVEL,
    MONSTER,
    MONSTERS,
    MOVE,
    NUMBER,
    OWNER,
    RANGE,
    RANK,
    SHIELD,
    SUMMON,
    UP,
    characters,
)
from referee.rules.gloomhaven.scenario import HIGHEST, is_formula, scenario_level, worked_out
from referee.text.harmless import clean_name
from referee.text.quoting import short

RANKS = {"elite": "elite", "e": "elite", "normal": "normal", "n": "normal"}
MOST_STANDEES = 30
Standees = tuple[tuple[int, str], ...]


class Party(Struct, frozen=True):
    """Standees of one type that come together: `1 2 elite 3 hp=7`."""

    name: str
    standees: Standees
    """Each with its number and rank; number 0: the next that is free."""
    values: tuple[tuple[str, str], ...]
    cards: tuple[Thing, ...] = ()
    """The ability deck of the type, unless it has one."""


def read_party(rules: Ruleset, text: str) -> Party:
    """Numbers, or xN for so many, each of the rank said before it; other words are the name.

    key=value is what all of them have, and `card=` a card of their type. NotUnderstood if that cannot be.
    """
    name: list[str] = []
    there: list[tuple[int, str]] = []
    values: list[tuple[str, str]] = []
    cards: list[Thing] = []
    rank = "normal"
    for piece in pieces(text):
        word, key, value = piece.word, piece.key, piece.value
        first, dash, last = word.partition("-")
        if key == "side":
            raise NotUnderstood("Standees join on the monsters' side. Change it afterwards with `set`.")
        if value is not None and key == CARD:
            cards.append(read_card(value))
        elif value is not None:
            read_value(rules, key, "1" if _counts(key, value) else value)
            values.append((key, value))
        elif word.lower() in RANKS:
            rank = RANKS[word.lower()]
        elif COPIES.fullmatch(word.lower()) and not piece.quoted:
            there += [(0, rank)] * read_number(word[1:], "copies", 1, MOST_STANDEES)
        elif is_number(word):
            there.append((_number(word), rank))
        elif dash and is_number(first) and is_number(last):
            there += [(n, rank) for n in range(_number(first), _number(last) + 1)]
        else:
            name.append(word)
    numbers = [number for number, _ in there if number]
    if not there:
        raise NotUnderstood("Type the numbers of the standees: 1 2 elite 3. Or how many: x2")
    if len(set(numbers)) < len(numbers):
        raise NotUnderstood("You named the same standee twice.")
    check_deck(cards)
    return Party(typed_name(" ".join(name)), tuple(there), tuple(values), tuple(cards))


def _counts(key: str, word: str) -> bool:
    """Is it a number that follows from the characters at the table?"""
    return key in SUMMON_VALUES and is_formula(word)


def _number(word: str) -> int:
    number = read_number(word, "standee")
    if not 1 <= number <= MOST_STANDEES:
        raise NotUnderstood(f"Standees are numbered 1 to {MOST_STANDEES}, not {short(word)}.")
    return number


def _at_level(template: Template, level: int) -> Template:
    """A character of the game with the hit points of its level."""
    kind = kinds.character_classes().get(template.kind)
    if kind is None:
        return template
    hp = kind.hp[level - 1]
    return replace(template, tracks={**template.tracks, HP.name: Track(now=hp, most=hp)})


async def _add_standees(ledger: Ledger, template: Template, party: Party) -> None:
    """Standees of a type; one that died is set up again as the same standee, fresh."""
    name = party.name or template.name
    species = slug(name) if template.kind == MONSTER else template.kind
    standees = _numbered(ledger.encounter, species, party.standees)
    tags = {number: _tag_of(ledger.encounter, species, number) for number, _ in standees}
    for number, tag in tags.items():
        if tag and ledger.encounter.figures[tag].standing == UP.name:
            raise Refused(f"{ledger.encounter.name(tag)} is already on the table.")
        if tag and ledger.encounter.turn == tag:
            raise Refused(f"{ledger.encounter.name(tag)} fell in its own turn. Set up {number} after that turn.")
    if party.cards:
        # Before they come: who comes in the middle of a round is shown a card at once.
        type_for(ledger, species, name, party.cards)
    stem = stem_for(ledger.encounter, name, template.short)
    taken = ledger.encounter.tags()
    fresh: list[Recruit] = []
    again: list[Figure] = []
    for number, rank in standees:
        old = tags[number]
        tag = old or new_tag(f"{stem}{number}", taken)
        taken.add(tag)
        figure = _standee(ledger, species, party, tag, f"{name} {number}", number, rank)
        if old:
            again.append(figure)
        else:
            fresh.append(Recruit(figure))
    await add_recruits(ledger, tuple(fresh), ("GH-67",) if species in kinds.monster_types() else ())
    for figure in again:
        await _set_up_again(ledger, figure)


def _numbered(encounter: Encounter, species: str, standees: Standees) -> list[tuple[int, str]]:
    """The standees with the lowest free numbers in place of 0. Refused if no number is left."""
    said = {number for number, _ in standees}
    free = [number for number in _free_numbers(encounter, species) if number not in said]
    if len(free) < sum(not number for number, _ in standees):
        raise Refused(f"Standees are numbered 1 to {MOST_STANDEES}; {len(free)} numbers are free.")
    left = iter(free)
    return [(number or next(left), rank) for number, rank in standees]


def _free_numbers(encounter: Encounter, species: str) -> list[int]:
    """The numbers that no standee of a type on the table has, nor one that falls in its own turn."""
    there = (tag for tag, figure in encounter.figures.items() if figure.kind == species)
    used = {
        NUMBER.of(encounter, tag)
        for tag in there
        if tag == encounter.turn or encounter.figures[tag].standing == UP.name
    }
    return [number for number in range(1, MOST_STANDEES + 1) if number not in used]


def _tag_of(encounter: Encounter, species: str, number: int) -> Tag:
    """The standee of that type and number, if it ever stood there."""
    there = (t for t, f in encounter.figures.items() if f.kind == species and NUMBER.of(encounter, t) == number)
    return next(there, "")


def _standee(ledger: Ledger, species: str, party: Party, tag: Tag, name: str, number: int, rank: str) -> Figure:
    """A standee as its type, rank and the scenario's level make it, but for what was said of it."""
    monster_type = kinds.monster_types().get(species)
    level = min(HIGHEST, scenario_level(ledger.encounter))
    sheet = dict(monster_type.sheet(rank, level)) if monster_type else {}
    hp = sheet.pop(HP.name, 1)
    traits: dict[str, Value] = {**sheet, NUMBER.name: number, RANK.name: rank}
    tracks = {HP.name: Track(now=int(str(hp)), most=int(str(hp)))}
    for key, word in dict(party.values).items():
        told = str(worked_out(ledger.encounter, word)) if _counts(key, word) else word
        value = read_value(ledger.rules, key, told)
        if isinstance(value, Track):
            tracks[key] = value
        else:
            traits[key] = value
    return Figure(tag=tag, name=name, kind=species, side=MONSTERS, tracks=tracks, traits=traits)


async def _set_up_again(ledger: Ledger, new: Figure) -> None:
    """A standee that was taken off comes back as new."""
    old, tag = ledger.encounter.figures[new.tag], new.tag
    ledger.record(*(ConditionEnded(tag=tag, id=condition.id) for condition in old.conditions))
    for key in {**old.traits, **new.traits}:
        if old.traits.get(key) != new.traits.get(key):
            ledger.record(TraitSet(tag=tag, trait=key, value=new.traits.get(key)))
    for key, track in new.tracks.items():
        ledger.record(TrackBounded(tag=tag, track=key, most=track.most))
        ledger.record(TrackChanged(tag=tag, track=key, by=track.now - ledger.encounter.of(tag).tracks[key].now))
    ledger.record(UP.set(tag))
    await joined(ledger, tag)


SUMMON_VALUES = (HP.name, ATTACK.name, MOVE.name, RANGE.name, SHIELD.name)
"""What may be said of a summon."""


async def bring_summon(ledger: Ledger, owner: Tag, name: str, values: dict[str, int]) -> None:
    """A summon comes to its owner's side; it has no place in the order before the next round (GH-31)."""
    template = ledger.rules.template(SUMMON)
    if template is None or len(ledger.encounter.figures) >= MOST_FIGURES:
        ledger.remark("There is no room for a summon")
        return
    said = tuple((key, str(value)) for key, value in values.items() if key in SUMMON_VALUES)
    called = clean_name(" ".join(word.capitalize() for word in name.replace("-", " ").split()))
    coming = recruits(ledger.rules, ledger.encounter, template, Details((called,), 1, said))
    await add_recruits(ledger, coming, ("GH-31",))
    for recruit in coming:
        ledger.record(OWNER.set(recruit.figure.tag, owner, "GH-31"))
        ledger.remark(
            f"{recruit.figure.name} acts before {ledger.encounter.name(owner)} from the next round on",
            "GH-31",
        )


def kind_to_add(figure: Figure) -> str:
    """The kind that one like it is added as: a monster that the game does not have is any monster."""
    if figure.traits.get(NUMBER.name) and figure.kind not in kinds.monster_types():
        return MONSTER
    return figure.kind


# -------------------------------------------------------------------- what is asked, and what may be said


def _ask_details(situation: Situation, kind: Chosen) -> Text:
    template = situation.rules.template(kind.option)
    monster = template is not None and template.side == MONSTERS

    if monster:
        check = complaint(partial(read_party, situation.rules))
        named = kind.option in kinds.monster_types()
        prompt = "Standees: 1 2 elite 3" if named else "Name and standees: Rat King 1 2 elite 3 hp=5"
        free = _free_numbers(situation.encounter, kind.option)
        said = [str(free[0]), f"elite {free[0]}", " ".join(map(str, free[:2]))] if free else []
        words = tuple(dict.fromkeys(said))
        return Text(key="details", prompt=prompt, words=words, check=check, longest=LONGEST_DETAILS)
    check = complaint(partial(read_details, situation.rules))
    return Text(
        key="details",
        prompt="A name and values, for example: Ann hp=10",
        optional=True,
        check=check,
        longest=LONGEST_DETAILS,
    )


_ASK_SUMMON = Text(
    key="what",
    prompt="What is summoned? For example: clay-dog hp 4 attack 2 move 3",
    words=("clay-dog hp 4 attack 2 move 3",),
    check=lambda text: "One summon at a time." if ";" in text else problem(f"summon {text}"),
)


def _silent(situation: Situation, kind: Chosen) -> Said | None:
    template = situation.rules.template(kind.option)
    return None if template is not None and template.side == MONSTERS else Said(text="")


# -------------------------------------------------------------------- what is done


@override(
    hint="add figures: add bandit-guard 1 2 elite 3, add party heroes",
    in_full=said_in_full,
    cites=("GH-05", "GH-42", "GH-67"),
)
async def add(ledger: Ledger, kind: Chosen = asks(ask_kind), details: Said = details_of(_ask_details, _silent)) -> None:
    """Adds figures: standees by their numbers, others by name.

    Refused if there is no such kind, or for a summon without an owner.
    """
    template = ledger.rules.template(kind.option)
    if template is None:
        raise Refused(f"There is no {kind.option} to add.")
    if template.side == MONSTERS:
        await _add_standees(ledger, template, read_party(ledger.rules, details.text))
        return
    said = read_details(ledger.rules, details.text)
    if template.kind == SUMMON and dict(said.values).get(OWNER.name, "") not in characters(ledger.encounter):
        raise Refused("A summon needs an owner. Name a character, for example: owner=mira")
    level = dict(said.values).get(LEVEL.name)
    grown = _at_level(template, int(level)) if level is not None else template
    await enlist(ledger, grown, said)


@verb(
    label="Summon", hint="acts before its owner from the next round on", hotkey="M", interjects=True, cites=("GH-31",)
)
async def summon(
    ledger: Ledger, who: Picked = ask_character("Who summons?"), what: Said = asks(_ASK_SUMMON, rest=True)
) -> None:
    """A character's summon comes (GH-31)."""
    (ability,) = read_abilities(f"summon {what.text}")
    await bring_summon(ledger, who.one, ability.word, ability.numbers)
