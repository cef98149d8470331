"""Stat block entries: all there is to tell of a figure."""

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec import Struct
from rich.cells import cached_cell_len as cell_len

from referee.engine.contract.kinds import TrackKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY
from referee.engine.state.bearer import TABLE, Figure
from referee.engine.state.condition import Condition
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track, Value
from referee.text.phrases import listed
from referee.words.bearer import named_thing, number, plain, shown
from referee.words.conditions import lasts, named

Explain = Callable[[str], str]
"""What a condition does, by its name; empty if that is not known."""
CONDITIONS = "conditions"
"""The heading of the conditions."""
USUAL = "usual values"
"""The heading of what is as with everybody."""
NOTES = "notes"
"""The heading of what is read at leisure, and stands last."""
_SHORT = 5
"""Cells of a name that stands before a number in a narrow column: `STR`, `speed`."""


class Entry(Struct, frozen=True):
    """One thing about a figure."""

    name: str
    shown: str
    shape: str = "words"
    """How it is laid out: `gauge`, `short` and `number` in columns, `words` beside a name, `mark` without a value,
    `thing` with what it does beside it, `line` over the whole width.
    """
    section: str = ""
    """The heading under which it stands."""
    order: str = ""
    """How the order begins that changes it; its new value follows. Empty: it cannot be changed by typing a value."""
    now: str = ""
    """What it is now, as it would be typed."""
    may_be_empty: bool = False
    """Nothing typed makes it what it is for most."""
    hint: str = ""
    style: str = "text"
    gauge: tuple[TrackKind, Track] | None = None
    condition: str = ""
    """The name of the condition that it is."""
    taken_by: str = ""
    """The order that takes it away."""
    below: str = ""
    """What stands below it: what a condition does."""


def told(rules: Ruleset, encounter: Encounter, figure: Figure, explain: Explain | None = None) -> Iterator[Entry]:
    """All there is to a figure but who it is. What it never uses, and what is as with everybody, is left out."""
    yield from _tracks(rules, rules.values.as_shown(encounter, figure))
    if said := rules.descriptions.describe(encounter, figure.tag).get(figure.tag):
        yield Entry("now", said, "line")
    traits = list(_traits(rules, encounter, figure, usual=False))
    for shape in ("short", "number", "words", "mark"):
        yield from (entry for entry in traits if entry.shape == shape and entry.section != NOTES)
    yield from thing_entries(rules, encounter, figure)

    def hint(name: str) -> str:
        kind = rules.condition(name)
        return kind.hint if kind is not None else ""

    for each in figure.conditions:
        yield _condition(rules, encounter, figure, each, explain or hint)
    yield from (entry for entry in traits if entry.section == NOTES)


def editable(rules: Ruleset, encounter: Encounter, figure: Figure, explain: Explain) -> Iterator[Entry]:
    """The same with who it is, what is as with everybody, and a line for all that can be added."""
    tag = figure.tag
    standings = ", ".join(standing.name for standing in (*rules.standings, AWAY))
    yield Entry("name", figure.name, order=f"rename {tag}", now=figure.name)
    yield Entry("side", figure.side, order=f"set {tag} side", now=figure.side, hint="the side it fights on")
    yield Entry("standing", figure.standing, order=f"set {tag} standing", now=figure.standing, hint=standings)
    yield from told(rules, encounter, figure, explain)
    if not figure.conditions:
        yield Entry("conditions", "none: c adds one", "line", CONDITIONS, style="dim")
    for pile, words in rules.adding.equipment().items():
        if rules.trait(pile) is None and rules.track(pile) is None:
            hint = f"NAME gives it, -NAME takes it away: {listed(list(words), 6)}"
            text = f"{plain(pile)}: give or take one"
            yield Entry(plain(pile), text, "line", "more", f"set {tag} {pile}", hint=hint, style="dim")
    others = {kind.name for kind in rules.tracks if not kind.private} - encounter.groups[TABLE].tracks.keys()
    others -= {kind.name for kind, _ in rules.told_tracks(figure)}
    if others := {
        name for name in others if rules.values.concerns is None or rules.values.concerns(encounter, tag, name)
    }:
        hint = f"type a name and a number: {', '.join(sorted(others))}"
        yield Entry("more", "add a track", "line", "more", f"set {tag}", hint=hint, style="dim")
    yield from _traits(rules, encounter, figure, usual=True)


