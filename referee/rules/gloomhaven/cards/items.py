"""Items: used, spent, used up (GH-25)."""

from collections.abc import Mapping

from referee.engine.answer import Answer, Picked
from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.engine.shared_key import SharedKey
from referee.engine.verb import Situation, asks, verb
from referee.rules.gloomhaven.abilities.ability import read_abilities
from referee.rules.gloomhaven.abilities.perform import perform
from referee.rules.gloomhaven.conditions import barring
from referee.rules.gloomhaven.kinds import (
    ITEMS,
    PARTS,
    SPENT,
    USE,
    USED,
    WHEN,
    characters,
)


def _bearer_of(encounter: Encounter, item: Tag) -> Tag:
    """The character among whose ready or spent items it is."""
    there = (t for t in characters(encounter) if item in ITEMS.of(encounter, t) or item in SPENT.of(encounter, t))
    return next(there, "")


def _user(encounter: Encounter, given: Mapping[str, Answer]) -> tuple[Tag, ...]:
    """The character whose item is used."""
    what = given.get("what")
    return (_bearer_of(encounter, what.one),) if isinstance(what, Picked) else ()


def _ask_item(situation: Situation) -> Pick:
    """The items of whoever's turn it is, and of others those that are for any time."""
    encounter, turn = situation.encounter, situation.encounter.turn
    among: list[Tag] = []
    barred: dict[Tag, str] = {}
    for who in characters(encounter):
        for tag in SPENT.of(encounter, who):
            barred[tag] = f"{encounter.name(tag)} is spent until a long rest [GH-38]."
        for tag in ITEMS.of(encounter, who):
            if kind := barring(encounter, who):
                barred[tag] = f"{encounter.name(who)} is {kind.adjective}: no items [GH-35]."
            elif who == turn or WHEN.of(encounter, tag) == "any":
                among.append(tag)
            else:
                barred[tag] = f"{encounter.name(tag)} is used on the turn of {encounter.name(who)} [GH-25]."
    return Pick(key="what", prompt="Which item?", among=tuple(among), barred=barred, cites=("GH-25",))


def _no_items(situation: Situation) -> str | None:
    question = _ask_item(situation)
    return None if question.among or question.barred else "Nobody has an item [GH-25]."


@verb(
    label="Item",
    hint="before, during or after an action",
    hotkey=SharedKey.ITEM,
    bar=_no_items,
    interjects=True,
    cites=("GH-25",),
    actor=_user,
)
async def item(ledger: Ledger, what: Picked = asks(_ask_item, nobody="Nobody has an item to use [GH-25].")) -> None:
    """An item is used: what it does happens, and it is spent or used up (GH-25)."""
    tag = what.one
    who = _bearer_of(ledger.encounter, tag)
    used = USE.of(ledger.encounter, tag) == "used"
    ledger.remark(f"{ledger.encounter.name(who)} uses {ledger.encounter.name(tag)}", "GH-25")
    ledger.record(ITEMS.move(who, USED if used else SPENT, (tag,), "GH-25"))
    await perform(ledger, who, read_abilities(PARTS.of(ledger.encounter, tag)), f"item {tag}", sure=True)


VERBS = (item,)
