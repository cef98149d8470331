"""The one command language of the app, the command, the plain mode and transcripts: what one line of it can mean."""

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.command_language.reading import Word, read_command, words_of
from referee.engine.contract.order_keys import own_key
from referee.engine.figures.kind_words import LONGEST_KIND, as_kinds_are_called
from referee.engine.figures.library import own_kind
from referee.engine.numbers import read_number
from referee.engine.problem import NotUnderstood, on_topic
from referee.engine.questions.question import Offer
from referee.engine.state.bearer import Tag
from referee.engine.state.find_bearers import find, find_many
from referee.engine.verbs.add import party_named
from referee.engine.verbs.offered import all_verbs
from referee.engine.verbs.verb import Command, Situation
from referee.text.harmless import clean_name
from referee.text.phrases import listed
from referee.text.quoting import quoted
from referee.text.unknown_word import nearest


class Nothing(Struct, frozen=True):
    """An empty line, or a remark."""


class Answered(Struct, frozen=True):
    """An answer to an open question."""

    words: str
    which: int = 1
    """Which of the open questions is meant, from 1."""
    at: int = 0
    """Where in the line these words begin."""


class Undo(Struct, frozen=True):
    """Undo: takes back the last entry, or `inside` it only its last answer."""

    inside: bool = False


class Redo(Struct, frozen=True):
    """Redo: does again what was taken back, an entry, or `inside` it one answer."""

    inside: bool = False


class Back(Struct, frozen=True):
    """Back to before the latest turn began."""


class Rewind(Struct, frozen=True):
    """Rewind: goes to a position in the record."""

    position: int


class Amend(Struct, frozen=True):
    """Amend: corrects a recorded order or answer."""

    seat: int
    """The place in the record at which its command was given."""
    which: str = ""
    """Which of its answers, by number from 1 or by a part of its question's key; empty: all are to be shown."""
    answers: tuple[str, ...] = ()
    """What the table says instead, then what is asked when later commands are played again, or what becomes of them."""
    order: str = ""
    """All that was said behind the place, before the first `<`: the words of the order, if it begins with a verb."""


class Help(Struct, frozen=True):
    """What can be typed, or what one word means."""

    word: str = ""


class Keep(Struct, frozen=True):
    """A figure of the table becomes a kind of the referee's own, in the library."""

    who: Tag
    name: str
    """Empty: the name of its sort."""
    sure: bool = False
    """It takes the place of one that is called so."""


class KeepCondition(Struct, frozen=True):
    """A condition of the referee's own goes into the library."""

    name: str
    usual: str = ""
    """How long it lasts where nothing is said."""
    text: str = ""
    sure: bool = False
    """It takes the place of one that is called so."""


class SaveParty(Struct, frozen=True):
    """A party is kept in the library as it is at the table now."""

    name: str
    who: tuple[Tag, ...] = ()
    """Who belongs to it; nobody: those who did, or all that the players have."""
    sure: bool = False
    """It is kept; else what would change is told."""


class LoadParty(Struct, frozen=True):
    """Those of a party who are at the table become what the library says of them."""

    name: str
    sure: bool = False
    """It is done; else what would change is told."""


class UndoParty(Struct, frozen=True):
    """A party is in the library as it was before it was saved last."""

    name: str


class RestParty(Struct, frozen=True):
    """Those of a party who are at the table rest."""

    name: str
    rest: str = ""
    """Which rest; empty if the game has only one."""


LibraryOrder = Keep | KeepCondition | SaveParty | LoadParty | UndoParty
Order = Command | Answered | Undo | Redo | Back | Rewind | Amend | Help | Nothing | RestParty | LibraryOrder

SESSION_WORDS = {
    "undo": "takes back the last thing done; undo inside: only its last answer",
    "redo": "brings back what undo took, with the same dice",
    "back": "goes back to before this turn",
    "rewind": "goes to a line of the log: rewind 12",
    "amend": "shows the answers of a line of the log: amend 12; corrects one: amend 12 2 5; "
    "or the command itself, then what it asks: amend 12 damage g1 3, amend 12 to-hit 6 < 3 < drop < keep < let",
    "keep": 'saves to the library: keep g1 "Goblin boss"; keep condition soaked 3r: lightning hurts twice',
    "party": "party save heroes saves what carries over, party undo heroes takes that back; party load heroes makes "
    "them what was saved last; party rest heroes rests them; add party heroes adds them",
    "help": "shows what you can type: help attack",
}
"""The words that are about the record, not about the fight."""


