"""Records of the library as text: typed, told, or written for another computer."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, TypeGuard

from msgspec.structs import asdict
from pydantic import ValidationError

from referee import games as systems
from referee.command_language.table_in_words import figure_facts
from referee.engine.contract.kept_kind import KeptKind
from referee.engine.contract.template import Template
from referee.engine.figures.figure_words import alone, from_words
from referee.engine.figures.kind_words import details_with, kind_named, refuse_if_several, words_in_full
from referee.engine.figures.library import EMPTY_LIBRARY, GameLibrary, own_kinds
from referee.engine.figures.pieces import Piece, figure_parts, pieces
from referee.engine.problem import NotUnderstood, Problem, Refused
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.add import ask_kind
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Situation
from referee.store.library import Added, Duplicates, Library
from referee.store.library_forms import sign_init
from referee.store.library_record import KeptCondition, KeptFigure, KeptParty, KeptPlan, Member, Record
from referee.store.library_tables import FIGURES, PARTIES, TABLES, LibraryTable
from referee.store.save_problems import Damaged, NameTaken
from referee.store.strict_json import read_json
from referee.text.harmless import clean_name
from referee.text.phrases import listed
from referee.words.bearer import shown

LONGEST_PIECE = 40
"""Characters of a value in a summary."""


def exported_fields(record: Record) -> dict[str, object]:
    """All that is kept of a record. A figure has the fields of the file it came from, else those of its words."""
    plain: dict[str, object] = record.model_dump(mode="json")
    if not isinstance(record, KeptFigure):
        return plain
    first = {"name": record.name, "system": record.system}
    known = record.data if "hp" in record.data else {**_values(record), **record.data}
    last = {key: plain[key] for key in ("words", "side", "note", "source", "tags")}
    return {**first, **{key: value for key, value in last.items() if key not in known}, **known}


def _values(record: KeptFigure) -> dict[str, object]:
    """What its words give it: what its game tells of it, else its tracks and traits; nothing if that is not known."""
    try:
        rules = systems.rules_named(record.system)
        template = rules.template(record.kind)
        if not isinstance(template, Template) or template.by_number:
            return {}
        recruit = from_words(rules, record.words)
        encounter = alone(rules, recruit)
        if (told := rules.descriptions.facts(encounter, recruit.figure.tag)) is not None:
            return dict(told)
    except Problem:
        return {}
    figure = rules.values.as_shown(encounter, recruit.figure)
    tracks = {name: track.now if track.most is None else track.most for name, track in figure.tracks.items()}
    traits = {name: list(value) if isinstance(value, tuple) else value for name, value in figure.traits.items()}
    return {**tracks, **{name: value for name, value in traits.items() if name != "note"}}


def summary(record: Record) -> str:
    """What a record is, in one line."""
    match record:
        case KeptFigure() if is_of_game(record):
            words = f"add {record.words}" if is_kind(record) else ""
            return ": ".join(filter(None, (words, first_line(record.note) or record.side)))
        case KeptFigure():
            return " ".join(_brief(piece) for piece in pieces(record.words) if not piece.quoted)
        case KeptParty():
            return ", ".join(member.name for member in record.members)
        case KeptCondition():
            return ": ".join(filter(None, (record.usual, first_line(record.text))))
        case KeptPlan():
            return f"{len(record.text.splitlines())} lines"
        case _:
            return ""


GAME = "the game"
"""The source of a record that stands for a kind of the game itself, and lies in no library."""


def game_kinds(rules: System) -> tuple[KeptFigure, ...]:
    """The kinds of figures that a game brings and those of its catalogue, as records that no library holds."""
    catalogue, sides = rules.adding.catalogue(), {kind.kind: kind.side for kind in rules.templates}
    there = {each.words for each in catalogue}
    named = ((kind, kind.name or kind.kind.capitalize()) for kind in rules.templates if kind.kind not in there)
    kinds = (KeptKind(name, kind.kind, kind.hint) for kind, name in named)
    of = {"system": rules.name, "source": GAME}
    fields = ({**of, "side": sides[each.words.partition(" ")[0]], **asdict(each)} for each in (*kinds, *catalogue))
    return tuple(KeptFigure(**{name: row[name] for name in row if name != "also"}) for row in fields)


def not_taken(kinds: Iterable[KeptFigure], own: Iterable[Record]) -> tuple[KeptFigure, ...]:
    """The kinds of a game, and those of its catalogue that have no namesake among the referee's own figures."""
    names = {record.key for record in own}
    return tuple(kind for kind in kinds if is_kind(kind) or kind.key not in names)


