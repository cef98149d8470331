"""Line of the command language of the app, the plain mode, plans, transcripts: the order that it means."""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.command_language.library_lines import read_keep, read_party
from referee.command_language.orders import Amend, Answered, Back, Help, Nothing, Order, Redo, Rewind, Undo
from referee.command_language.read_command import Word, read_command, words_of
from referee.engine.contract.order_keys import own_key
from referee.engine.figures.kind_words import LONGEST_KIND, as_kinds_are_called
from referee.engine.figures.library import own_kind
from referee.engine.numbers import read_number
from referee.engine.problem import NotUnderstood
from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.verb import Situation
from referee.text.phrases import listed
from referee.text.quoting import quoted
from referee.text.unknown_word import nearest

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
