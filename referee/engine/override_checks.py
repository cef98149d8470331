"""Checks of what is typed after the verbs that every table has: why it will not do, and what it comes to."""

from referee.engine.answer import Picked, Said
from referee.engine.bearer import TABLE, Tag, Track
from referee.engine.condition_name import condition_named, own_name
from referee.engine.duration import read_duration
from referee.engine.kinds import AWAY, TrackKind
from referee.engine.problem import NotUnderstood, complaint
from referee.engine.recruit import name_of, read_value, track_named
from referee.engine.share import read_share
from referee.engine.tags import listed, nearest, slug
from referee.engine.verb import Given, Situation


def duration_problem(situation: Situation, given: Given, text: str) -> str | None:
    """Why a duration cannot be read; None if it can."""
    who, kind = given.get("who"), given.get("kind")
    try:
        tag = who.tags[0] if isinstance(who, Picked) else next(iter(situation.encounter.figures), TABLE)
        name = condition_named(situation.rules, kind.text) if isinstance(kind, Said) else ""
        read_duration(situation.rules, situation.encounter, tag, name, text)
    except NotUnderstood as problem:
        return str(problem)
    return None


def name_problem(situation: Situation, given: Given, text: str) -> str | None:
    """Why a figure cannot be renamed so; None if it can."""
    who, name = given.tags("who") if "who" in given else (), name_of(text)
    if not name:
        return "A name has at least one letter."
    others = [figure for tag, figure in situation.encounter.figures.items() if tag not in who]
    taken = [figure.tag for figure in others if figure.name.lower() == name.lower()]
    return f"{taken[0]} is called {name} already; two of one name could not be told apart." if taken else None


def share_problem(situation: Situation, given: Given, text: str) -> str | None:
    """Why damage cannot be shared out so; None if it can."""
    who = given.get("who")
    tags = who.tags if isinstance(who, Picked) else ()
    return complaint(lambda said: read_share(situation.encounter, tags, said, situation.rules.damage_types))(text)


def value_problem(situation: Situation, who: tuple[Tag, ...], what: str, word: str) -> str | None:
    """Why a track, a trait, the side or the standing of these cannot become that; None if it can."""
    try:
        if what == "standing":
            known = [standing.name for standing in (*situation.rules.standings, AWAY)]
            return None if word.lower() in known else f"A standing is one of {listed(known)}."
        if what != "side" and situation.rules.trait(what) is None:
            track = track_named(situation.rules, what)
            for there in [track.track(situation.encounter, tag) for tag in who] or [None]:
                _try_track(track, there, word)
        elif what == "side" or word != "-":
            read_value(situation.rules, what, word)
    except NotUnderstood as problem:
        return str(problem)
    return None


def _try_track(kind: TrackKind, there: Track | None, word: str) -> None:
    """NotUnderstood, if a track that stands so cannot be changed by such a word."""
    if word[:1] in ("+", "-"):
        kind.read_change(word, there or Track(now=0))
    else:
        kind.read(word, there)


def changed(situation: Situation, who: tuple[Tag, ...], what: str, word: str) -> str:
    """Where a track of one figure will stand after `+2` or `-1`; nothing for other words."""
    track = situation.encounter.of(who[0]).tracks.get(what) if len(who) == 1 else None
    if track is None or word[:1] not in ("+", "-"):
        return ""
    return f"{what} {track.moved(track_named(situation.rules, what).read_change(word, track)).now}"


def misspelt(words: tuple[str, ...], text: str) -> str | None:
    """A condition may be the referee's own, but what is nearly one of the system's is more likely a slip."""
    wanted = slug(text)
    if not own_name(text):
        return "A condition has a name."
    if not wanted or any(word.startswith(wanted) for word in words):
        return None
    near = nearest(wanted, words)
    return f"Did you mean {near}? One of your own needs a name less like it." if near else None
