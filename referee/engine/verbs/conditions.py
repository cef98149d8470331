"""Conditions that the referee gives figures and takes off them, and countdowns that belong to no figure."""

from collections.abc import Iterable

from msgspec.structs import replace

from referee.engine.conditions.lifetime import duration
from referee.engine.conditions.typed import condition_named, own_name, read_duration
from referee.engine.numbers import read_number
from referee.engine.problem import YES, NotUnderstood, Refused, complaint
from referee.engine.questions.answer import Picked, Said
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.condition import ROUND, Condition, Ending, Until
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.state.tags import slug
from referee.engine.verbs.anybody import anybody
from referee.engine.verbs.immunity import say_kept_off
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Command, Given, Situation, asks, override
from referee.text.quoting import quoted
from referee.text.unknown_word import nearest


def _ask_condition(situation: Situation) -> Text:
    kinds, own = situation.rules.conditions, situation.kept.conditions()
    words = (*(kind.name for kind in kinds), *(condition.name for condition in own))
    meant = (*words, *(each for kind in kinds for each in (*kind.aliases, kind.label) if each))
    return Text(key="kind", prompt="Which condition?", words=words, check=lambda text: _misspelt(meant, text))


def _misspelt(words: tuple[str, ...], text: str) -> str | None:
    """A refusal for words that are nearly a condition of the system: more likely misspelt than one of the referee's
    own.
    """
    wanted = slug(text)
    if not own_name(text):
        return "Type the name of a condition."
    if not wanted or any(slug(word).startswith(wanted) for word in words):
        return None
    near = nearest(wanted, words)
    return f"Did you mean {near}? If not, choose a name that is less like it." if near else None


def _ask_details(situation: Situation, who: Picked, kind: Said) -> Text:
    def read(text: str) -> object:
        return read_duration(
            situation.rules, situation.encounter, who.tags[0], condition_named(situation.rules, kind.text), text
        )

    prompt = "How long? 3 (turns), 3r (rounds), end WHO, save 15"
    return Text(key="details", prompt=prompt, optional=True, check=complaint(read))


def _with_usual(situation: Situation, command: Command) -> Command:
    """A condition of the referee's own lasts as long as it usually does, where nothing is said."""
    given = Given(command.given)
    if "kind" not in given or ("details" in given and not _nothing_said(given.text("details"))):
        return command
    name = condition_named(situation.rules, given.text("kind"))
    own = {own_name(condition.name): condition for condition in situation.kept.conditions()}
    if situation.rules.condition(name) or name not in own or not own[name].usual:
        return command
    return replace(command, given={**command.given, "details": Said(text=own[name].usual)})


@override(hint="gives a condition, for 3 (turns), 3r (rounds) or end WHO", in_full=_with_usual)
async def condition(
    ledger: Ledger,
    who: Picked = anybody(MOST_FIGURES, "Who gets a condition?"),
    kind: Said = asks(_ask_condition),
    details: Said = asks(_ask_details, default=Said(text=""), rest=True),
) -> None:
    """Gives figures a condition, for as long as is typed, or as the rules have it.

    Whoever the rules keep it off does not get it, and the log says so; Refused if that is all of them, unless `yes` is
    said.
    """
    names = {tag: condition_named(ledger.rules, kind.text, _worn(ledger.encounter, tag)) for tag in who.tags}
    durations = {
        tag: read_duration(ledger.rules, ledger.encounter, tag, name, details.text) for tag, name in names.items()
    }
    asked = {tag: name for tag, name in names.items() if not durations[tag].anyway}
    kept_off = say_kept_off(ledger, asked, f"{kind.text} {details.text}".rstrip())
    for tag, name in names.items():
        if tag in kept_off:
            continue
        if _nothing_said(details.text) and ledger.rules.on_condition_given(ledger, tag, name):
            continue
        said = durations[tag]
        ends = said.ends
        if not said.ends_itself:
            ends = (*ends, *ledger.rules.usual_endings(ledger, tag, name, said.by))
        _refuse_ended(ledger, tag, name, ends)
        ledger.afflict(tag, name, until=said.until, value=said.value, by=said.by, ends=ends, note=said.note)
        await ledger.rules.on_condition_added(ledger, tag, name)


def _nothing_said(details: str) -> bool:
    """Does nothing say how long a condition lasts?"""
    return details.strip().lower() in ("", YES)


def _refuse_ended(ledger: Ledger, who: Tag, name: str, ends: Iterable[Ending]) -> None:
    """Refused, if what ends the condition has happened: whoever would be its source is dead."""
    kind = ledger.rules.condition(name)
    clauses = f" [{', '.join(kind.clauses)}]" if kind is not None and kind.clauses else ""
    for ending in ends:
        source = ledger.encounter.figures.get(ending.of)
        if source is not None and source.tag != who and ending.event == f"becomes {source.standing}":
            told = f"{source.name} {source.stands}. That ends {name.replace('_', ' ')}{clauses}"
            raise Refused(f"{told}. To give it without a source: condition {who} {name}")