_KEEP = 'Type who, and a name: keep g1 "Goblin boss"'
_CONDITION = "Type a name, how long, and what it does: keep condition soaked 3r: it drips"
_PARTY = "Type save, load, rest or undo, and a name: party save heroes"


def _sure(words: Sequence[Word]) -> tuple[Sequence[Word], bool]:
    """The words without the last one, where that is `yes`."""
    sure = bool(words) and words[-1].text.lower() == "yes"
    return (words[:-1] if sure else words), sure


@on_topic("library")
def read_keep(situation: Situation, text: str, words: Sequence[Word]) -> Order:
    """`keep g1 "Goblin boss"`, `keep condition soaked 3r: lightning hurts twice`; `yes` at the end replaces one."""
    said, sure = _sure(words[1:])
    if not said:
        raise NotUnderstood(_KEEP)
    if said[0].text.lower() == "condition":
        return _condition(text, said[1:], sure)
    figures = situation.encounter.figures
    return Keep(find(situation.encounter, figures, said[0].text), clean_name(_joined(said[1:])), sure)


def _joined(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def _condition(text: str, words: Sequence[Word], sure: bool) -> KeepCondition:
    if not words:
        raise NotUnderstood(_CONDITION)
    line = text[words[0].at : words[-1].at + len(words[-1].text)]
    name = words[0].text.rstrip(":")
    usual, _, told = line[len(words[0].text) + (2 if line.startswith('"') else 0) :].partition(":")
    if words[0].text.endswith(":"):
        usual, told = "", line[len(words[0].text) :]
    if not clean_name(name):
        raise NotUnderstood(_CONDITION)
    return KeepCondition(clean_name(name), usual.strip(), told.strip(), sure)


def library_offers(situation: Situation, name: str, said: Sequence[str]) -> tuple[Offer, ...]:
    """What may follow these words of `keep` or `party`."""
    if name == "keep":
        figures = situation.encounter.figures.values()
        return (*(Offer(each.tag, each.name) for each in figures), Offer("condition")) if not said else ()
    match [word.lower() for word in said]:
        case []:
            return (
                Offer("save", "saves what carries over"),
                Offer("load", "as last saved"),
                Offer("rest", "as the rules say"),
                Offer("undo", "as before the last save"),
            )
        case [("save" | "load" | "rest" | "undo")]:
            return tuple(Offer(group.name) for group in situation.kept.parties())
        case ["rest", _]:
            return tuple(map(Offer, situation.rules.party.rests))
        case _:
            return ()


# -------------------------------------------------------------------- parties


@on_topic("library")
def read_party(situation: Situation, words: Sequence[Word]) -> Order:
    """`party save heroes`, `party save heroes ann,bob yes`, `party rest heroes long`."""
    if len(words) < 3:
        raise NotUnderstood(_PARTY)
    match words[1].text.lower():
        case "save":
            said, sure = _sure(words[3:])
            there, listing = situation.encounter.figures, ",".join(word.text for word in said)
            who = find_many(situation.encounter, there, listing) if said else ()
            return SaveParty(clean_name(words[2].text), who, sure)
        case "load":
            said, sure = _sure(words[2:])
            if len(said) != 1:
                raise NotUnderstood("Type the name of one party: party load heroes")
            return LoadParty(party_named(situation, said[0].text).name, sure)
        case "undo":
            return UndoParty(party_named(situation, _joined(words[2:])).name)
        case "rest":
            return RestParty(party_named(situation, words[2].text).name, _joined(words[3:]).lower())
        case _:
            raise NotUnderstood(_PARTY, words[1].at)


LONGEST = 60_000
"""Characters of a line."""

_REMARK = re.compile(r"(?<!\s)\s{2,}#")
_ANSWER = re.compile(r"<(?:([1-9][0-9]?)(?=\s|$))?")


def without_remark(text: str) -> str:
    """The line without its remark: `#` at its beginning, or after two spaces, so that names with # work."""
    if text.lstrip().startswith("#"):
        return ""
    remark = _REMARK.search(text)
    return (text[: remark.start()] if remark else text).rstrip()


def read_line(situation: Situation, text: str) -> Order:
    """What a line means at this table. NotUnderstood, with what was expected and where."""
    if len(text) > LONGEST:
        raise NotUnderstood(f"A line has at most {LONGEST:,} characters.", LONGEST)
    text = without_remark(text)
    words = words_of(text)
    if not words:
        return Nothing()
    if text.lstrip().startswith("<"):
        return _answered(text)
    name = verb_word(situation, words[0])
    verb = all_verbs(situation.rules).get(name)
    if "\n" in text.strip() and not (verb and any(param.lines for param in verb.params)):
        raise NotUnderstood("Type one command per line.", text.index("\n"))
    if name == "amend":
        return _amended(text, words)
    if name in ("keep", "party"):
        return read_keep(situation, text, words) if name == "keep" else read_party(situation, words)
    if name in SESSION_WORDS:
        return _about_the_record(name, words[1:])
    if name == "add" and len(words) > 1:
        text = f"{text[: words[1].at]}{as_kinds_are_called(situation.rules, situation.kept, text[words[1].at :])}"
        words = _with_kind(situation, words_of(text))
    if verb and any(param.glued(situation) for param in verb.params):
        words = [part for word in words for part in _parted(word)]
    return read_command(situation, all_verbs(situation.rules)[name], text, words)


def _parted(word: Word) -> Iterator[Word]:
    """A number, and the word that is glued to it: `8f`, `8fire`."""
    if word.closed and (found := re.fullmatch(r"(\d+)([a-z]+)", word.text)):
        yield Word(found[1], word.at)
        yield Word(found[2], word.at + found.start(2))
    else:
        yield word


def _with_kind(situation: Situation, words: list[Word]) -> list[Word]:
    """The words of `add pit fiend x2; ogre`, those that are the name of one figure of the library or the catalogue as
    one; from a semicolon behind the kind on, what is glued to it is a word by itself.
    """
    for end in range(min(len(words), LONGEST_KIND + 1), 1, -1):
        last = words[end - 1]
        kind = " ".join(word.text for word in words[1:end])
        behind = last.text[at:] if (at := last.text.find(";")) > 0 and last.closed else ""
        kind = kind.removesuffix(behind)
        own = own_kind(situation.rules, situation.kept, kind)
        if end == 2 or own is not None:
            more = [Word(behind, last.at + at)] if behind else []
            return [words[0], replace(words[1], text=kind.replace("_", " ") if own else kind), *more, *words[end:]]
    return words


def _answered(text: str) -> Answered:
    found = _ANSWER.search(text)
    assert found is not None
    words = text[found.end() :]
    if found[1] and not words.strip():
        raise NotUnderstood(
            f"To answer {found[1]}: `< {found[1]}`, with a space. To roll for question {found[1]}: `<{found[1]} roll`.",
            found.end(),
        )
    at = found.end() + len(words) - len(words.lstrip())
    return Answered(words.strip(), int(found[1] or 1), at)


def _amended(text: str, words: Sequence[Word]) -> Amend:
    if len(words) < 2:
        raise NotUnderstood("Type the line, which answer, and the new one: amend 12 2 5")
    seat = read_number(words[1].text, "amend")
    answers = text[words[3].at :].split("<") if len(words) > 3 else []
    order = text[words[2].at :].split("<")[0].strip() if len(words) > 2 else ""
    return Amend(seat, words[2].text if len(words) > 2 else "", tuple(answer.strip() for answer in answers), order)


def _about_the_record(name: str, words: Sequence[Word]) -> Order:
    most = 0 if name == "back" else 1
    if len(words) > most:
        raise NotUnderstood(f"{quoted(words[most].text)} is one word too many. Type only: {name}", words[most].at)
    match name:
        case "undo" | "redo":
            if words and words[0].text.lower() != "inside":
                raise NotUnderstood(f"Type {name}, or {name} inside.", words[0].at)
            return Undo(bool(words)) if name == "undo" else Redo(bool(words))
        case "rewind":
            if not words:
                raise NotUnderstood("Which line of the log? For example: rewind 12")
            return Rewind(read_number(words[0].text, "rewind"))
        case "back":
            return Back()
        case _:
            return Help(words[0].text.lower() if words else "")


def verb_word(situation: Situation, word: Word) -> str:
    """The verb, or word about the record, that is meant: itself, or its beginning where only one begins so."""
    known = [*all_verbs(situation.rules), *SESSION_WORDS]
    wanted = word.text.lower()
    for name in (wanted, own_key(situation.rules, wanted)):
        if name in known:
            return name
    alike = [name for name in known if wanted and name.startswith(wanted)]
    if len(alike) == 1:
        return alike[0]
    if alike:
        raise NotUnderstood(f"{quoted(word.text)} could be {listed(alike)}. Type more of it.", word.at)
    near = nearest(wanted, known, 0.6)
    hint = f"Did you mean {near}?" if near else "To see what there is: help"
    raise NotUnderstood(f"There is no command {quoted(word.text)}. {hint}", word.at)
