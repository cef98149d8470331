"""Joining: who is added or comes back, with the numbers and the place in the round (DJ-29, 35, 51, 90, 93)."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from referee.engine.contract.template import Template
from referee.engine.events.event import ConditionEnded, SlotPut, TrackBounded
from referee.engine.questions.answer import Picked
from referee.engine.questions.question import Pick
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import MOST_FIGURES, Encounter, Slot
from referee.engine.state.own_values import Track, Value
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Situation, asks, verb
from referee.rules.descent import kinds
from referee.rules.descent.equipment import items
from referee.rules.descent.kinds import HEROES, PARTY, SPEED, TOKENS, is_hero, set_track
from referee.rules.registry import toml_of

_FEWEST = 2
"""The heroes for whom a card's first number is."""


_read = partial(toml_of, kinds.PACKAGE)


def _hero(kind: str, sheet: Mapping[str, Any]) -> Template:
    traits: dict[str, Value] = {
        trait.name: sheet[trait.name]
        for trait in (kinds.ARMOR, kinds.SPEED, kinds.MELEE, kinds.RANGED, kinds.MAGIC, kinds.WORTH)
        if trait.name in sheet
    }
    things = [(kinds.EQUIPPED.name, items()[word]) for word in sheet.get("carries", ())]
    things += [(kinds.PACK.name, items()[word]) for word in sheet.get("pack", ())]
    tracks = {
        kinds.WOUNDS.name: Track(now=sheet["wounds"], most=sheet["wounds"]),
        kinds.FATIGUE.name: Track(now=sheet["fatigue"], most=sheet["fatigue"]),
        kinds.MOVES.name: Track(now=0),
        kinds.ATTACKS.name: Track(now=0),
    }
    return Template(
        kind,
        kinds.HEROES,
        name=sheet["name"],
        tracks=tracks,
        traits=traits,
        things=tuple(things),
        cites=("DJ-28",),
        hint=sheet["hint"],
    )


def _monster(sort: str, card: Mapping[str, Any], master: bool) -> Template:
    row = card["master" if master else "normal"]
    traits: dict[str, Value] = {
        kinds.TYPE.name: card["type"],
        kinds.SIZE.name: card["size"],
        kinds.ARMOR.name: at(row["armor"], _FEWEST),
        kinds.SPEED.name: at(row["speed"], _FEWEST),
        kinds.DICE.name: tuple(row["dice"]),
        kinds.ABILITIES.name: tuple(row.get("abilities", ())),
        kinds.MASTER.name: master,
        kinds.PARTY_ROW.name: _FEWEST,
    }
    tracks = {
        kinds.TOKENS.name: Track(now=0, most=at(row["rating"], _FEWEST)),
        kinds.MOVES.name: Track(now=0),
        kinds.ATTACKS.name: Track(now=0),
    }
    return Template(
        f"master-{sort}" if master else sort,
        kinds.OVERLORD,
        name=f"Master {card['name'].lower()}" if master else card["name"],
        short=f"m{card['short']}" if master else card["short"],
        numbered=True,
        tracks=tracks,
        traits=traits,
        cites=("DJ-29",),
        hint=f"{card['type']}, {', '.join(row.get('abilities', ())) or 'no abilities'}",
    )


def at(number: int | list[int], heroes: int) -> int:
    """The number of a card for so many heroes."""
    return number if isinstance(number, int) else number[max(_FEWEST, min(heroes, _FEWEST + 2)) - _FEWEST]


def monster_row(kind: str, heroes: int) -> tuple[int, int, int] | None:
    """Rating, armor and speed of a sort of monster for so many heroes; None for one that is not of this book."""
    sort = kind.removeprefix("master-")
    card = _read("monsters.toml").get(sort)
    if card is None:
        return None
    numbers = card["normal" if sort == kind else "master"]
    return at(numbers["rating"], heroes), at(numbers["armor"], heroes), at(numbers["speed"], heroes)


def templates() -> tuple[Template, ...]:
    """All that can be added."""
    heroes = tuple(_hero(kind, sheet) for kind, sheet in _read("heroes.toml").items())
    cards = _read("monsters.toml").items()
    return heroes + tuple(_monster(sort, card, master) for sort, card in cards for master in (False, True))


_FIRST_CONQUEST = 5
"""Conquest tokens that heroes begin with, unless the referee says otherwise."""


def step_of(encounter: Encounter, who: Tag) -> int:
    """Heroes act before the overlord's figures."""
    return 0 if encounter.figures[who].side == HEROES else 1


