"""Enlist: adds new figures to the encounter; asks about a side that nobody is on."""

from referee.engine.ask import Ask
from referee.engine.encounter import MOST_FIGURES
from referee.engine.event import CardsMoved
from referee.engine.kinds import Template
from referee.engine.ledger import Ledger
from referee.engine.problem import Refused
from referee.engine.question import Choose
from referee.engine.recruit import Details, Recruit, recruits
from referee.engine.tags import nearest, slug


async def enlist(ledger: Ledger, template: Template, said: Details) -> None:
    """Adds figures of a template with these details. Asks to confirm a side that nobody is on."""
    values = [(key, await resolve_side(ledger, template, word) if key == "side" else word) for key, word in said.values]
    said = said._replace(values=tuple(values))
    await add_recruits(ledger, recruits(ledger.rules, ledger.encounter, template, said), template.cites)


async def resolve_side(ledger: Ledger, template: Template | None, word: str) -> str:
    """The side to use; asks if the template has another side and nobody is on the one said."""
    side = slug(word)
    figures = ledger.encounter.figures.values()
    known = {sort.side: "" for sort in ledger.rules.templates if sort.side}
    known |= {figure.side: "" for figure in figures if figure.side != figure.tag}
    if ledger.rules.free_sides or template is None or not template.side or side in known:
        return side
    near = nearest(side, known)
    hint = f" Did you mean {near}?" if near else ""
    chosen = await Ask(
        lambda: Choose(
            key=f"side {side}",
            prompt=f"Nobody is on the side {side}.{hint} Which side is it?",
            options=(side, *known),
            labels={side: "a new side"},
            default=near,
        )
    )
    return chosen.option


async def add_recruits(ledger: Ledger, coming: tuple[Recruit, ...], cites: tuple[str, ...]) -> None:
    """Adds these figures and their things, then calls the system's hook for each.

    Raises Refused if there are too many.
    """
    if len(ledger.encounter.figures) + len(coming) > MOST_FIGURES:
        raise Refused(f"A table has room for {MOST_FIGURES} figures.")
    for recruit in coming:
        ledger.join(recruit.figure, *cites)
        vital = recruit.figure.tracks.get(ledger.rules.health_name)
        up = recruit.figure.standing == ledger.rules.standings[0].name
        if up and vital is not None and ledger.rules.health_spent(vital):
            raise Refused(f"{recruit.figure.name} cannot come with no {ledger.rules.health_name} left.")
        for pile, thing in recruit.things:
            ledger.join(thing)
            ledger.record(CardsMoved(src=None, dst=(recruit.figure.tag, pile), cards=(thing.tag,)))
        await ledger.rules.on_added(ledger, recruit.figure.tag)
        for kind, value in recruit.conditions:
            ledger.afflict(recruit.figure.tag, kind, value=value)
            await ledger.rules.on_condition_added(ledger, recruit.figure.tag, kind)
