"""Overrides: what the referee changes about figures over the rules, in every game."""

from referee.engine.contract.standing import AWAY
from referee.engine.events.event import Renamed
from referee.engine.figures.add_details import MOST_COPIES, typed_name
from referee.engine.figures.recruit import Recruit, fresh_copy, stem_for
from referee.engine.numbers import is_number
from referee.engine.questions.answer import Counted, Picked, Said
from referee.engine.questions.typed_questions import Amount, Text
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import MOST_FIGURES
from referee.engine.state.tags import numbered
from referee.engine.verbs.add import add_recruits
from referee.engine.verbs.anybody import anybody
from referee.engine.verbs.ending_tests import end_turn
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Situation, asks, override

_ASK_COPIES = Amount(key="copies", prompt="How many?", least=1, most=MOST_COPIES)


@override(hint="adds copies of a figure: clone g1 2")
async def clone(
    ledger: Ledger,
    who: Picked = anybody(MOST_FIGURES, "Who is copied?"),
    copies: Counted = asks(_ASK_COPIES, default=Counted(n=1)),
) -> None:
    """Adds copies of a figure, each fresh and with the same things."""
    for tag in who.tags:
        await _clone(ledger, ledger.encounter.figures[tag], copies.n)


async def _clone(ledger: Ledger, like: Figure, copies: int) -> None:
    family = like.name.rpartition(" ")[0] if is_number(like.name.rpartition(" ")[2]) else like.name
    stem = stem_for(ledger.encounter, family)
    taken = ledger.encounter.tags()
    out: list[Recruit] = []
    for _ in range(copies):
        tag = numbered(stem, taken)
        taken.add(tag)
        name = f"{family} {tag.removeprefix(stem).lstrip('-')}"
        out.append(fresh_copy(ledger.rules, ledger.encounter, like, tag, name))
    await add_recruits(ledger, tuple(out), ())


@override(hint="takes figures off the table; `set g1 standing up` puts g1 back")
async def remove(ledger: Ledger, who: Picked = anybody(MOST_FIGURES, "Who leaves the table?")) -> None:
    """Takes figures off the table; they stay readable, and can be set up again. Their turn ends first."""
    for tag in who.tags:
        if ledger.encounter.turn == tag:
            await end_turn(ledger, tag)
        ledger.record(AWAY.set(tag))
        await ledger.rules.on_removed(ledger, tag)


def _ask_name(situation: Situation, who: Picked) -> Text:
    return Text(key="name", prompt="What is the new name?", check=lambda text: _name_problem(situation, who.tags, text))


def _name_problem(situation: Situation, who: tuple[Tag, ...], text: str) -> str | None:
    """Why a figure cannot be renamed so; None if it can."""
    name = typed_name(text)
    if not name:
        return "Type a name with at least one letter."
    others = [figure for tag, figure in situation.encounter.figures.items() if tag not in who]
    taken = [figure.tag for figure in others if figure.name.lower() == name.lower()]
    return f"{name} is already the name of {taken[0]}. Choose another name." if taken else None


@override(hint="renames a figure; its tag stays the same")
async def rename(
    ledger: Ledger,
    who: Picked = anybody(1, "Who gets another name?", away_too=True),
    name: Said = asks(_ask_name, rest=True),
) -> None:
    """Gives a figure another name."""
    ledger.record(Renamed(tag=who.one, name=typed_name(name.text), remembers=True))
