"""Records of the library as fields, for other programs and for those who read them line by line."""

from referee.engine.detail_pieces import Piece, pieces
from referee.engine.kinds import Template
from referee.engine.party_members import alone, from_words
from referee.engine.problem import Problem
from referee.script import systems
from referee.store.library_record import KeptCondition, KeptFigure, KeptParty, KeptPlan, Record

LONGEST_PIECE = 40
"""Characters of a value in a summary."""


def exported_fields(record: Record) -> dict[str, object]:
    """All that is kept of a record. A figure has the fields of the file it came from, else those of its words."""
    plain: dict[str, object] = record.model_dump(mode="json")
    if not isinstance(record, KeptFigure):
        return plain
    first = {"name": record.name, "system": record.system}
    known = record.data or _values(record)
    last = {key: plain[key] for key in ("words", "side", "note", "source")}
    return {**first, **{key: value for key, value in last.items() if key not in known}, **known}


def _values(record: KeptFigure) -> dict[str, object]:
    """What its words give it: what its game tells of it, else its tracks and traits; nothing if that is not known."""
    try:
        rules = systems.load(record.system)
        template = rules.template(record.kind)
        if not isinstance(template, Template) or template.by_number:
            return {}
        recruit = from_words(rules, record.words)
        if (told := rules.facts(alone(rules, recruit), recruit.figure.tag)) is not None:
            return dict(told)
    except Problem:
        return {}
    figure = recruit.figure
    tracks = {name: track.now if track.most is None else track.most for name, track in figure.tracks.items()}
    traits = {name: list(value) if isinstance(value, tuple) else value for name, value in figure.traits.items()}
    return {**tracks, **{name: value for name, value in traits.items() if name != "note"}}


def summary(record: Record) -> str:
    """What a record is, in one line."""
    match record:
        case KeptFigure():
            return " ".join(_brief(piece) for piece in pieces(record.words) if not piece.quoted)
        case KeptParty():
            return ", ".join(member.name for member in record.members)
        case KeptCondition():
            return ": ".join(filter(None, (record.usual, record.text.partition("\n")[0])))
        case KeptPlan():
            return f"{len(record.text.splitlines())} lines"
        case _:
            return ""


def _brief(piece: Piece) -> str:
    """A piece of words as a summary has it: of a long value only its key."""
    return piece.text if len(piece.text) <= LONGEST_PIECE else f"{piece.key}=…"


def in_full(record: Record) -> list[str]:
    """A record line by line."""
    head = f"{record.name} ({record.system})"
    from_ = [f"from {record.source}"] if record.source else []
    match record:
        case KeptFigure():
            return [head, f"add {record.words}", *from_, *record.note.splitlines()]
        case KeptParty():
            table = [f"table: {name} {now}" for name, now in record.table.items()]
            return [head, *(f"add {member.words}" for member in record.members), *table, *from_]
        case KeptCondition():
            return [head, *([f"lasts {record.usual}"] if record.usual else []), *record.text.splitlines(), *from_]
        case KeptPlan():
            return [head, *from_, *record.text.splitlines()]
        case _:
            return [head]
