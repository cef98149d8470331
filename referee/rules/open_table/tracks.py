"""Tracks: how they change, and how they come back by themselves."""

from referee.engine.ask import Ask
from referee.engine.bearer import Tag, Track
from referee.engine.event import TrackBounded, TrackChanged
from referee.engine.ledger import Ledger
from referee.engine.question import Choose
from referee.rules.open_table.game import Game
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.tables.track import TrackRule


def track_of(ledger: Ledger, who: Tag, name: str) -> Track | None:
    """The track of a bearer, if it has one."""
    return ledger.encounter.of(who).tracks.get(name)


def at_end(rule: TrackRule, track: Track) -> bool:
    """True if a track has nothing left; one that counts harm up, if it has reached its bound."""
    return track.most is not None and track.now >= track.most if rule.counts_up else track.now <= 0


def reset(game: Game, ledger: Ledger, who: Tag, moment: str) -> None:
    """What comes back at this moment (turn start, turn end, round, fight, a rest) is full again."""
    if who not in ledger.encounter.figures:
        return
    for rule in game.file(ledger.encounter).tracks.values():
        if moment in rule.reset:
            fill(ledger, who, rule.name, *rule.cites)


def fill(ledger: Ledger, who: Tag, name: str, *cites: str) -> None:
    """A track is as it was at the beginning: at its bound; one that counts harm up at 0."""
    track, kind = track_of(ledger, who, name), ledger.rules.track(name)
    full = 0 if kind is not None and kind.rising else track.most if track is not None else None
    if full is not None:
        put(ledger, who, name, full, *cites)


def empty(ledger: Ledger, who: Tag, name: str, *cites: str) -> None:
    """A track has nothing left."""
    put(ledger, who, name, 0, *cites)


def put(ledger: Ledger, who: Tag, name: str, now: int, *cites: str) -> None:
    """A track stands there, if the bearer has it and it does not already."""
    track = track_of(ledger, who, name)
    if track is not None and track.now != now:
        ledger.record(TrackChanged(tag=who, track=name, by=now - track.now, cites=cites))


def bounded(game: Game, ledger: Ledger, who: Tag) -> None:
    """The tracks of a figure have the lower bounds that the file gives them under the options of this encounter."""
    for name, rule in game.file(ledger.encounter).tracks.items():
        track = track_of(ledger, who, name)
        if track is not None and (least := Lookup(game, ledger.encounter, own=who).number(rule.least)) != track.least:
            ledger.record(TrackBounded(tag=who, track=name, most=track.most, least=least, cites=rule.cites))


async def grant(game: Game, ledger: Ledger, who: Tag, name: str, by: int, *cites: str) -> None:
    """A track goes up or down. What never adds up stays as it was or is new, as the file has it or the referee says."""
    rule, track = game.file(ledger.encounter).tracks.get(name), track_of(ledger, who, name)
    if track is None:
        ledger.record(TrackBounded(tag=who, track=name, most=None, cites=cites))
    elif by > 0 and track.now > 0 and rule is not None and rule.keeps != "sum":
        if rule.keeps == "highest" or not await _takes_new(game, ledger, who, rule, by):
            by = max(track.now, by) if rule.keeps == "highest" else track.now
        put(ledger, who, name, by, *cites)
        return
    if by:
        ledger.record(TrackChanged(tag=who, track=name, by=by, cites=cites))


async def _takes_new(game: Game, ledger: Ledger, who: Tag, rule: TrackRule, new: int) -> bool:
    """Whether the new points take the place of the old ones; the greater is offered."""

    def build() -> Choose:
        old = track_of(ledger, who, rule.name)
        now = old.now if old is not None else 0
        return Choose(
            key=f"{rule.name} {who}",
            prompt=f"{ledger.encounter.name(who)}: {rule.label} {now}, and {new} new",
            options=("new", "old"),
            labels={"new": f"{new} from now on", "old": f"{now} as before"},
            default="new" if new >= now else "old",
            cites=rule.cites,
        )

    return (await Ask(build)).option == "new"
