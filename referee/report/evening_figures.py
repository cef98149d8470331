"""The figures of an evening: who did what to whom, health over the rounds, dice, time and gains, from recorded events.

What was undone or corrected away is not in the record that is read, so it does not count.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from referee.engine.contract.standing import AWAY
from referee.engine.record.applied_commands import AppliedCommand, applied_commands
from referee.engine.record.step_log import ReadableStepLog
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import System
from referee.report.dice import DiceCount, Thrown, counts, throws_of
from referee.report.fight_clock import When
from referee.report.fight_course import Course, Round, Span, TurnTime, rounds_of
from referee.report.known_figures import Known
from referee.text.harmless import clean
from referee.text.phrases import capitalised
from referee.words.fight_summary import HARM, Deed, FightSummary, empty_summary
from referee.words.public_names import public_title


class Totals(Struct, frozen=True):
    """What one figure did in the fight, and what was done to it."""

    name: str
    """What it is called."""
    side: str
    """Who it fights for; empty: for itself."""
    standing: str
    """How it stands at the end."""
    dealt: int
    """The damage that it dealt to others, in points that they lost."""
    taken: int
    """The damage that it took, `absorbed` among it."""
    absorbed: int
    """How much of it other points than health took, such as temporary ones."""
    healed: int
    """The health that it gave back, to itself, too."""
    regained: int
    """The health that it got back, by whatever."""
    changed: int
    """By how much its health was set up, or down, by hand or by another maximum."""
    attacks: int
    """How often it attacked."""
    hits: int
    """How many of these attacks hit."""
    felled: int
    """How often its harm took somebody out of the fight, the dead among them."""
    killed: int
    """How often its harm was somebody's death."""
    fell: int
    """How often harm took it out of the fight."""
    most: int | None
    """The maximum of its health at the end; None if there is none, or it is kept from the players."""
    came: int
    """The round in which it came; 1 also for those who were there before."""
    health: tuple[int, ...]
    """Its health when it came, or the first round began, and after each round from then on. Empty where it has none, or
    it is kept from the players."""


class Pair(Struct, frozen=True):
    """What one did to another."""

    who: str
    """Who did it; `by hand`, or `other causes`."""
    whom: str
    """To whom."""
    damage: int
    """Points that were lost, those among them that other points than health took."""
    healing: int
    """Health that was given back."""
    attacks: int
    """How often the one attacked the other."""
    hits: int
    """How many of these attacks hit."""
    felled: int
    """How often the one took the other out of the fight."""
    killed: int
    """How often it was the other's death."""


class Evening(Struct, frozen=True):
    """All that there is to report of a fight."""

    name: str
    """What the encounter is called."""
    game: str
    """The title of the game."""
    is_whole: bool
    """With what is hidden from the players."""
    told: str
    """The rounds and who fell, in a sentence; empty where no round has begun."""
    health: str
    """What the game calls health: HP."""
    began: str | None
    """When the first round began, as 2026-03-01T18:30:00+00:00; None if the record has no times."""
    seconds: int | None
    """How long the fight took, without breaks."""
    breaks: int
    """Seconds of longer breaks in it."""
    figures: tuple[Totals, ...]
    """What each did, and what was done to it."""
    pairs: tuple[Pair, ...]
    """What each did to each."""
    rounds: tuple[Round, ...]
    """The course of the fight."""
    turns: tuple[TurnTime, ...]
    """How long turns took."""
    dice: tuple[DiceCount, ...]
    """The dice of each thrower."""
    totals_typed: int
    """Rolls that were typed as a total, and are no part of the dice."""
    rolls_unread: int
    """Rolls of older rules whose dice are not known any more."""
    gains: tuple[str, ...]
    """What the players have gained or lost beside health, in sentences."""
    experience: int
    """The experience that was awarded."""
    due: int
    """The experience that the fallen are worth and that was not awarded yet; 0 for the players."""


