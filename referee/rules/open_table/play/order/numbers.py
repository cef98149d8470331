"""Numbers of the order: what is asked of figures and sides before it can be laid out.

Used as a fight or a round begins, and where it is chosen who acts next.
Gives questions, and the numbers and sides that were answered.
"""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Literal

from msgspec.structs import replace

from referee.engine.contract.kinds import TraitKind
from referee.engine.dice.dice import Expression
from referee.engine.dice.number_questions import AskedNumber, Numbers
from referee.engine.events.event import TraitSet
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose, Pick
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter, Slot
from referee.rules.open_table.language.expression import ZERO
from referee.rules.open_table.play.amounts.throwing import expression_of
from referee.rules.open_table.play.dice_tests.modifiers import RollChanges, changed, changes_of
from referee.rules.open_table.play.game import Game, Play
from referee.rules.open_table.play.order.places import (
    WITHOUT_NUMBER,
    Unit,
    deal_cards,
    is_wild,
    label,
    rank,
    side_number,
    side_of,
    units,
)

LAST_SIDE = TraitKind("order.last_side", "")
"""The side that had the last turn; kept by the rules."""


async def ask_numbers(play: Play, who: Sequence[Tag], anew: bool = False) -> None:
    """Asks for the numbers of those of these figures who have none; with `anew` of all, the old ones offered.

    Where the order goes by cards they are dealt; where no numbers make it, nothing is asked.
    """
    order = play.file.order
    if order.by == "card":
        await deal_cards(play, who, anew)
        return
    if "number" not in (order.by, order.within) or not _asked(play, who, anew):
        return
    all_asked = anew or not play.encounter.order
    told = await Ask(lambda: _question(play, _asked(play, who, anew), all_asked))
    numbers = {number.name: number.n for number in told.numbers}
    trait = order.trait
    for unit in chain.from_iterable([_parts(each, numbers) for each in _asked(play, who, anew)]):
        n = numbers.get(unit.tag)
        cites = play.game.cites_of("order.group") if len(unit.members) > 1 else ()
        if n is None:
            play.ledger.record(*(WITHOUT_NUMBER.set(tag, True) for tag in unit.members))
        if n != unit.number:
            play.ledger.record(*(TraitSet(tag=tag, trait=trait, value=n, cites=cites) for tag in unit.members))
        if n not in (None, unit.number) and order.test:
            for tag in unit.members:  # what a next roll uses up, such as a die that is lent
                play.ledger.happened(tag, f"makes {order.test}")


def _parts(unit: Unit, numbers: Mapping[Tag, int | None]) -> list[Unit]:
    """Those of a unit one by one if they were told a number each; else the unit itself."""
    if not any(tag in numbers for tag in unit.members[1:]):
        return [unit]
    return [replace(unit, members=(tag,)) for tag in unit.members]


def _asked(play: Play, who: Sequence[Tag], anew: bool) -> list[Unit]:
    """Who is asked: first those whose dice the table throws."""
    encounter = play.encounter
    found = [unit for unit in units(play.game, encounter, who) if anew or _lacks_number(encounter, unit)]
    return sorted(found, key=lambda unit: encounter.figures[unit.tag].side in play.ledger.rules.app_sides)


def _lacks_number(encounter: Encounter, unit: Unit) -> bool:
    """True if nobody has said the number of these, nor that they have none."""
    return unit.number is None and not all(WITHOUT_NUMBER.of(encounter, tag) for tag in unit.members)


def _question(play: Play, asked: Sequence[Unit], all_asked: bool) -> Numbers:
    file = play.file
    trait = file.traits[file.order.trait]
    return Numbers(
        key=file.order.trait,
        prompt=f"{file.order.asked} for everyone" if len(asked) > 1 and all_asked else file.order.asked,
        numbers=tuple(
            AskedNumber(
                name=unit.tag,
                label=label(play.encounter, unit),
                dice=_dice(play, unit),
                by=unit.tag,
                least=trait.least,
                most=trait.most,
                default=unit.number,
                blank=True,
                each=unit.members if file.order.group_turn != "one" else (),
            )
            for unit in asked
        ),
        first=_who_comes_first(play) if all_asked else "",
        fallen_too=True,
        cites=file.cites.begin,
    )


def _dice(play: Play, unit: Unit) -> Expression | None:
    """What is thrown for a unit: with what conditions do to the test of the order, where they do it to all of it."""
    order, who = play.file.order, unit.tag
    rule = play.file.tests.get(order.test)
    if rule is None:
        return expression_of(play, order.roll, who)
    looks = {tag: play.names(own=tag, actor=tag) for tag in unit.members}
    changes = [changes_of(play.game, look, rule, tag, None) for tag, look in looks.items()]
    alike = changes[0] if all(each == changes[0] for each in changes) else RollChanges()
    return expression_of(play, order.roll, who, lambda roll: changed(rule, roll, ZERO, alike, looks[who])[0])


