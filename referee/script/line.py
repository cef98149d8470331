"""Lines: the one command language of the app, the command, the plain mode and transcripts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import combinations

from referee.engine.number import read_number, short
from referee.engine.problem import NotUnderstood, Refused
from referee.engine.questions.answer import Answer
from referee.engine.questions.question import Choose, Offer, Pick
from referee.engine.state.tags import find, find_many, listed
from referee.engine.verbs.add import party_named
from referee.engine.verbs.every_table import all_verbs
from referee.engine.verbs.offered import implied, nothing_to_choose, open_question
from referee.engine.verbs.verb import Command, Given, Param, Situation, Verb
from referee.script.order import (
    SESSION_WORDS,
    Amend,
    Answered,
    Back,
    Help,
    Keep,
    KeepCondition,
    Nothing,
    Order,
    Redo,
    RestParty,
    Rewind,
    SaveParty,
    Undo,
)
from referee.text import clean_name

_WORD = re.compile(r'"([^"]*)("?)|(\S+)')


@dataclass(frozen=True)
class Word:
    """One word of a line, or several within double quotes, and where it stands."""

    text: str
    at: int
    closed: bool = True
    """False for a quotation that never ends."""


def words_of(text: str, start: int = 0) -> list[Word]:
    """The words of a line from that place on."""
    return [
        Word(found[1] if found[3] is None else found[3], found.start(), found[3] is not None or bool(found[2]))
        for found in _WORD.finditer(text, start)
    ]


_KEEP = 'keep: a figure and a name are expected: keep g1 "Goblin boss".'
_CONDITION = "keep condition: a name is expected, then how long and what it does: keep condition soaked 3r: it drips."
_PARTY = "party: save NAME or rest NAME is expected, such as party save heroes."


def _sure(words: Sequence[Word]) -> tuple[Sequence[Word], bool]:
    """The words without the last one, where that is `yes`."""
    sure = bool(words) and words[-1].text.lower() == "yes"
    return (words[:-1] if sure else words), sure


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
            return Offer("save", "keeps what carries over"), Offer("rest", "as the game has it")
        case [("save" | "rest")]:
            return tuple(Offer(group.name) for group in situation.kept.parties())
        case ["rest", _]:
            return tuple(map(Offer, situation.rules.rests))
        case _:
            return ()


# -------------------------------------------------------------------- parties


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
        raise NotUnderstood("These are several lines; each is an order by itself.", text.index("\n"))
    if name == "amend":
        return _amended(text, words)
    if name in ("keep", "party"):
        return read_keep(situation, text, words) if name == "keep" else read_party(situation, words)
    if name in SESSION_WORDS:
        return _about_the_record(name, words[1:])
    return _command(situation, all_verbs(situation.rules)[name], text, words)


def _answered(text: str) -> Answered:
    found = _ANSWER.search(text)
    assert found is not None
    words = text[found.end() :]
    if found[1] and not words.strip():
        raise NotUnderstood(
            f"To answer {found[1]}, leave a space: `< {found[1]}`; to throw for number {found[1]}: `<{found[1]} roll`.",
            found.end(),
        )
    at = found.end() + len(words) - len(words.lstrip())
    return Answered(words.strip(), int(found[1] or 1), at)


def _amended(text: str, words: Sequence[Word]) -> Amend:
    if len(words) < 2:
        raise NotUnderstood("amend: the place of a command, which answer, and the new one are expected: amend 12 2 5.")
    seat = read_number(words[1].text, "amend")
    answers = text[words[3].at :].split("<") if len(words) > 3 else []
    order = text[words[2].at :].split("<")[0].strip() if len(words) > 2 else ""
    return Amend(seat, words[2].text if len(words) > 2 else "", tuple(answer.strip() for answer in answers), order)


def _about_the_record(name: str, words: Sequence[Word]) -> Order:
    most = 0 if name == "back" else 1
    if len(words) > most:
        raise NotUnderstood(f"{name}: {short(words[most].text)!r} is one word too many.", words[most].at)
    match name:
        case "undo" | "redo":
            if words and words[0].text.lower() != "inside":
                raise NotUnderstood(f"{name}: `inside` or nothing is expected.", words[0].at)
            return Undo(bool(words)) if name == "undo" else Redo(bool(words))
        case "rewind":
            if not words:
                raise NotUnderstood("rewind: a place in the record is expected, such as rewind 12.")
            return Rewind(read_number(words[0].text, "rewind"))
        case "back":
            return Back()
        case _:
            return Help(words[0].text.lower() if words else "")


def verb_word(situation: Situation, word: Word) -> str:
    """The verb, or word about the record, that is meant: itself, or its beginning where only one begins so."""
    known = [*all_verbs(situation.rules), *SESSION_WORDS]
    wanted = word.text.lower()
    for name in (wanted, situation.rules.own_key(wanted)):
        if name in known:
            return name
    alike = [name for name in known if wanted and name.startswith(wanted)]
    if len(alike) == 1:
        return alike[0]
    if alike:
        raise NotUnderstood(f"{short(word.text)!r} could be {listed(alike)}.", word.at)
    near = get_close_matches(wanted[:40], known, 1)
    hint = f"did you mean {near[0]}?" if near else "`help` lists what there is."
    raise NotUnderstood(f"There is no command {short(word.text)!r}; {hint}", word.at)


# -------------------------------------------------------------------- words to parameters


def _command(situation: Situation, verb: Verb, text: str, words: Sequence[Word]) -> Command:
    """The command, from the first way to read its words that makes sense; else what is wrong with the way that gets on
    furthest: of several one that takes the word for no free text, else the first.

    Where the verb is barred, or a question is open that comes first, the words are not read: its parameters have
    nothing to choose from then.
    """
    if reason := verb.refusal(situation):
        raise Refused(reason)
    said = words[1:]
    free = frozenset(param.name for param in verb.params if param.rest)
    wrong: list[tuple[int, bool, NotUnderstood]] = []
    for silent in unsaid(verb, len(said)):
        try:
            return Command(verb=verb.name, given=Reading(situation, verb, silent).given(text, said))
        except NotUnderstood as problem:
            wrong.append((problem.at or 0, free <= silent and not isinstance(problem, TooMany), problem))
    raise max(wrong, key=lambda way: way[:2])[2]


def unsaid(verb: Verb, count: int) -> Iterator[frozenset[str]]:
    """The parameters that so many words leave out, the likeliest way first: those with a default, from the left."""
    optional = [param.name for param in verb.params if param.default is not None]
    missing = min(max(0, len(verb.params) - count), len(optional))
    # All that is left of the line may be many words, so more can be left out than the count of words tells.
    most = len(optional) if verb.params and verb.params[-1].rest else missing
    for number in range(missing, most + 1):
        yield from map(frozenset, combinations(optional, number))


class TooMany(NotUnderstood):
    """There are more words than parameters."""


class Reading:
    """One way to match words to the parameters of a verb."""

    def __init__(self, situation: Situation, verb: Verb, silent: frozenset[str]) -> None:
        self.situation = situation
        self.verb = verb
        self.silent = silent
        """The parameters that are left to their defaults."""

    def given(self, text: str, words: Sequence[Word]) -> Given:
        """What the words say. NotUnderstood, with the place of the first that fails."""
        given = Given()
        so_far = Given()
        left = list(words)
        for param in self.verb.params:
            if param.name in self.silent:
                if left:
                    self.imply(param, so_far)
            elif left:
                word = _rest(text, left, param.quotes) if param.rest else left[0]
                left = [] if param.rest else left[1:]
                given[param.name] = so_far[param.name] = self.read(param, so_far, word)
        if left:
            raise TooMany(f"{self.verb.name}: {short(left[0].text)!r} is one word too many.", left[0].at)
        return given

    def param_at(self, count: int) -> Param | None:
        """The parameter that the word after so many belongs to."""
        spoken = [param for param in self.verb.params if param.name not in self.silent]
        if spoken and spoken[-1].rest:
            count = min(count, len(spoken) - 1)
        return spoken[count] if count < len(spoken) else None

    def imply(self, param: Param, so_far: Given) -> None:
        """What is meant by saying nothing, so that the questions after it can build on it."""
        question = param.ask(self.situation, so_far)
        said = implied(param, self.situation, so_far, question)
        if said is None:
            question = open_question(self.verb, param, self.situation, so_far, {}, question)
            said = implied(param, self.situation, so_far, question)
        if said is None:
            reason = nothing_to_choose(self.verb, param, question)
            raise NotUnderstood(reason or f"{self.verb.name}: {param.name} is expected first: {self.verb.usage}.")
        so_far[param.name] = said

    def read(self, param: Param, so_far: Given, word: Word) -> Answer:
        """The answer that a word gives to its parameter's own question."""
        if not word.closed:
            raise NotUnderstood(f"{self.verb.name}: a quotation is never closed.", word.at)
        question = param.ask(self.situation, so_far)
        try:
            return question.read(self.situation.encounter, word.text)
        except NotUnderstood as problem:
            reason = str(problem)
            if isinstance(question, Pick | Choose) and reason not in question.barred.values():
                reason = nothing_to_choose(self.verb, param, question) or reason
            raise NotUnderstood(f"{self.verb.name}: {reason}", word.at + (problem.at or 0)) from problem


def _rest(text: str, words: Sequence[Word], quotes: bool) -> Word:
    """All that is left of the line as it stands; quotes go only where they hold the whole of it, and may go at all."""
    return (
        words[0]
        if len(words) == 1 and words[0].closed and not quotes
        else Word(text[words[0].at :].rstrip(), words[0].at)
    )
