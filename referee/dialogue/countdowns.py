"""Countdowns: who bears which condition, since when, until when and by whom, asked of the tables of encounters."""

from collections.abc import Iterator
from contextlib import closing
from typing import Annotated, NamedTuple, TypedDict

from tinydb import where
from tinydb.queries import QueryInstance

from referee.dialogue.as_seen import UNREADABLE, as_seen, rules_of
from referee.engine.conditions.lifetime import remaining
from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.condition import Condition, Since, Until
from referee.engine.state.encounter import Encounter
from referee.engine.state.saved_model import as_data
from referee.engine.verbs.ledger import System
from referee.store.database import CONDITIONS, EncounterDatabase
from referee.store.journal import Journal
from referee.store.saves import Saves
from referee.text.phrases import possessive
from referee.words.bearer import plain
from referee.words.conditions import comes, condition_name, is_inner, lasts, named
from referee.words.public_moment import moment_of
from referee.words.public_names import name_remover, public_tags, public_title, shown_names
from referee.words.redacted import hidden_tags, redacted


class ConditionData(TypedDict):
    """A condition, as `referee conditions --json` prints it."""

    encounter: str
    """The name of the encounter."""
    on: str
    """The tag of its bearer; `table` for a countdown of the whole table."""
    bearer: str
    """The name of its bearer."""
    kind: str
    """Which condition it is."""
    value: int
    """Its level."""
    since: Annotated[dict[str, object] | None, Since]
    """When it came; None if an earlier version kept it."""
    until: Annotated[dict[str, object] | None, Until]
    """When it ends; None: when somebody takes it off."""
    left: str
    """How long it still lies, in words."""
    by: str
    """The name of who brought it; empty: nobody."""


class Countdown(NamedTuple):
    """A condition on somebody, in words."""

    encounter: str
    bearer: str
    """Name of the bearer."""
    name: str
    """Which it is, with its level."""
    since: str
    left: str
    """How long it still lies; empty: until it is lifted."""
    by: str
    """Name of the figure that brought it; empty: nobody, or its bearer."""
    data: ConditionData
    ends: tuple[int, int]
    """Sort key: a condition that ends sooner has a smaller one."""


def countdowns_of(saves: Saves, name: str = "", kind: str = "", for_players: bool = False) -> Iterator[Countdown]:
    """The conditions in one encounter, or without a name in all that can be read; what ends first comes first.

    kind: only those that are called so; for_players: without what the players do not know.
    """
    if name:
        with closing(saves.open(name, read_only=True)) as journal:
            yield from _of_journal(journal, kind, for_players)
        return
    for save in saves.all():
        try:
            with closing(saves.open(saves.there(save.slug), read_only=True)) as journal:
                yield from _of_journal(journal, kind, for_players)
        except UNREADABLE:  # `ls` says why
            continue


def _of_journal(journal: Journal, kind: str, for_players: bool) -> list[Countdown]:
    """The conditions in an encounter: of its database, if that is up to date, else of one with what is missing."""
    encounter, database, rules = as_seen(journal).encounter, journal.database, rules_of(journal)
    if for_players and rules is not None:
        encounter = moment_of(Session(rules, journal)).encounter
    if for_players or journal.in_database[0] != journal.lines or journal.depth(journal.position):
        database = EncounterDatabase()
        database.follow(encounter)
    return countdowns_in(encounter, database, rules, journal.name, kind, for_players)


def countdowns_in(
    encounter: Encounter,
    database: EncounterDatabase,
    rules: System | None,
    name: str = "",
    kind: str = "",
    for_players: bool = False,
) -> list[Countdown]:
    """The conditions in the tables of an encounter; those that its rules only reckon with are left out.

    name: what the encounter is called.
    """
    query: QueryInstance = where("kind").test(lambda word: _is_meant(str(word), kind, rules))
    known = _Known(encounter) if for_players else None
    if known is not None:
        query = query & where("on").one_of([*known.tags])
        encounter = known.encounter
    lying = {(bearer.tag, each.id): each for bearer in encounter.bearers() for each in bearer.conditions}
    rows = database.table(CONDITIONS).search(query)
    found = [(row["on"], lying[key]) for row in rows if (key := (row["on"], row["id"])) in lying]
    told = [_told(encounter, rules, name, tag, each) for tag, each in found]
    told = [known.told(each) for each in told] if known is not None else told
    return sorted(told, key=lambda each: each.ends)


class _Known:
    """What the players know of an encounter."""

    def __init__(self, encounter: Encounter) -> None:
        names = shown_names(encounter)
        hidden = hidden_tags(encounter)
        self.tags = {tag: shown for tag, shown in public_tags(encounter, names).items() if tag not in hidden}
        """The tags of the figures that they know of, each with the one that they know."""
        self.encounter = redacted(encounter, names)
        self._text = name_remover(encounter, names)

    def told(self, countdown: Countdown) -> Countdown:
        """A condition in their words and by their tags."""
        data, text = countdown.data, self._text
        since, until = ({**moment} if moment else None for moment in (data["since"], data["until"]))
        for moment, key in ((since, "turn"), (until, "of")):
            if moment is not None:
                moment[key] = self.tags.get(str(moment[key]), moment[key])
        told = ConditionData(
            encounter=public_title(data["encounter"], text),
            on=self.tags[data["on"]],
            bearer=data["bearer"],
            kind=text(data["kind"]),
            value=data["value"],
            since=since,
            until=until,
            left=text(data["left"]),
            by=data["by"],
        )
        return countdown._replace(encounter=told["encounter"], name=text(countdown.name), left=told["left"], data=told)


def _is_meant(word: str, kind: str, rules: System | None) -> bool:
    """True if a condition is of the wanted kind; without one, if the game tells of it at all."""
    if not kind:
        return not is_inner(word, rules)
    return kind.casefold() in (word.casefold(), plain(word).casefold(), condition_name(rules, word).casefold())


def _told(encounter: Encounter, rules: System | None, name: str, tag: Tag, each: Condition) -> Countdown:
    left = comes(encounter, each) if tag == TABLE else lasts(encounter, each, tag, rules)
    bearer, by = encounter.name(tag), encounter.name(each.by) if each.by is not None else ""
    data = ConditionData(
        encounter=name,
        on=tag,
        bearer=bearer,
        kind=each.kind,
        value=each.value,
        since=as_data(each.since),
        until=as_data(each.until),
        left=left,
        by=by,
    )
    since = _since(encounter, each.since)
    return Countdown(
        name, bearer, named(each, rules), since, left, "" if each.by == tag else by, data, _end(encounter, each)
    )


def _end(encounter: Encounter, condition: Condition) -> tuple[int, int]:
    try:
        return remaining(encounter, condition.until)
    except (ValueError, Problem, RulesBug):  # an order that no session wrote
        return remaining(encounter, None)


def _since(encounter: Encounter, since: Since | None) -> str:
    """`round 2, Ann's turn`; empty if it is not known."""
    if since is None:
        return ""
    when = f"round {since.round}" if since.round else "before round 1"
    return f"{when}, {possessive(encounter.name(since.turn))} turn" if since.turn else when