def _who_comes_first(play: Play) -> Literal["", "highest", "lowest"]:
    """Which numbers begin the round, where nothing but the numbers says so."""
    order = play.file.order
    return "" if order.by != "number" else "lowest" if order.lowest_first else "highest"


async def ask_sides(play: Play, anew: bool) -> bool:
    """Each side throws for its place, if the file says so and it has not thrown yet; True if one does."""
    roll = play.file.order.side_roll
    sides = _sides_asked(play, anew)
    if roll is None or not sides:
        return False

    def build() -> Numbers:
        numbers = (
            AskedNumber(name=side, label=side.capitalize(), dice=expression_of(play, roll, first), by=side)
            for side, first in _sides_asked(play, anew).items()
        )
        return Numbers(key="sides", prompt="Which side acts first?", numbers=tuple(numbers))

    told = {number.name: number.n or 0 for number in (await Ask(build)).numbers}
    shown = ", ".join(f"{side} {n}" for side, n in told.items())
    play.ledger.remark(f"Sides: {shown}", *play.file.order.cites)
    order = play.file.order
    first = {await _first_of_equals(play, equals) for equals in _equals(told)}
    for side, n in told.items():
        ahead = (side in first) != order.lowest_first
        play.ledger.record(side_number(side).set(TABLE, 2 * n + ahead))
    return True


def _equals(told: Mapping[str, int]) -> list[tuple[str, ...]]:
    """The sides that have thrown the same."""
    alike = {n: tuple(side for side in told if told[side] == n) for n in told.values()}
    return [sides for sides in alike.values() if len(sides) > 1]


async def _first_of_equals(play: Play, equals: tuple[str, ...]) -> str:
    """Which of the sides that have thrown the same acts first: one that the file names, else as the table says."""
    order = play.file.order
    named = next((word for word in order.ties if word in equals), None)
    if named is not None:
        return named

    def build() -> Choose:
        prompt = f"{' and '.join(equals)} rolled the same. Which acts first?"
        return Choose(key=f"equal {' '.join(equals)}", prompt=prompt, options=equals, cites=order.cites)

    return (await Ask(build)).option


def _sides_asked(play: Play, anew: bool) -> Mapping[str, Tag]:
    """The sides that throw, each with the first of it whose turn comes round, for the values that its throw names."""
    encounter = play.encounter
    there = [figure for figure in encounter.figures.values() if play.ledger.rules.gets_turn(encounter, figure.tag)]
    first = {figure.side: figure.tag for figure in reversed(there)}
    sides = dict.fromkeys(figure.side for figure in there)
    known = encounter.of(TABLE).traits
    return {side: first[side] for side in sides if anew or side_number(side).name not in known}


def candidates(play: Play) -> tuple[Tag, ...]:
    """Who may act next: where sides alternate, one of another side than the last while they have somebody left.

    Where they throw for it, one of the side that has won begins the round.
    """
    encounter = play.encounter
    ready = play.ledger.rules.may_act(encounter)
    order = play.game.file(encounter).order
    if not order.alternate:
        return ready
    if order.side_roll is not None and ready and not any(slot.acted or slot.begun for slot in encounter.order):
        ranks = {tag: rank(play.game, encounter, side_of(encounter, tag)) for tag in ready}
        return tuple(tag for tag in ready if ranks[tag] == min(ranks.values()))
    last = LAST_SIDE.of(encounter, TABLE)
    others = tuple(tag for tag in ready if side_of(encounter, tag) != last)
    return others or ready


async def choose_next(play: Play) -> Tag | None:
    """Who acts next, as the table says; None if nobody is left in this round."""
    ready: Sequence[Tag] = candidates(play)
    if len(ready) < 2:
        return ready[0] if ready else None
    picked = await Ask(
        lambda: Pick(
            key="turn",
            prompt="Who acts next?",
            among=candidates(play),
            begins_turn=True,
            cites=play.file.order.cites,
        )
    )
    return picked.one


def remember_side(play: Play, who: Tag) -> None:
    """Keeps whose side has had a turn, where sides alternate."""
    if play.file.order.alternate:
        play.ledger.record(LAST_SIDE.set(TABLE, side_of(play.encounter, who)))


def waits_for_its_moment(game: Game, encounter: Encounter, slot: Slot) -> bool:
    """True for a place whose owner acts when it likes, and has not yet."""
    return slot.held and not slot.begun and not slot.acted and is_wild(game, encounter, slot.who)
