"""Transcripts: a fight as a file of lines, with checks of what must be so at a point of it."""

import re
from collections.abc import Callable
from random import Random

from msgspec import Struct, field
from msgspec.structs import replace

from referee.command_language.line import read_line, without_remark
from referee.command_language.orders import Answered, Order
from referee.command_language.read_command import words_of
from referee.command_language.typed_answers import shared_numbers
from referee.dialogue.dialogue import RecentLog
from referee.dialogue.run_lines import question_number, run
from referee.engine.contract.order_keys import own_key
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY
from referee.engine.dice.chance import DICE, AppDice
from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Roll
from referee.engine.numbers import is_number
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import TABLE
from referee.engine.state.encounter import Encounter
from referee.engine.state.find_bearers import find
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.text.ascii import spelled_in_ascii
from referee.text.phrases import listed
from referee.text.quoting import quoted, short
from referee.words.bearer import shown
from referee.words.log_line import LogLine

_CITED = re.compile(r"\s*\[([A-Z][A-Za-z0-9. -]*)\]$")


class Failed(Problem):
    """Something in a transcript is not as it says."""


class Since(Struct, frozen=True):
    """What a check may look back on: the lines, the clauses and the tests since the last order or answer."""

    lines: tuple[str, ...] = ()
    cites: frozenset[str] = frozenset()
    tests: tuple[tuple[str, str], ...] = ()
    """The kind and the result of each test that was made."""


def cited(text: str) -> tuple[str, tuple[str, ...]]:
    """A check without the clauses at its end, and these clauses: `rat is dead [T-6 T-7]`."""
    clauses: tuple[str, ...] = ()
    while found := _CITED.search(text):
        clauses = (*found[1].replace(",", " ").split(), *clauses)
        text = text[: found.start()]
    return text.strip(), clauses


def check(session: Session, text: str, since: Since) -> tuple[str, ...]:
    """Makes sure of what the text says; the clauses it cites. Failed, with how it is instead."""
    claim, clauses = cited(text)
    missing = [clause for clause in clauses if clause not in since.cites]
    if missing:
        there = ", ".join(sorted(since.cites)) or "nothing"
        raise Failed(f"{listed(missing)} is not cited; what happened cites {there}.")
    words = [word.text for word in words_of(claim)]
    if not words and clauses:
        return clauses
    if len(words) > 1 and _about_the_table(session, words[0].lower(), " ".join(words[1:]), since):
        return clauses
    if len(words) < 3:
        raise Failed("Type a check, for example: ulf wounds 2, rat is dead, turn ulf, round 2, asks save, says hits.")
    _about_somebody(session, words[0], [word.lower() for word in words[1:]])
    return clauses


def must(holds: bool, instead: str) -> None:
    """Failed, with how it is instead, unless the claim holds."""
    if not holds:
        raise Failed(instead)


# -------------------------------------------------------------------- about the table


def _about_the_table(session: Session, what: str, claim: str, since: Since) -> bool:
    """Makes sure of something of the whole table, or of the log. False if `what` is nothing of these."""
    encounter, word = session.encounter, claim.lower()
    tags = word.replace(",", " ").split()
    match what:
        case "turn":
            now = encounter.turn or "nobody"
            must(now == word, f"It is {now}'s turn.")
        case "round":
            must(is_number(word) and encounter.round == int(word), f"It is round {encounter.round}.")
        case "phase":
            must(encounter.phase.lower() == word, f"The phase is {encounter.phase or 'none'}.")
        case "asks":
            keys = [question.key for question in session.questions]
            found = any(claim in key or own_key(session.rules, claim) == key for key in keys)
            open_ = f"Open questions: {listed(keys)}." if keys else "No question is open."
            must(not keys if word == "nothing" else found, open_)
        case "says":
            said = " | ".join(dict.fromkeys(since.lines)) or "nothing"
            must(_said(claim, since), f"The log says: {short(said, 400)}")
        case "unsaid":
            must(not _said(claim, since), "The log does say that.")
        case "test":
            made = [" ".join(test) for test in since.tests]
            must(word in made, f"The tests made: {listed(made)}." if made else "No test was made.")
        case "order":
            order = [slot.who for slot in encounter.order]
            must(order == tags, f"The order is {' '.join(order) or 'empty'}.")
        case "may":
            able = session.rules.may_act(encounter)
            must(sorted(able) == sorted(tags), f"Able to act: {listed(able)}.")
        case "over":
            over = session.rules.fight.over(encounter)
            holds = not over if word == "no" else bool(over) and word in over.lower()
            must(holds, f"The fight is over: {over}." if over else "The fight is not over.")
        case _:
            return False
    return True