def _ask_worn(situation: Situation, who: Picked) -> Text:
    worn = dict.fromkeys(kind for tag in who.tags for kind in _worn(situation.encounter, tag))
    return Text(key="kind", prompt="Which condition?", words=tuple(worn))


@override(hint="ends a condition: lift ulf stunned")
async def lift(
    ledger: Ledger, who: Picked = anybody(MOST_FIGURES, "Who loses a condition?"), kind: Said = asks(_ask_worn)
) -> None:
    """Takes a condition off figures; which one is asked where several of that name lie, each in its own way.

    Refused if one of them does not have it.
    """
    names = {tag: condition_named(ledger.rules, kind.text, _worn(ledger.encounter, tag)) for tag in who.tags}
    for tag, name in names.items():
        if name not in _worn(ledger.encounter, tag):
            raise Refused(f"{ledger.encounter.name(tag)} is not {name.replace('_', ' ')}.")
    for tag, name in names.items():
        if (which := await _which(ledger, tag, name)) is None:
            ledger.lift(tag, name)
        else:
            ledger.end_condition(tag, which.id)


_ALL = "all"


async def _which(ledger: Ledger, tag: Tag, name: str) -> Condition | None:
    """The one that is meant of several conditions of a name; None for all, and where nothing tells them apart."""

    def there() -> list[Condition]:
        return [one for one in ledger.encounter.of(tag).conditions if one.kind == name]

    def ask() -> Choose:
        labels = {str(n): _told_apart(ledger, one) for n, one in enumerate(there(), 1)}
        known = ledger.rules.condition(name)
        return Choose(
            key=f"lift {name} {tag}",
            prompt=f"{ledger.encounter.name(tag)} is {name.replace('_', ' ')} more than once. Which one ends?",
            options=(_ALL, *labels),
            labels={_ALL: "all of them", **labels},
            default=_ALL,
            cites=known.clauses if known is not None else (),
        )

    if len({*ask().labels.values()}) <= 2:
        return None
    option = (await Ask(ask)).option
    return None if option == _ALL else there()[int(option) - 1]


def _told_apart(ledger: Ledger, condition: Condition) -> str:
    """What tells a condition from another of its name: who brought it, and how long it lies."""
    encounter = ledger.encounter
    by = f"from {encounter.name(condition.by)}" if condition.by and encounter.has(condition.by) else ""
    long = duration(encounter, condition.until, hour=ledger.rules.durations.hour)
    return ", ".join(filter(None, (by, long, condition.note))) or "until it is lifted"


def _worn(encounter: Encounter, tag: Tag) -> list[str]:
    """The conditions that lie on a figure."""
    return [condition.kind for condition in encounter.of(tag).conditions]


OFF = "off"


def read_when(encounter: Encounter, text: str) -> Until | None:
    """The end of a countdown: `3` is the end of the third round, this one counted; `r4` the start of round 4; None for
    `off`.

    NotUnderstood for a round that has begun, or no number.
    """
    word = text.strip().lower()
    if word == OFF:
        return None
    if word.startswith("r"):
        left = read_number(word[1:], "round") - encounter.round
        if left < 1:
            raise NotUnderstood(f"Round {word[1:]} has already begun. Choose a later round.")
        return Until(edge="start", of=ROUND, left=left)
    left = read_number(word.removesuffix("r"), "rounds")
    if left < 1:
        raise NotUnderstood("A countdown takes at least one round.")
    return Until(edge="end", of=ROUND, left=left)


def _ask_when(situation: Situation) -> Text:
    check = complaint(lambda text: read_when(situation.encounter, text))
    expects = "3 (rounds), r4 (as round 4 begins), or off to stop one"
    return Text(key="when", prompt="When does it happen?", check=check, words=("1", "2", "3", OFF), expects=expects)


def _ask_what(situation: Situation, when: Said) -> Text:
    running = tuple(condition.kind for condition in situation.encounter.groups[TABLE].conditions)
    return Text(
        key="what",
        prompt="What happens then?",
        check=lambda text: None if own_name(text) else "Type what happens, for example: the gate falls",
        words=running if when.text.lower() == OFF else (),
    )


@override(hint="plans something for a later round: countdown 3 the gate falls, countdown r4 reinforcements")
async def countdown(ledger: Ledger, when: Said = asks(_ask_when), what: Said = asks(_ask_what, rest=True)) -> None:
    """Starts a countdown that ends after so many rounds, or takes one away. Refused if there is none of that name."""
    name = own_name(what.text, [there.kind for there in ledger.encounter.groups[TABLE].conditions])
    if when.text.lower() != OFF:
        ledger.afflict(TABLE, name, until=read_when(ledger.encounter, when.text))
    elif any(there.kind == name for there in ledger.encounter.groups[TABLE].conditions):
        ledger.lift(TABLE, name)
    else:
        raise Refused(f"There is no countdown {quoted(what.text)}.")
