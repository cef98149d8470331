"""Reads a command: its words, as answers to the questions that its parameters ask."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations, pairwise

from msgspec import Struct, field

from referee.engine.figures.library import OWN
from referee.engine.figures.party import PARTY
from referee.engine.figures.pieces import figure_parts, pieces
from referee.engine.problem import NotUnderstood, Problem, Refused, on_topic
from referee.engine.questions.answer import Answer, Chosen, Picked
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.questions.typed_questions import Amount
from referee.engine.state.find_bearers import find_many
from referee.engine.verbs.parameters import implied, nothing_to_choose, open_question
from referee.engine.verbs.verb import Command, Given, Param, Situation, Verb
from referee.text.lazy_pattern import pattern
from referee.text.quoting import quoted as typed

_NUMBERS = pattern(r"[0-9]{1,4}(?:[-,][0-9a-z]+)*", re.ASCII)
"""The number in a name, or several of those who are called so: `2`, `2-4`, `1,3,ann`."""
MOST_JOINED = 8
"""Words of a line in which names of several words are looked for without quotes."""
LONGEST_NAME = 4
"""Words of such a name."""
_WORD = pattern(r'"([^"]*)("?)|(\S+)')


class Word(Struct, frozen=True):
    """One word of a line, or several within double quotes, and where it stands."""

    text: str
    at: int
    closed: bool = True
    """False for a quotation that never ends."""
    joined: bool = False
    """Several words that were typed without quotes, taken as the name of one choice."""


def words_of(text: str, start: int = 0) -> list[Word]:
    """The words of a line from that place on."""
    return [
        Word(found[1] if found[3] is None else found[3], found.start(), found[3] is not None or bool(found[2]))
        for found in _WORD.finditer(text, start)
    ]


def quoted(word: str) -> str:
    """A word as it is typed: in quotes, if it holds blanks."""
    return f'"{word}"' if " " in word else word


def read_command(situation: Situation, verb: Verb, text: str, words: Sequence[Word]) -> Command:
    """The command, from the first way to read its words that makes sense; else what is wrong with the way that gets on
    furthest: of several one that takes the word for no free text, else the first.

    Where the verb is barred, or a question is open that comes first, the words are not read: its parameters have
    nothing to choose from then.
    """
    if reason := verb.refusal(situation):
        raise Refused(reason)
    with on_topic(verb.topic):
        return _in_some_order(situation, verb, text, words[1:])


def _in_some_order(situation: Situation, verb: Verb, text: str, said: Sequence[Word]) -> Command:
    """The command, its words taken in their order, or else in another. NotUnderstood if no way makes sense."""
    try:
        return _as_said(situation, verb, text, said)
    except NotUnderstood as problem:
        first = problem
    for joined in (*_with_numbered_names(said), *_with_long_names(said)):
        try:
            return _as_said(situation, verb, text, joined)
        except NotUnderstood as problem:  # that of a word behind the name, which was understood then
            behind = next((word.at for name, word in pairwise(joined) if name.joined), len(text))
            is_told = isinstance(problem, Barred) or (first.at and problem.at and problem.at >= behind)
            first = problem if is_told and not isinstance(first, Barred) else first
    for reading, order in _otherwise(situation, verb, said):
        try:
            return Command(verb=verb.name, given=reading.given(text, order))
        except NotUnderstood as problem:
            # Where only a figure is named, it is said what is wrong with the figure, and not that it is no choice.
            if problem.at is not None and reading.exchanged is None and len(said) == 1:
                first = problem if _is_figure(situation, said[0]) else first
    raise first


def _as_said(situation: Situation, verb: Verb, text: str, said: Sequence[Word]) -> Command:
    """The command, its words taken in their order. NotUnderstood if no way to do so makes sense."""
    free = frozenset(param.name for param in verb.params if param.rest)
    wrong: list[tuple[frozenset[str], NotUnderstood]] = []
    for silent in unsaid(verb, len(said)):
        try:
            return Command(verb=verb.name, given=Reading(situation, verb, silent).given(text, said))
        except NotUnderstood as problem:
            wrong.append((silent, problem))
    actors = frozenset(param.name for param in verb.params if _is_actor(verb, param))
    # A first word that is no figure does not say who acts.
    names_actor = bool(said) and _is_figure(situation, said[0])

    def rank(way: tuple[frozenset[str], NotUnderstood]) -> tuple[int, bool, bool]:
        silent, problem = way
        fits = free <= silent and not isinstance(problem, TooMany)
        return problem.at or 0, fits, (actors <= silent) != names_actor

    raise max(wrong, key=rank)[1]


def _with_numbered_names(words: Sequence[Word]) -> Iterator[list[Word]]:
    """The words with a name and the number or range behind it as one: `orc 2-4`, the first such name first."""
    for n, (name, number) in enumerate(pairwise(words)):
        if _NUMBERS.fullmatch(number.text) and not name.text[-1:].isdigit() and name.closed:
            yield [*words[:n], Word(f"{name.text} {number.text}", name.at), *words[n + 2 :]]


def _with_long_names(words: Sequence[Word]) -> Iterator[list[Word]]:
    """The words with one run of them as the name of one choice, then with two: `hold person`, `adult red dragon`."""
    if len(words) > MOST_JOINED or not all(word.closed for word in words):
        return
    runs = [(n, end) for n in range(len(words)) for end in range(min(len(words), n + LONGEST_NAME), n + 1, -1)]
    for n, end in runs:
        yield _joined(words, n, end)
    for (n, end), (m, stop) in combinations(runs, 2):
        if end <= m:
            yield _joined(_joined(words, m, stop), n, end)


def _joined(words: Sequence[Word], start: int, end: int) -> list[Word]:
    name = " ".join(word.text for word in words[start:end])
    return [*words[:start], Word(name, words[start].at, joined=True), *words[end:]]


def _is_figure(situation: Situation, word: Word) -> bool:
    encounter = situation.encounter
    with suppress(NotUnderstood):
        return bool(find_many(encounter, tuple(encounter.figures), word.text))
    return False


def unsaid(verb: Verb, count: int) -> Iterator[frozenset[str]]:
    """The parameters that so many words leave out, the likeliest way first: those with a default, from the left."""
    optional = [param.name for param in verb.params if param.default is not None]
    missing = min(max(0, len(verb.params) - count), len(optional))
    # All that is left of the line may be many words, so more can be left out than the count of words tells.
    most = len(optional) if verb.params and verb.params[-1].rest else missing
    for number in range(missing, most + 1):
        yield from map(frozenset, combinations(optional, number))


def _otherwise(situation: Situation, verb: Verb, said: Sequence[Word]) -> Iterator[tuple["Reading", Sequence[Word]]]:
    """Ways to read words in another order, as targets before the weapon; then those that leave out a choice."""
    for silent in unsaid(verb, len(said)):
        for n in range(len(said) - 1):
            order = [*said[:n], said[n + 1], said[n], *said[n + 2 :]]
            yield Reading(situation, verb, silent, exchanged=n), order
    # A free text would take any word, and who acts may be one of those who can be meant.
    left_out = {param.name for param in verb.params if param.rest or _is_actor(verb, param)}
    for later in (param.name for param in verb.params[:-1] if param.default is None):
        ways = (silent for silent in unsaid(verb, len(said) + 1) if left_out <= silent)
        yield from ((Reading(situation, verb, silent | {later}), said) for silent in ways)


def _is_actor(verb: Verb, param: Param) -> bool:
    """Does it say who acts, where that is known if it is left out?"""
    return param.name == verb.actor and param.default is not None


class TooMany(NotUnderstood):
    """There are more words than parameters."""


class Barred(NotUnderstood):
    """A name of several words is that of what cannot be chosen now."""


_AMBIGUOUS = "The words could be meant otherwise."
"""Why words are not taken in another order; never told."""


class Reading(Struct):
    """One way to match words to the parameters of a verb."""

    situation: Situation
    verb: Verb
    silent: frozenset[str]
    """The parameters that are left to their defaults, or are asked for later."""
    exchanged: int | None = None
    """The number of the word that was exchanged with the next one: they must answer questions of different sorts."""
    _sorts: list[str] = field(default_factory=list)
    """What the questions ask for that the words have answered."""

    def given(self, text: str, words: Sequence[Word]) -> Given:
        """What the words say. NotUnderstood, with the place of the first that fails."""
        given = self._given(self.verb.params, text, words, Given())
        if self.exchanged is not None and self.exchanged + 1 >= len(self._sorts):
            raise NotUnderstood(_AMBIGUOUS)
        return given

    def _given(self, params: Sequence[Param], text: str, left: Sequence[Word], so_far: Given) -> Given:
        if not left:
            return Given()
        if not params:
            raise TooMany(
                f"{typed(left[0].text)} is one word too many. Type: {with_example(self.situation, self.verb)}",
                left[0].at,
            )
        param, after = params[0], params[1:]
        if param.name not in self.silent:
            word = _rest(text, left, param.quotes) if param.rest else left[0]
            answer = self.read(param, so_far, word)
            known = Given({**so_far, param.name: answer})
            return Given({param.name: answer, **self._given(after, text, () if param.rest else left[1:], known)})
        wrong: NotUnderstood | None = None
        for answer in self.meant(param, so_far):
            try:
                return self._given(after, text, left, Given({**so_far, param.name: answer}))
            except NotUnderstood as problem:
                wrong = wrong or problem
        raise wrong or NotUnderstood(f"Type: {with_example(self.situation, self.verb)}")

    def param_at(self, count: int) -> Param | None:
        """The parameter that the word after so many belongs to."""
        spoken = [param for param in self.verb.params if param.name not in self.silent]
        if spoken and spoken[-1].rest:
            count = min(count, len(spoken) - 1)
        return spoken[count] if count < len(spoken) else None

    def meant(self, param: Param, so_far: Given) -> Sequence[Answer]:
        """What may be meant by saying nothing, so that the questions after it can build on it: one, or any choice.

        NotUnderstood if nothing is.
        """
        question = param.ask(self.situation, so_far)
        said = implied(param, self.situation, so_far, question)
        if said is None:
            question = open_question(self.verb, param, self.situation, so_far, {}, question)
            said = implied(param, self.situation, so_far, question)
        if said is not None and (param.default is not None or isinstance(question, Choose)):
            return [said]
        if isinstance(question, Choose) and param.default is None:
            options = (option for option in question.options if option not in question.barred)
            if free := [Chosen(option=option) for option in options]:
                return free
        reason = nothing_to_choose(self.verb, param, question)
        raise NotUnderstood(reason or f"Type {param.shown} first: {self.verb.full_usage}")

    def read(self, param: Param, so_far: Given, word: Word) -> Answer:
        """The answer that a word gives to its parameter's own question."""
        if not word.closed:
            raise NotUnderstood('A closing " is missing.', word.at)
        question = param.ask(self.situation, so_far)
        try:
            self._take_sort(param, question)
            answer = question.read(self.situation.encounter, word.text)
            if (
                word.joined
                and not isinstance(answer, Chosen)
                and not (isinstance(answer, Picked) and answer.tags[1:] == ())
            ):
                raise NotUnderstood(_AMBIGUOUS)
            return answer
        except NotUnderstood as problem:
            reason = str(problem)
            if word.joined and isinstance(question, Pick | Choose) and reason in question.barred.values():
                raise Barred(reason, word.at) from problem
            if isinstance(question, Pick | Choose) and reason not in question.barred.values():
                reason = nothing_to_choose(self.verb, param, question) or reason
            raise NotUnderstood(reason, word.at + (problem.at or 0)) from problem

    def _take_sort(self, param: Param, question: AnyQuestion) -> None:
        """Notes what a question asks for. NotUnderstood where exchanged words could be meant as they stood, too."""
        encounter = self.situation.encounter
        sort = ""
        match question:
            case Pick() if not _is_actor(self.verb, param):
                is_figure = any(
                    encounter.has(tag) for tag in (*question.among, *question.barred) if tag not in encounter.things
                )
                sort = "figures" if is_figure else "things"
            case Choose():
                sort = "things"
            case Amount():
                sort = "number"
        self._sorts.append(sort)
        if self.exchanged is not None and len(self._sorts) == self.exchanged + 2:
            first, second = self._sorts[self.exchanged :]
            if first == second or not (first and second):
                raise NotUnderstood(_AMBIGUOUS)