def _said(words: str, since: Since) -> bool:
    """Do these words stand in a line? An arrow may be typed as two letters."""
    return any(spelled_in_ascii(words.lower()) in spelled_in_ascii(line.lower()) for line in since.lines)


# -------------------------------------------------------------------- about one bearer


def _about_somebody(session: Session, word: str, words: list[str]) -> None:
    encounter, rules = session.encounter, session.rules
    tag = find(encounter, [*encounter.figures, *encounter.groups, *encounter.things], word)
    if words[0] == "is":
        holds = words[1] != "not"
        what = " ".join(words[1:] if holds else words[2:])
        known, so = is_so(rules, encounter, tag, what)
        must(known, f"{rules.title} has no standing, condition or trait {what!r}.")
        must(so == holds, _state(encounter, tag))
    elif words[0] in ("in", "not"):
        holds, group = words[0] == "in", encounter.groups.get(words[-1])
        must(group is not None, f"There is no group {words[-1]}.")
        members = group.members if group else ()
        must((tag in members) == holds, f"The group has {listed(members)}.")
    else:
        now = _value(rules, encounter, tag, own_key(rules, words[0], words[1]), words[1])
        must(now == " ".join(words[1:]), f"{encounter.name(tag)}: {words[0]} is {now}.")


def is_so(rules: Ruleset, encounter: Encounter, tag: str, what: str) -> tuple[bool, bool]:
    """Is that a thing a bearer can be at all; and is this one? A standing, a side, a condition, a yes-or-no trait."""
    bearer = encounter.of(tag)
    figure = encounter.figures.get(tag)
    if what in {standing.name for standing in (*rules.standings, AWAY)}:
        return True, figure is not None and figure.standing == what
    if what in ("open", "closed") and tag in encounter.groups:
        return True, encounter.groups[tag].open == (what == "open")
    trait = rules.trait(what)
    if trait is not None and isinstance(trait.default, bool):
        return True, bearer.traits.get(what, trait.default) is True
    lies = any(condition.kind.lower() == what for condition in bearer.conditions)
    return lies or rules.condition(what) is not None, lies


def _state(encounter: Encounter, tag: str) -> str:
    bearer = encounter.of(tag)
    figure = encounter.figures.get(tag)
    states = [figure.standing] if figure else []
    return f"{bearer.name} is {listed([*states, *(condition.kind for condition in bearer.conditions)])}."


def _value(rules: Ruleset, encounter: Encounter, tag: str, name: str, wanted: str) -> str:
    """A value as a check writes it: a track's 2 or 2/3, a trait, the side, cards in a pile, a condition's level."""
    bearer = encounter.of(tag)
    if name == "side" and tag in encounter.figures:
        return encounter.figures[tag].side
    if name == "name":
        return bearer.name.lower()
    if tag == TABLE and (option := rules.option(name)) is not None:
        return option.of(encounter)
    if (track := bearer.tracks.get(name)) is not None:
        return f"{track.now}/{'-' if track.most is None else track.most}" if "/" in wanted else str(track.now)
    # A pile goes before a trait that every figure may have: of the same name, as in Gloomhaven.
    if name in bearer.piles or (name not in bearer.traits and any(pile.name == name for pile in rules.piles)):
        pile = bearer.piles.get(name, ())
        return str(len(pile)) if is_number(wanted) else " ".join(pile)
    if (trait := rules.trait(name)) is not None or name in bearer.traits:
        return shown(bearer.traits.get(name, trait.default if trait else None)).lower()
    if rules.condition(name) is not None or any(condition.kind.lower() == name for condition in bearer.conditions):
        return str(sum(condition.value for condition in bearer.conditions if condition.kind.lower() == name))
    raise Failed(f"{bearer.name} has no {quoted(name)}.")


MOST_LINES = 20_000
"""Lines of a transcript."""


class Failure(Struct, frozen=True):
    """Where a transcript went wrong, and why."""

    line: int
    reason: str


