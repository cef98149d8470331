"""Joining: figures come to the table and get their numbers and their place in the round (DJ-29, 51, 90)."""

from referee.engine.bearer import TABLE, Tag
from referee.engine.encounter import Encounter, Slot
from referee.engine.event import SlotPut, TrackBounded
from referee.engine.ledger import Ledger
from referee.rules.descent import kinds, templates
from referee.rules.descent.kinds import HEROES, PARTY, SPEED, TOKENS, is_hero, set_track

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
        ledger.record(
            TrackBounded(tag=TABLE, track=kinds.CONQUEST.name, most=None),
            kinds.CONQUEST.change(TABLE, _FIRST_CONQUEST, "DJ-51"),
        )
    if kinds.THREAT.track(ledger.encounter, TABLE) is None:
        ledger.record(TrackBounded(tag=TABLE, track=kinds.THREAT.name, most=None))
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
    old, new = templates.monster_row(kind, was), templates.monster_row(kind, heroes(encounter))
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
        ledger.remark(f"{ledger.encounter.name(who)} has acted in this round; it does not again", "DJ-90")
        return
    step = step_of(ledger.encounter, who)
    if ledger.encounter.round and (step or ledger.encounter.phase == HEROES):
        later = next((slot.who for slot in ledger.encounter.order if slot.step > step), None)
        ledger.record(SlotPut(slot=Slot(who=who, step=step), before=later))


async def left(ledger: Ledger, who: Tag) -> None:
    """A figure is taken off the table; nothing else follows from it."""