def game_kind_named(word: str, system: str, kept: GameLibrary = EMPTY_LIBRARY) -> KeptFigure | None:
    """The kind of a game that `add` means by a word; None for a figure of the referee's own. NotUnderstood if there is
    none, or more than one.
    """
    rules = systems.load(system)
    refuse_if_several(rules, kept, word.split())
    typed = ask_kind(Situation(rules, Encounter(system=system), kept=kept)).read(Encounter(system=system), word).option
    own = own_kinds(rules, kept).get(typed)
    meant = own.name if own is not None else typed
    return next((kind for kind in game_kinds(rules) if meant in (kind.words, kind.name)), None)


def is_of_game(record: Record) -> TypeGuard[KeptFigure]:
    """True if it stands for a kind of the game itself."""
    return isinstance(record, KeptFigure) and record.source == GAME


def is_kind(record: Record) -> TypeGuard[KeptFigure]:
    """True if it stands for a kind of the game itself, and not for a figure of its catalogue."""
    return is_of_game(record) and " " not in record.words


def _of_game_in_full(record: KeptFigure, rules: System) -> list[str]:
    word = record.words if is_kind(record) else f'"{record.name}"' if " " in record.name else record.name.lower()
    head = [f"{record.name} ({rules.title})", f"add {word}", *_played(record)]
    if is_kind(record) and kind_named(rules, record.words).by_number:
        return [*head, record.note, "The values depend on the numbers typed after the name. Type some to see them."]
    recruit = from_words(rules, record.words)
    facts = list(figure_facts(alone(rules, recruit), rules, recruit.figure.tag))[1:]
    return [*head, *record.note.splitlines(), *facts]


def _brief(piece: Piece) -> str:
    """A piece of words as a summary has it: of a long value only its key."""
    return piece.text if len(piece.text) <= LONGEST_PIECE else f"{piece.key}=…"


def _derived_columns(record: KeptFigure, rules: System | None) -> list[str]:
    """Values of a figure in columns of the roster that are not those of its words: `AC: 17`."""
    try:
        rules = rules or systems.rules_named(record.system)
        recruit = from_words(rules, record.words)
    except Problem:
        return []
    figure = rules.values.as_shown(alone(rules, recruit), recruit.figure)
    kinds = [kind for column in rules.columns if (kind := rules.trait(column.name)) is not None]
    derived = [kind for kind in kinds if figure.traits.get(kind.name) != recruit.figure.traits.get(kind.name)]
    return [f"{kind.spoken}: {shown(figure.traits[kind.name])}" for kind in derived]


def in_full(record: Record, rules: System | None = None) -> list[str]:
    """A record line by line; a kind of the game with all that it is and has as it comes.

    rules: those of its game, where they are not found by its name.
    """
    head = f"{record.name} ({record.system})"
    from_ = [f"tags: {' '.join(record.tags)}"] if record.tags else []
    from_ += [f"from {record.source}"] if record.source else []
    match record:
        case KeptFigure() if is_of_game(record):
            return _of_game_in_full(record, rules or systems.rules_named(record.system))
        case KeptFigure():
            derived = _derived_columns(record, rules)
            return [head, f"add {record.words}", *derived, *from_, *_played(record), *record.note.splitlines()]
        case KeptParty():
            table = [f"table: {name} {now}" for name, now in record.table.items()]
            return [head, *(f"add {member.words}" for member in record.members), *table, *from_]
        case KeptCondition():
            return [head, *([f"lasts {record.usual}"] if record.usual else []), *record.text.splitlines(), *from_]
        case KeptPlan():
            return [head, *from_, *record.text.splitlines()]
        case _:
            return [head]


def _played(record: KeptFigure) -> list[str]:
    """`plays 9 of 11 features; by hand: Web, Split`: how much of an imported figure the game carries out."""
    told = record.data.get("features")
    features = [each for each in told if isinstance(each, dict)] if isinstance(told, list) else []
    if not features:
        return []
    by_hand = ", ".join(str(each.get("name")) for each in features if not each.get("plays"))
    told_of = f"plays {sum(each.get('plays') is True for each in features)} of {len(features)} features"
    return [f"{told_of}; by hand: {by_hand}" if by_hand else told_of]


FORMAT = "referee library 2"
_FORMATS = ("referee library 1", FORMAT)
Records = dict[str, tuple[Record, ...]]
"""The records of each table, by its name."""


def records_of(library: Library, tables: Iterable[str], system: str = "") -> Records:
    """The records of these tables, of one game if one is said."""
    return {name: library.all(TABLES[name], system) for name in tables}


def written(records: Records) -> str:
    """The records as a text in plain ASCII that `read` takes."""
    rows = {name: [record.row for record in records[name]] for name in records}
    return json.dumps({"format": FORMAT, **rows}, indent=1)


def read(raw: bytes, called: str) -> Records:
    """The records that such a text holds. Damaged, in one sentence, if it is none."""
    found = read_json(raw, called)
    if not isinstance(found, Mapping) or found.get("format") not in _FORMATS:
        raise Damaged(f"{called} is not an exported library. For files of other programs: referee import")
    if found["format"] != FORMAT:
        sign_init(found)
    return {name: _records(table, found.get(name, []), called) for name, table in TABLES.items()}


