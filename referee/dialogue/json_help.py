"""JSON help: the shape of all that is printed as JSON, read from the classes that are printed when help is asked for.

Each part is one class: its docstring says what it is, its annotations which types its fields have, and the docstring
below a field what that is. A test compares it with what is printed.
"""

import ast
import inspect
import textwrap
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import pairwise
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from referee.command_language.question_data import DiceData, NumberData, OfferData, QuestionData
from referee.dialogue.countdowns import ConditionData
from referee.dialogue.following import Act
from referee.dialogue.save_data import SaveData
from referee.dialogue.shown_data import ShownData
from referee.engine.events.event import Event, Happened, Term, TurnEnded
from referee.engine.state.bearer import Bearer, Figure, Group, Tag, Thing
from referee.engine.state.board import Board
from referee.engine.state.condition import Condition, Ending, Since, Until
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.own_values import Form, Track, Value
from referee.games import SystemData
from referee.report.dice import DiceCount
from referee.report.evening_figures import Evening, Pair, Totals
from referee.report.fight_course import Round, Sentence, TurnTime
from referee.words import public_view as players
from referee.words.log_line import NOT_PRINTED, LogLine

_INTRODUCTION = """\
What is printed as JSON, part by part: each field, its type, and what it is. A field is never left out; further fields
may come with later versions. `number` is a whole number, `decimal` one with a fraction, `T by name` an object with a T
for each name, and a `tag` the word that a figure, a group or a thing is called by.

`referee ls --json` prints a list of save, `show NAME --json` one shown, `log NAME --json` and `play FILE --json` a line
of the log in each line, `systems --json` a list of system, `conditions --json` a list of countdown, and
`follow NAME --json` an act in each line, as it comes.
`show NAME --players --json` prints one players, `follow NAME --players --json` one in each line, at first and whenever
it changes. `report NAME --format json` prints one report.

"""
_PLAIN = {str: "text", int: "number", float: "decimal", bool: "yes/no", object: "any"}
_WIDTH = 74
_PARTS: Mapping[Any, str] = {
    SaveData: "save",
    SystemData: "system",
    ConditionData: "countdown",
    ShownData: "shown",
    Act: "act",
    QuestionData: "question",
    OfferData: "offer",
    DiceData: "dice",
    NumberData: "asked number",
    LogLine: "line",
    Encounter: "encounter",
    Figure: "figure",
    Group: "group",
    Thing: "thing",
    Track: "track",
    Condition: "condition",
    Since: "since",
    Form: "form",
    Until: "until",
    Ending: "ending",
    Slot: "slot",
    Board: "board",
    Term: "term",
    Evening: "report",
    Totals: "totals",
    Pair: "pair",
    Round: "round",
    Sentence: "sentence",
    TurnTime: "time",
    DiceCount: "rolled",
    players.PublicView: "players",
    players.PublicSlot: "place",
    players.PublicFigure: "known",
    players.PublicTrack: "counted",
    players.PublicCondition: "lying",
    players.PublicBoard: "part",
}
"""The classes that are printed, with the word for each, in the order in which they are explained."""


@cache
def json_help() -> str:
    """All parts, the events last, each with its fields."""
    shared = _documented(Happened)
    blocks = ["\n".join(_part(name, of, NOT_PRINTED if name == "line" else ())) for of, name in _PARTS.items()]
    lines = [*_part("event", Happened)]
    for event in get_args(Event):
        if event is not TurnEnded:  # no line of the log tells of it
            lines += _part(f"event {event.__struct_config__.tag}", event, shared)
    return _INTRODUCTION + "\n\n".join([*blocks, "\n".join(lines)])


def _part(name: str, of: type, without: Collection[str] = ()) -> Iterator[str]:
    """A part and its fields, a line each; long lines go on in the next one."""
    yield f"{name}: {_plain((inspect.getdoc(of) or '').partition('. ')[0])}"
    if issubclass(of, Bearer):
        kind = of.__struct_config__.tag
        yield f"  {of.__struct_config__.tag_field}: {kind}; that it is a {kind}"
    hints = get_type_hints(of, None, {each.__name__: each for each in _PARTS}, include_extras=True)
    for field, does in _documented(of).items():
        if name != "term" and field not in without:
            text = f"  {field}: {_type(hints[field])}; {_plain(does)}"
            yield from textwrap.wrap(text, _WIDTH, subsequent_indent="    ", break_long_words=False)


def _documented(of: type) -> dict[str, str]:
    """The docstring below each field of a class; those of its bases come first."""
    found: dict[str, str] = {}
    for each in reversed([each for each in of.__mro__ if each.__module__.startswith("referee.")]):
        (tree,) = ast.parse(textwrap.dedent(inspect.getsource(each))).body
        for field, below in pairwise(tree.body if isinstance(tree, ast.ClassDef) else ()):
            match field, below:
                case (
                    ast.AnnAssign(target=ast.Name(id=name), annotation=type_),
                    ast.Expr(value=ast.Constant(value=str(does))),
                ) if not ast.unparse(type_).startswith("ClassVar"):
                    found[name] = does
    return found


def _plain(docstring: str) -> str:
    """A docstring as the rest of a line, in the words of JSON."""
    words = " ".join(docstring.split()).removesuffix(".")
    for python, json in (("None", "null"), ("True", "yes"), ("False", "no")):
        words = words.replace(python, json)
    return words if words[1:2].isupper() else words[:1].lower() + words[1:]


def _type(hint: Any) -> str:
    """What the values of an annotation are called."""
    named = {Tag: "tag", Value: "any", Event: "event", **_PARTS, **_PLAIN}
    if hint in named:
        return named[hint]
    of, args = get_origin(hint), get_args(hint)
    if of is Annotated:
        return _PARTS.get(args[1]) or _type(args[0])
    if of is Literal:
        return ", ".join(args)
    if of in (tuple, list):
        return f"list of {_type(args[0]) if of is list or ... in args else 'text'}"
    if of in (Union, UnionType):
        if {*get_args(Value)} < {*args}:
            return named[Value]
        if {*get_args(Event)} < {*args}:
            args = (Event, NoneType)
        words = ", ".join(_type(arg) for arg in args if arg is not NoneType)
        return f"{words} or null" if NoneType in args else words
    return f"{_type(args[1])} by name"
