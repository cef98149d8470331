"""Recorded remarks: text that the rules of its time wrote; its parts are found again here and nowhere else.

Records keep a remark as one text, and those of system files say what their authors wrote. Who it is about is found by
the name with which it begins.
"""

from msgspec.structs import replace

from referee.engine.events.event import Event, Remarked, total
from referee.engine.state.encounter import Encounter
from referee.words.sentence import Clause, Sentence
from referee.words.sums import summed
from referee.words.wording import wording


def remark_sentence(encounter: Encounter, event: Remarked) -> Sentence:
    """A remark, with its sum: `The wall falls: die 4 + ram 1 = 5`."""
    sentence = _about(encounter, event)
    if not event.terms or (len(event.terms) == 1 and event.against is None):
        return sentence
    if event.against is None and event.text.endswith(f"= {total(event.terms)}"):
        return sentence  # it says its sum itself
    against = "" if event.against is None else f" vs {event.against}"
    return sentence.with_clauses(Clause(f"{summed(event.terms)}{against}"))


def _about(encounter: Encounter, event: Remarked) -> Sentence:
    """The words of a remark, and who it is about: the figure with whose name it begins."""
    text, names = event.text, [figure.name for figure in encounter.figures.values() if figure.name in event.text]
    first = max((name for name in names if text.startswith(name)), key=len, default="")
    if not first or not text.removeprefix(first).startswith(" "):
        head, colon, detail = text.partition(": ")
        return Sentence(rest=head, clauses=(Clause(detail),) if colon else (), others=tuple(names))
    said = wording("{who}" + text.removeprefix(first).replace("{", "{{").replace("}", "}}"))
    return replace(said.filled((first,)), others=tuple(names))


def reason_in(event: Remarked) -> str:
    """The reason that the referee gave for damage: `half cover`, of `Ann takes 4 (half cover)`; empty without one."""
    return event.text.partition(" (")[2].removesuffix(")") if event.text.endswith(")") else ""


def tells_end_of(event: Event, note: str) -> bool:
    """True if a remark tells that the spell, or whatever thing, of that name ends: `Bless ends: it affects nobody`."""
    return isinstance(event, Remarked) and event.text.startswith(f"{note} ends: ")