class Played(Struct):
    """What came of playing a transcript."""

    session: Session | None = None
    log: list[LogLine] = field(default_factory=list)
    """What happened, in few lines."""
    full_log: list[LogLine] = field(default_factory=list)
    """The same, event by event."""
    failures: list[Failure] = field(default_factory=list)
    cited: set[str] = field(default_factory=set)
    """The clauses that its checks make sure of."""
    checks: int = 0


def play(text: str, loader: Callable[[str], System]) -> Played:
    """Plays a transcript up to its end, or to the first line that fails."""
    player = _Player(loader)
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        player.played.failures.append(Failure(MOST_LINES, f"A transcript has at most {MOST_LINES:,} lines."))
        return player.played
    for number, line in enumerate(lines, 1):
        try:
            player.take(line)
        except Problem as problem:
            player.played.failures.append(Failure(number, problem.located))
            break
    if player.played.session is None and not player.played.failures:
        player.played.failures.append(Failure(1, "A transcript begins with its system: system black_keep."))
    return player.played


class _Player:
    """Plays one line after the other."""

    def __init__(self, loader: Callable[[str], System]) -> None:
        self.loader = loader
        self.played = Played()
        self.recent_log: RecentLog | None = None
        self.since = Since()

    def take(self, text: str) -> None:
        """One line. Failed, or the Problem of the order itself, if it is not as it should be."""
        text = without_remark(text).strip()
        if not text:
            return
        session = self.played.session
        if session is None:
            self.begin(text)
        elif text[0] == "=":
            self.played.cited |= set(check(session, text[1:], self.since))
            self.played.checks += 1
        elif text[0] == "!":
            self.played.cited |= set(refused(session, text[1:].strip()))
            self.played.checks += 1
        else:
            self.order(session, text)

    def begin(self, text: str) -> None:
        """The first line names the system; the table throws all dice unless another line says otherwise."""
        words = [word.text for word in words_of(text)]
        if len(words) != 2 or words[0].lower() != "system":
            raise Failed("A transcript begins with its system: system black_keep.")
        rules = self.loader(words[1])
        self.played.session = Session(rules, MemoryStepLog(bare(rules)), app=AppDice(Random(1)))
        self.recent_log = RecentLog(self.played.session)

    def order(self, session: Session, text: str) -> None:
        assert self.recent_log is not None
        position = session.step_log.position
        order = read_line(session.situation, text)
        whole(session, order)
        run(session, order)
        forward = isinstance(order, Command | Answered)
        if forward and session.step_log.position == position + 1 and session.step_log.position == len(session.step_log):
            news = self.recent_log.news()
            lines, full = news.lines(session), news.lines(session, full=True)
            self.since = Since(tuple(line.text for line in (*lines, *full)), news.cites, news.tests)
            self.played.log += lines
            self.played.full_log += full
        elif session.step_log.position != position:
            self.recent_log.skip()
            self.since = Since()


def bare(rules: System) -> Encounter:
    """An empty table at which all dice are the table's."""
    empty = Encounter(system=rules.name)
    situation = replace(empty.groups[TABLE], traits={DICE.name: "table"})
    return replace(empty, groups={TABLE: situation})


def whole(session: Session, order: Order) -> None:
    """Makes sure that the table throws all its dice: what the app filled in would come out otherwise next time."""
    if not isinstance(order, Answered) or DICE.of(session.encounter) == "app" or not order.words:
        return
    question = question_number(session, order.which)
    shared = shared_numbers(session.questions[order.which - 1 :], session.encounter, order.words)
    if shared or not isinstance(question, Roll | Numbers) or order.words.lower() == "roll":
        return
    if question.lacks(question.read(session.encounter, order.words)):
        raise Failed(f"{question.key}: more dice are needed than {quoted(order.words)}.")


def refused(session: Session, text: str) -> tuple[str, ...]:
    """Makes sure that a line is refused: `attack bob [T-3] :: part of what is said`. Failed if it is not."""
    claim, _, part = text.partition("::")
    line, clauses = cited(claim.strip())
    position = session.step_log.position
    try:
        run(session, read_line(session.situation, line))
    except Problem as problem:
        said = str(problem)
        if part.strip().lower() not in said.lower():
            raise Failed(f"The reason is different: {said}") from problem
        missing = [clause for clause in clauses if clause not in said]
        if missing:
            raise Failed(f"The refusal does not cite {', '.join(missing)}: {said}") from problem
        return clauses
    if session.step_log.position != position:
        session.rewind(position)
    raise Failed(f"{quoted(line, 80)} was not refused.")
