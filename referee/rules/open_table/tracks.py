"""Tracks: how they change, come back by themselves, and what their end brings."""

from referee.engine.bearer import Tag, Track
from referee.engine.event import TrackBounded, TrackChanged
from referee.engine.ledger import Ledger
from referee.rules.open_table.game import Game
from referee.rules.open_table.lookup import Lookup


def reset(game: Game, ledger: Ledger, who: Tag, moment: str) -> None:
    """What comes back at this moment (turn start, turn end, round, fight, a rest) is full again."""
    if who not in ledger.encounter.figures:
        return
    for rule in game.file(ledger.encounter).tracks.values():
        if moment in rule.reset:
            fill(ledger, who, rule.name, *rule.cites)


def fill(ledger: Ledger, who: Tag, name: str, *cites: str) -> None:
    """A track is as it was at the beginning: at its bound; one that counts harm up at 0."""
    track = ledger.encounter.of(who).tracks.get(name)
    kind = ledger.rules.track(name)
    if track is None:
        return
    full = 0 if kind is not None and kind.rising else track.most
    if full is not None and track.now != full:
        ledger.record(TrackChanged(tag=who, track=name, by=full - track.now, cites=cites))


def empty(ledger: Ledger, who: Tag, name: str, *cites: str) -> None:
    """A track has nothing left."""
    track = ledger.encounter.of(who).tracks.get(name)
    if track is not None and track.now:
        ledger.record(TrackChanged(tag=who, track=name, by=-track.now, cites=cites))


def bounded(game: Game, ledger: Ledger, who: Tag) -> None:
    """The tracks of a figure have the lower bounds that the file gives them under the options of this encounter."""
    for name, rule in game.file(ledger.encounter).tracks.items():
        track: Track | None = ledger.encounter.of(who).tracks.get(name)
        if track is not None and (least := Lookup(game, ledger.encounter, own=who).number(rule.least)) != track.least:
            ledger.record(TrackBounded(tag=who, track=name, most=track.most, least=least))