def _rest(text: str, words: Sequence[Word], quotes: bool) -> Word:
    """All that is left of the line as it stands; quotes go only where they hold the whole of it, and may go at all."""
    if len(words) == 1 and words[0].closed and not quotes:
        return words[0]
    return Word(text[words[0].at :].rstrip(), words[0].at)


def with_example(situation: Situation, verb: Verb) -> str:
    """How a verb is typed, with an example from the table: `attack WEAPON TARGET, for example: attack bow g1`."""
    words, _ = example_of(situation, verb)
    return f"{verb.usage}, for example: {words}" if words else verb.usage


def example_of(situation: Situation, verb: Verb) -> tuple[str, Given]:
    """The first that could be typed of a verb now, and what it gives; empty if nothing can, or it takes no words.

    Nothing while the verb is barred: what it asks for may be there only in a turn.
    """
    if verb.refusal(situation):
        return "", Given()
    given, words = Given(), [verb.name]
    for param in verb.params:
        if param.default is not None and param.name != "targets":
            if (meant := param.default(situation, given)) is None:
                return "", given
            given = Given({**given, param.name: meant})
            continue
        free: list[str] = []
        with suppress(Problem):  # nobody is there whom it could be about
            question = param.ask(situation, given)
            free = [offer.word for offer in question.offers(situation.encounter) if not offer.barred]
        if not free:
            return "", given
        words.append(quoted(free[0]))
        given = Given({**given, param.name: question.read(situation.encounter, free[0])})
    return (" ".join(words) if len(words) > 1 else ""), given


# -------------------------------------------------------------------- what lines of a plan add


ADDING = pattern(r"\s*(?:add|bring) (.*)")
"""An order that adds figures; what stands behind its verb."""


def added_in(text: str) -> Iterator[str]:
    """What is typed for each figure or party that the orders of a text add."""
    for found in map(ADDING.fullmatch, text.splitlines()):
        if found is not None:
            yield from (f"{kind} {details}".strip() for kind, details in figure_parts(found[1]))


def without_values(words: str) -> str:
    """The same without values: `goblin x3`."""
    return " ".join(piece.word for piece in pieces(words) if piece.word)


def added_word(words: str) -> str:
    """What is added: a kind, a name of the referee's own, or `party` and the name of one; in small letters."""
    said = [piece.word for piece in pieces(words) if piece.word]
    taken = " ".join(said[:2]) if said[:1] == [PARTY] else "".join(said[:1])
    return taken.casefold().removeprefix(OWN)