def evening_of(rules: System, step_log: ReadableStepLog, name: str, when: When, is_whole: bool) -> Evening:
    """The evening that is recorded up to the present position.

    when: the times of the steps; is_whole: with what is hidden from the players.
    """
    summary, course = empty_summary(rules, step_log), Course(when, step_log)
    dice: list[Thrown] = []
    acts: list[tuple[int, AppliedCommand]] = []
    came: dict[Tag, int] = {}
    totals: list[str | None] = []
    unread = 0
    for act in applied_commands(step_log, step_log.position):
        before = summary.rounds if rules.fight.is_on(act.before) else 0
        summary.add([act.entry])
        course.follow(act, before, summary.rounds)
        came |= dict.fromkeys(act.after.figures.keys() - came.keys(), summary.rounds)
        if summary.rounds:
            acts.append((summary.rounds, act))
            throws = throws_of(rules, act)
            dice += throws.thrown
            totals, unread = [*totals, *throws.totals], unread + throws.unread
    known = Known(rules, summary.encounter, is_whole)
    spans = [(Span(round_, summary.is_after(round_, act.entry.seat)), act) for round_, act in acts]
    deeds = [deed for deed in summary.deeds if known.knows(deed.whom) and (is_whole or _is_public(known, deed))]
    shown_dice = [each for each in dice if is_whole or _is_thrown_openly(known, each)]
    shown_totals = [by for by in totals if is_whole or (by is not None and known.knows(by))]
    return Evening(
        name=public_title(clean(name), known.text),
        game=summary.rules.title,
        is_whole=is_whole,
        told=_told(summary, known),
        health=summary.rules.health_label,
        began=course.began.isoformat(timespec="seconds") if course.began else None,
        seconds=round(sum(course.by_round.values())) if course.began else None,
        breaks=round(course.breaks),
        figures=tuple(_totals(summary, known, deeds, came)),
        pairs=tuple(_pairs(known, deeds)),
        rounds=tuple(rounds_of(summary.rounds, known, deeds, spans, course)),
        turns=tuple(course.turns(known)),
        dice=counts((known.thrower(each), each) for each in shown_dice),
        totals_typed=len(shown_totals),
        rolls_unread=unread,
        gains=tuple(known.text(capitalised(text)) for text in summary.gains(known.knows)),
        experience=summary.awarded,
        due=summary.due if is_whole else 0,
    )


def _is_public(known: Known, deed: Deed) -> bool:
    """Do the players know of it? What a hidden figure does shows only in what others lose or gain by it."""
    return not deed.hidden and (known.knows(deed.who) or deed.what not in ("attack", "hit"))


def _is_thrown_openly(known: Known, thrown: Thrown) -> bool:
    """Do the players know of these dice?"""
    return not thrown.hidden and known.knows(thrown.by)


def _told(summary: FightSummary, known: Known) -> str:
    if not summary.rounds:
        return ""
    fell = [known.name(tag) for tag in summary.fallen if known.knows(tag)]
    return known.text(summary.lasted(fell))


# -------------------------------------------------------------------- who did what to whom


def _totals(summary: FightSummary, known: Known, deeds: Sequence[Deed], came: Mapping[Tag, int]) -> Iterator[Totals]:
    """A row for each figure that was in the fight, without what came after; came: the round in which each came."""
    by, upon = defaultdict[Tag | None, list[Deed]](list), defaultdict[Tag | None, list[Deed]](list)
    for deed in deeds:
        by[deed.who].append(deed)
        upon[deed.whom].append(deed)
    for tag, figure in summary.encounter.figures.items():
        if not known.knows(tag) or (figure.standing == AWAY.name and not by[tag] and not upon[tag]):
            continue
        mine, on_me = ([deed for deed in deeds if not deed.after] for deeds in (by[tag], upon[tag]))
        health, first = known.health(figure), max(1, came.get(tag, 0))
        healths = _health(health[0], upon[tag], range(first, summary.rounds + 1)) if health is not None else ()
        on_others = [deed for deed in mine if deed.whom != tag]
        yield Totals(
            name=known.name(tag),
            side="" if figure.side == tag else clean(figure.side),
            standing=figure.standing,
            dealt=_sum(on_others, *HARM),
            taken=_sum(on_me, *HARM),
            absorbed=_sum(on_me, "absorbed"),
            healed=_sum(mine, "healing"),
            regained=_sum(on_me, "healing"),
            changed=_sum(on_me, "changed"),
            attacks=_sum(mine, "attack"),
            hits=_sum(mine, "hit"),
            felled=_sum(on_others, "fall"),
            killed=_sum(on_others, "death"),
            fell=_sum(on_me, "fall"),
            most=health[1] if health is not None else None,
            came=first,
            health=tuple(healths),
        )


def _sum(deeds: Iterable[Deed], *what: str) -> int:
    return sum(deed.n for deed in deeds if deed.what in what)


_GIVES = {"damage": -1, "healing": 1, "changed": 1}
"""What deeds do to health."""


def _health(now: int, on_me: Sequence[Deed], rounds: Sequence[int]) -> Iterator[int]:
    """Health before these rounds and after each of them, worked out backwards from what it is now."""
    if not rounds:
        return
    gains = [((deed.round, deed.after), _GIVES.get(deed.what, 0) * deed.n) for deed in on_me]
    for number in (0, *rounds):
        yield now - sum(n for when, n in gains if when > (number, False))


def _pairs(known: Known, deeds: Iterable[Deed]) -> Iterator[Pair]:
    """What each did to each in the fight, doer after doer as they stand in the table of totals."""
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for deed in deeds:
        if deed.what != "changed" and not deed.after:
            found[known.doer(deed), known.name(deed.whom) if deed.whom is not None else "nobody"][deed.what] += deed.n
    place = {known.name(tag): n for n, tag in enumerate(known.encounter.figures)}
    for (who, whom), n in sorted(found.items(), key=lambda pair: place.get(pair[0][0], len(place))):
        damage = sum(n[what] for what in HARM)
        yield Pair(who, whom, damage, n["healing"], n["attack"], n["hit"], n["fall"], n["death"])