def _tracks(rules: Ruleset, figure: Figure) -> Iterator[Entry]:
    """What is left to it."""
    for kind, track in rules.told_tracks(figure):
        name, order = kind.label or plain(kind.name), f"set {figure.tag} {kind.name}"
        yield Entry(name, number(track), "gauge", "", order, number(track), hint=kind.hint, gauge=(kind, track))


def _traits(rules: Ruleset, encounter: Encounter, figure: Figure, usual: bool) -> Iterator[Entry]:
    """Traits of a figure with their effective values: either the usual ones, or those that differ."""
    shown_figure = rules.values.as_shown(encounter, figure)
    for kind in rules.traits:
        if kind.is_usual(figure, shown_figure) != usual:
            continue
        own = figure.traits.get(kind.name, kind.default)
        value = shown_figure.traits.get(kind.name, kind.default)
        signed = kind.signed and isinstance(value, int)
        name, text = kind.label or plain(kind.name), f"{value:+d}" if signed else _value(encounter, value) or "none"
        shape = ("number" if cell_len(text) <= _SHORT else "words") if usual else _shape(name, value)
        order, now = f"set {figure.tag} {kind.name}", ",".join(own) if isinstance(own, tuple) else shown(own)
        section, style = (USUAL, "dim") if usual else (NOTES if kind.last else "", "text")
        yield Entry(name, text, shape, section, order, now, True, kind.hint, style)


def _shape(name: str, value: Value) -> str:
    """How a trait is laid out."""
    if isinstance(value, bool):
        return "mark" if value else "words"
    if isinstance(value, int):
        return "short" if cell_len(name) <= _SHORT else "number"
    return "words"


def thing_entries(rules: Ruleset, encounter: Encounter, figure: Figure) -> Iterator[Entry]:
    """What it has, carries and can do, pile by pile."""
    equipment = rules.adding.equipment()
    for pile, tags in figure.piles.items():
        texts = [(encounter.things.get(tag), named_thing(rules, encounter, figure.tag, tag)) for tag in tags]
        for (name, text), count in Counter((thing.name if thing else text, text) for thing, text in texts).items():
            does = text.removeprefix(name).removeprefix(" (").removesuffix(")")
            takes = f"set {figure.tag} {pile} -{name}" if pile in equipment else ""
            called = f"{name} x{count}" if count > 1 else name
            if name:
                yield Entry(called, does or called, "thing" if does else "line", plain(pile), taken_by=takes)


def _condition(rules: Ruleset, encounter: Encounter, figure: Figure, condition: Condition, explain: Explain) -> Entry:
    """A condition: until when it lies, by whom, and what it does."""
    by = f"by {encounter.name(condition.by)}" if condition.by not in (None, figure.tag) else ""
    when = lasts(encounter, condition, figure.tag, rules) or "until lifted"
    return Entry(
        "condition",
        f"{named(condition, rules)}: {', '.join(filter(None, (when, by)))}",
        "line",
        CONDITIONS,
        style="condition",
        condition=condition.kind,
        taken_by=f"lift {figure.tag} {condition.kind}",
        below=explain(condition.kind),
    )


def _value(encounter: Encounter, value: Value) -> str:
    """A value in words; figures by their names."""
    if isinstance(value, tuple) and all(tag in encounter.figures for tag in value):
        return ", ".join(encounter.figures[tag].name for tag in value)
    return shown(value)
