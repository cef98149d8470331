"""Tracks of figures at play: how they stand, whom they concern, what fills them again.

Used wherever a track is looked at or comes back.
Gives the track of a bearer, whether it is at its end, and functions that record what becomes of it.
"""

from collections.abc import Sequence
from contextlib import suppress

from msgspec.structs import replace

from referee.engine.contract.standing import AWAY
from referee.engine.dice.dice import Expression
from referee.engine.dice.notation import read_dice
from referee.engine.events.event import TrackBounded, TrackChanged
from referee.engine.problem import NotUnderstood, Refused
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.language.tracks import TrackRule
from referee.rules.open_table.play.actions.still_to_do import still_paid
from referee.rules.open_table.play.amounts.evaluation import holds_surely
from referee.rules.open_table.play.figures.kinds import USES, fixed, things_of
from referee.rules.open_table.play.game import Game, NameScope, Play
from referee.rules.open_table.play.refusals import explained


def track_of(ledger: Ledger, who: Tag, name: str) -> Track | None:
    """The track of a bearer, if it has one."""
    return ledger.encounter.of(who).tracks.get(name)


def left(ledger: Ledger, who: Tag, name: str) -> int:
    """How much of a track a bearer has; 0 without the track."""
    return track.now if (track := track_of(ledger, who, name)) is not None else 0


def is_beyond(play: Play, who: Tag) -> bool:
    """Can it no longer be healed, as the dead, or is it not at the table?"""
    standing = play.encounter.figures[who].standing
    rule = play.file.standings.get(standing)
    return standing == AWAY.name or (rule is not None and not rule.heals)


def at_end(rule: TrackRule, track: Track) -> bool:
    """True if a track has nothing left; one that counts harm up, if it has reached its bound."""
    return track.most is not None and track.now >= track.most if rule.counts_up else track.now <= 0


def concerns(game: Game, encounter: Encounter, who: Tag, track: str) -> bool:
    """Does a track concern a figure: by the file, or because it was given the track, or no longer stands as it began?

    A start that is rolled or worked out is given only to figures that the track concerns.
    """
    rule = game.file(encounter).tracks.get(track)
    if rule is None or not rule.holders:
        return True
    there = encounter.of(who).tracks.get(track)
    if there is not None and there.now != fixed(rule.start):
        return True
    look = NameScope(game, encounter, own=who)
    return any(holds_surely(when, look) for when in rule.holders)


def dice_of(game: Game, encounter: Encounter, figure: Figure, said: Sequence[str]) -> dict[str, Expression]:
    """The tracks of a figure that comes which are thrown for by the dice that a trait of it names.

    A number that the referee has typed counts as it is: one beside that of the figure's kind, or another than the
    average of the dice.
    """
    there = replace(encounter, figures={**encounter.figures, figure.tag: figure})
    file, found = game.file(encounter), dict[str, Expression]()
    for rule in file.tracks.values():
        text, track = figure.traits.get(rule.dice), figure.tracks.get(rule.name)
        if not text or rule.thrown is None or not holds_surely(rule.thrown, NameScope(game, there, own=figure.tag)):
            continue
        with suppress(NotUnderstood):
            dice = read_dice(str(text))
            kind = file.kinds.get(figure.kind)
            typed = said.count(rule.name) - (kind is None or rule.name not in kind.tracks)
            usual = Track(now=dice.average, most=dice.average)
            if typed <= 0 and (track in (None, usual) or not said.count(rule.name)):
                found[rule.name] = dice
    return found


def reset(play: Play, who: Tag, moment: str) -> None:
    """Tracks and uses of things that come back at this moment (turn start, round, fight, a rest) are full again."""
    if who not in play.encounter.figures:
        return
    for rule in play.file.tracks.values():
        if moment in rule.reset:
            fill(play.ledger, who, rule.name, *rule.cites)
    for thing, there in things_of(play.file, play.encounter, who):
        if moment in there.reset:
            fill(play.ledger, thing.tag, USES.name, *there.act.cites)


def fill(ledger: Ledger, who: Tag, name: str, *cites: str) -> None:
    """A track is as it was at the beginning: at its bound; one that counts harm up at 0."""
    track, kind = track_of(ledger, who, name), ledger.rules.track(name)
    full = 0 if kind is not None and kind.rising else track.most if track is not None else None
    if full is not None:
        put(ledger, who, name, full, *cites)


def put(ledger: Ledger, who: Tag, name: str, now: int, *cites: str) -> None:
    """A track stands there, if the bearer has it and it does not already."""
    track = track_of(ledger, who, name)
    if track is not None and track.now != now:
        ledger.record(TrackChanged(tag=who, track=name, by=now - track.now, cites=cites))


def bounded(play: Play, who: Tag) -> None:
    """The tracks of a figure have the lower bounds that the file gives them under the options of this encounter."""
    for name, rule in play.file.tracks.items():
        track = track_of(play.ledger, who, name)
        if track is not None and (least := play.names(own=who).number(rule.least)) != track.least:
            play.ledger.record(TrackBounded(tag=who, track=name, most=track.most, least=least, cites=rule.cites))


def label_of(game: Game, encounter: Encounter, who: Tag) -> str:
    """Beside a figure in the order: its number, and what it has spent of what the order shows; while acts that were
    paid for with that are left, those.

    What only its own turn can use is told in that turn alone: between two turns it is spent, and comes back.
    """
    slot, file = encounter.slot(who), game.file(encounter)
    number = slot.label if slot is not None else ""
    over = frozenset() if encounter.at_turn(who) else file.own_turn_tracks
    tracks, paid = encounter.of(who).tracks, still_paid(file, encounter, who)
    spent = [
        f"{paid[rule.name]} left" if rule.name in paid else f"no {rule.label}"
        for rule in file.order_tracks
        if rule.name not in over
        and rule.name in tracks
        and not tracks[rule.name].now
        and concerns(game, encounter, who, rule.name)
    ]
    return f"{number} {', '.join(spent)}".strip()


def pay(play: Play, who: Tag, track: str, amount: int, *cites: str) -> None:
    """A figure spends so much of a track. Refused, with the reason, where it has not so much."""
    there, rule = play.encounter.of(who).tracks.get(track), play.file.tracks.get(track)
    called, own = (rule.called or rule.label, rule.cites) if rule is not None else (track, ())
    if there is None or there.now < amount:
        name = play.encounter.name(who)
        if there is None:
            raise Refused(f"{name} has no {called} yet. To add it: set {who} {track} {max(1, amount)}")
        raise Refused(explained(f"{name} has {f'only {there.now}' if there.now else 'no'} {called} left.", own))
    if amount:
        play.ledger.record(TrackChanged(tag=who, track=track, by=-amount, cites=tuple(dict.fromkeys((*cites, *own)))))