def heroes(encounter: Encounter) -> int:
    """For how many heroes the monsters' cards are read (DJ-29)."""
    chosen = PARTY.of(encounter)
    present = sum(is_hero(encounter, tag) and figure.standing != "away" for tag, figure in encounter.figures.items())
    return present if chosen == "auto" else int(chosen)


async def joined(ledger: Ledger, who: Tag) -> None:
    """A figure comes: the table's tokens are laid out, cards are read for so many heroes, and it has its place."""
    if kinds.CONQUEST.track(ledger.encounter, TABLE) is None:
        ledger.lay_track(kinds.CONQUEST)
        ledger.record(kinds.CONQUEST.change(TABLE, _FIRST_CONQUEST, "DJ-51"))
    ledger.lay_track(kinds.THREAT)
    if not is_hero(ledger.encounter, who):
        read_card(ledger, who)
        if ledger.rules.spent(ledger.encounter, who):
            set_track(ledger, who, TOKENS, 0)
    elif ledger.encounter.round == 0:
        for tag in tuple(ledger.encounter.figures):
            read_card(ledger, tag)
    take_turn_slot(ledger, who)


def read_card(ledger: Ledger, who: Tag) -> None:
    """A monster's rating, armor and speed become those for this number of heroes, unless the referee has set them."""
    encounter = ledger.encounter
    if is_hero(encounter, who):
        return
    was = kinds.PARTY_ROW.of(encounter, who)
    kind = encounter.figures[who].kind
    old, new = monster_row(kind, was), monster_row(kind, heroes(encounter))
    if not was or old is None or new is None:
        return
    now = (TOKENS.most(encounter, who), kinds.ARMOR.of(encounter, who), SPEED.of(encounter, who))
    if now != old:
        return
    if new != old:
        ledger.record(
            TrackBounded(tag=who, track=TOKENS.name, most=new[0], cites=("DJ-29",)),
            kinds.ARMOR.set(who, new[1], "DJ-29"),
            SPEED.set(who, new[2], "DJ-29"),
        )
    ledger.record(kinds.PARTY_ROW.set(who, max(2, min(4, heroes(encounter)))))


def take_turn_slot(ledger: Ledger, who: Tag) -> None:
    """In the middle of a round a figure has its place in it, unless it or its side has acted (DJ-90)."""
    slot = ledger.encounter.slot(who)
    if slot is not None and slot.acted:
        ledger.remark(f"{ledger.encounter.name(who)} has already acted this round", "DJ-90")
        return
    step = step_of(ledger.encounter, who)
    if ledger.encounter.round and (step or ledger.encounter.phase == HEROES):
        later = next((slot.who for slot in ledger.encounter.order if slot.step > step), None)
        ledger.record(SlotPut(slot=Slot(who=who, step=step), before=later))


def _ask_killed(situation: Situation) -> Pick:
    among = tuple(tag for tag, each in situation.encounter.figures.items() if each.standing == kinds.KILLED.name)
    return Pick(key="who", prompt="Who comes back?", among=among, most=MOST_FIGURES)


@verb(
    label="Spawn",
    hint="bring back a killed hero, or a killed monster's figure",
    hotkey="Z",
    interjects=True,
    cites=("DJ-35",),
    actor="",
)
async def spawn(ledger: Ledger, who: Picked = asks(_ask_killed, nobody="No figure has been killed [DJ-35].")) -> None:
    """Killed figures come back: a monster's is spawned again (DJ-35), a hero returns, all fresh (DJ-93)."""
    for tag in who.tags:
        hero, name = is_hero(ledger.encounter, tag), ledger.encounter.name(tag)
        told = f"{name}, who was killed, comes back" if hero else f"The overlord spawns {name} again"
        ledger.remark(told, "DJ-35", tag=tag, introduces=True)
        for condition in ledger.encounter.of(tag).conditions:
            ledger.record(ConditionEnded(tag=tag, id=condition.id, cites=("DJ-93",)))
        if hero:
            set_track(ledger, tag, kinds.WOUNDS, kinds.WOUNDS.most(ledger.encounter, tag), "DJ-51")
            set_track(ledger, tag, kinds.FATIGUE, kinds.FATIGUE.most(ledger.encounter, tag), "DJ-51")
        else:
            set_track(ledger, tag, TOKENS, 0, "DJ-35")
        ledger.record(kinds.UP.set(tag, "DJ-35"))
        take_turn_slot(ledger, tag)
        if ledger.encounter.board is not None:
            ledger.remark(f"Put {name} on the board: place {tag} c5", "DJ-35")
