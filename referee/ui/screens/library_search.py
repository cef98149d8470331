"""Searching the library: which records have the typed words, and what is said of them besides."""

from collections.abc import Sequence

from referee.engine.figures.details import COPIES
from referee.script.library_records import summary
from referee.store.library_record import KeptCondition, KeptFigure, KeptParty, KeptPlan, Record


def parted(text: str) -> tuple[list[str], str]:
    """The words that are searched for, in small letters, and what goes to the table besides: `x3`, `hp=9`."""
    words = text.split()
    more = [word for word in words if COPIES.fullmatch(word.lower()) or "=" in word]
    return [word.lower() for word in words if word not in more], " ".join(more)


class Searchable:
    """Records, with the words of each in small letters."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.records = tuple(records)
        self._words = [(record.name.lower(), f"{record.name} {summary(record)}".lower()) for record in self.records]

    def matching(self, text: str) -> tuple[Record, ...]:
        """Those whose name begins with the words, then those whose name has them, then those that have them at all."""
        wanted, _ = parted(text)
        whole = " ".join(wanted)
        ranked: list[list[Record]] = [[], [], []]
        for record, (name, words) in zip(self.records, self._words, strict=True):
            if name.startswith(whole):
                ranked[0].append(record)
            elif all(word in name for word in wanted):
                ranked[1].append(record)
            elif all(word in words for word in wanted):
                ranked[2].append(record)
        return tuple(record for rank in ranked for record in rank)


def words_to_edit(record: Record) -> str:
    """The words of a record, as they are typed to change it."""
    match record:
        case KeptFigure():
            return record.words
        case KeptParty():
            return "; ".join(member.words for member in record.members)
        case KeptCondition():
            return (
                f"{record.usual}: {' '.join(record.text.split())}".lstrip(": ") if record.usual else f": {record.text}"
            )
        case KeptPlan():
            return record.text
        case _:
            return ""