def _records(table: LibraryTable[Any], rows: Any, called: str) -> tuple[Record, ...]:
    try:
        return tuple(table.record.model_validate(row) for row in rows)
    except (ValidationError, TypeError, RecursionError) as error:
        raise Damaged(f"{called} is damaged: it holds something that is not a {table.one}.") from error


def put_in(library: Library, records: Records, duplicates: Duplicates | None) -> dict[str, Added]:
    """Puts all of them into the library, table by table. NameTaken, and nothing is put in, if names are there and
    nothing is said of duplicates."""
    if duplicates is None and (there := [each.name for each in already_in(library, records)]):
        raise NameTaken(f"Already in the library: {listed(there)}. Add --on-duplicate skip, replace or both.")
    return library.add_all({name: rows for name, rows in records.items() if rows}, duplicates)


def already_in(library: Library, records: Mapping[str, Iterable[Record]]) -> list[Record]:
    """Those of the records, by the names of their tables, whose name the library has already."""
    keys = {name: {record.key for record in library.all(TABLES[name])} for name in records}
    return [record for name, rows in records.items() for record in rows if record.key in keys[name]]


def figure_from(rules: System, name: str, words: str, note: str = "", kept: GameLibrary = EMPTY_LIBRARY) -> KeptFigure:
    """An own figure: its name, and what stands after `add` without it. A Problem if that means no figure.

    kept: what the words may name besides what comes with the game.
    """
    name = record_name(name)
    kind, _, details = words_in_full(rules, kept, words.strip()).partition(" ")
    template = kind_named(rules, kind)
    unnamed = " ".join(piece.text for piece in pieces(details) if not piece.names)
    full = " ".join(filter(None, (template.kind, f'"{name}"', unnamed)))
    if not template.by_number:
        from_words(rules, full)
    return KeptFigure(name=name, system=rules.name, words=full, side=template.side, note=note)


def party_from(rules: System, name: str, words: str, kept: GameLibrary = EMPTY_LIBRARY) -> KeptParty:
    """A party: its name, and what stands after `add` for each, with ; between them. kept: as of `figure_from`."""
    members = []
    for kind, details in figure_parts(words):
        said = words_in_full(rules, kept, f"{kind} {details}".strip()).strip()
        called = from_words(rules, said).figure.name
        word, _, more = said.partition(" ")
        named = details_with(kind_named(rules, word), more, f'"{called}"')
        members.append(Member(name=called, words=f"{word} {named}".strip()))
    if not members:
        raise NotUnderstood("Type figures as after add, with ; between them: hero Ann; goblin x3")
    if len({member.name.casefold() for member in members}) < len(members):
        raise NotUnderstood("Two of these figures have the same name. Rename one.")
    return KeptParty(name=record_name(name), system=rules.name, members=tuple(members))


def condition_from(rules: System, name: str, usual: str, text: str) -> KeptCondition:
    """An own condition. Refused if the game has one of that name."""
    if rules.condition(name.lower()):
        raise Refused(f"{name} is a condition of {rules.title}; choose another name for yours.")
    return KeptCondition(name=record_name(name), system=rules.name, usual=usual, text=text)


def record_from(
    table: LibraryTable[Any],
    rules: System,
    name: str,
    text: str,
    old: Record | None = None,
    kept: GameLibrary = EMPTY_LIBRARY,
) -> Record:
    """A record of that table from typed words; what the words do not say is as in the old one.

    The words of a figure are those after `add`, of a party the same with ; between them, of a condition how long it
    lasts and, after a colon, what it does.
    """
    if table is FIGURES:
        made: Record = figure_from(rules, name, text, kept=kept)
    elif table is PARTIES:
        made = party_from(rules, name, text, kept)
    else:
        usual, _, told = text.partition(":")
        made = condition_from(rules, name, usual.strip(), told.strip())
    return made.with_rest_of(old)


def copy_of(record: Record, rules: System, name: str) -> Record:
    """The same record under another name; of a kind of the game one of the referee's own."""
    if is_kind(record):
        return figure_from(rules, name, record.words)
    named = record.renamed(record_name(name)).model_copy(update={"source": "" if is_of_game(record) else record.source})
    return type(record).model_validate(named.model_dump())


def record_name(name: str, whose: str = "") -> str:
    """The name of a record, without quotes. Refused if nothing is left of it; whose: ` for the campaign`, say."""
    if not (proper := clean_name(name.replace('"', "'"))):
        raise Refused(f"Type a name{whose}.")
    return proper


def first_line(text: str) -> str:
    """The first line of a text."""
    return text.partition("\n")[0]
