"""Whatever is offered is taken: walks through each game that order only what nothing bars, with typed dice."""

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee.command_language.open_questions import asked
from referee.command_language.table_in_words import figure_facts
from referee.dialogue.dialogue import RecentLog
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.dice.chance import AppDice
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.questions.param_keys import asks_param
from referee.engine.questions.question import AnyQuestion, Pick
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Thing
from referee.engine.verbs.offered_verbs import all_verbs, system_verbs
from referee.engine.verbs.parameters import dead_end, obstacle
from referee.engine.verbs.verb import Command, Given, RulesetWithVerbs, Situation, Verb
from referee.rules import registry
from referee.rules.open_table.language.system_file import SystemFile, read_system
from referee.rules.open_table.play.actions import can_be_done as ordered
from referee.rules.open_table.play.figures.kinds import rule_of_thing
from tests.rules.shelf import WRONG_MARKS, any_answer

ORDERS = 40
WALKS = 24
"""Of each game, and four times as many of the catalogue."""
NEXT_IN = 0.15
"""How often a walk of the catalogue goes on with the next turn, so that reactions and legendary actions are offered."""
SPACE_IN = 0.5
"""How often it takes what Space would."""
NOTHING = "Nothing happens"
CITED = re.compile(r" \[F5-[0-9]{2}")
WITHOUT_CLAUSE = re.compile(
    "|".join(
        (
            r"^It is nobody's turn\.",
            r": nobody (can do that now|to target)\.",
            r"^Choose somebody other than ",
            r" cannot be chosen here\.",
            r" has no (spells|abilities|weapons)\.",
            r"^Nobody has any ",
            r" has nothing going ",
            r" goes on\. Again, at no cost: ",
        )
    )
)
"""What is missing at the table, and no rule forbids."""


def for_one(question: AnyQuestion) -> AnyQuestion:
    """The question; of a parameter that takes several figures, as they are offered: one by one."""
    if isinstance(question, Pick) and question.least <= 1 and asks_param(question.key):
        return replace(question, most=1)
    return question


def _is_dead_end(rules: RulesetWithVerbs, name: str, situation: Situation) -> bool:
    """Does each choice for a verb come to nothing?"""
    return bool(dead_end(all_verbs(rules)[name], situation, Given(), {}))


def _looked_at_less(rules: RulesetWithVerbs, verb: Verb, situation: Situation) -> str:
    """What the menu says otherwise of a verb than if it looked at all who can be picked; empty if nothing."""
    whole = replace(verb, params=tuple(replace(param, candidates=None) for param in verb.params))
    said, seen = obstacle(verb, situation), obstacle(whole, situation)
    return "" if said == seen or verb.futile(situation) else f"{verb.name}: {said!r}, not {seen!r}"


def test_the_menu_of_a_crowd_looks_at_those_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """After each act it asks of each action whether anybody can do it, and no more."""
    rules, looked = registry.load("fifth"), list[str]()
    session, why_not = Session(rules, MemoryStepLog(bare(rules))), ordered.why_not

    def counted(*args: Any) -> str:
        looked.append(args[2])
        return why_not(*args)

    monkeypatch.setattr(ordered, "why_not", counted)
    for n, kind in enumerate(("fighter", "cleric", "goblin", "orc")):
        run_line(session, f"add {kind} x50 initiative={20 - n}")
    run_line(session, "next")
    looked.clear()
    verbs = system_verbs(rules)
    free = [verb.name for verb in verbs if not obstacle(verb, session.situation)]
    assert {"attack", "opportunity", "grapple", "dodge"} <= {*free}
    assert len(looked) < 4 * len(verbs), "200 of them for each of several actions is a fifth of a second in a round"


def test_of_many_spells_no_more_are_looked_at_than_to_the_first_that_can_be_cast(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, looked = registry.load("fifth"), list[Thing | None]()
    session, why_not = Session(rules, MemoryStepLog(bare(rules))), ordered.why_not

    def counted(game: Any, encounter: Any, who: Any, action: Any, act: Any, thing: Thing | None = None) -> str:
        looked.append(thing)
        return why_not(game, encounter, who, action, act, thing)

    monkeypatch.setattr(ordered, "why_not", counted)
    for line in ("add cleric initiative=20", "add goblin initiative=1", "next"):
        run_line(session, line)
    looked.clear()
    assert not obstacle(all_verbs(rules)["cast"], session.situation)
    assert len(looked) <= 3, "the action itself, and a spell"
    run_line(session, "cast bless cleric")
    assert "no action left" in obstacle(all_verbs(rules)["cast"], session.situation)


def test_where_no_foe_is_left_nobody_is_asked_for_a_reaction_against_one() -> None:
    rules = registry.load("fifth")
    session, opportunity = Session(rules, MemoryStepLog(bare(rules))), all_verbs(rules)["opportunity"]
    for line in ("add fighter x2 initiative=20", "add cleric initiative=12", "add orc initiative=1", "next"):
        run_line(session, line)
    assert not opportunity.futile(session.situation) and not obstacle(opportunity, session.situation)
    run_line(session, "set orc standing dead")
    assert opportunity.futile(session.situation) == "Opportunity attack: nobody can do that now."
    # What is aimed at anybody has somebody to be aimed at.
    run_line(session, "set cleric weapon \"{name='Whirl', hit='5', damage='1d6', at='any'}\"")
    assert not opportunity.futile(session.situation) and not obstacle(opportunity, session.situation)


def test_where_all_are_in_combat_the_menu_says_so_and_a_pair_is_told_of_its_own_case() -> None:
    rules = registry.load("black_keep")
    session, engage = Session(rules, MemoryStepLog(bare(rules))), all_verbs(rules)["engage"]
    for line in ("add knight Ulf", "add rat", "engage ulf rat"):
        assert not engage.futile(session.situation)
        run_line(session, line)
    told = "Everybody is in combat. Take a figure out of it first: leave ulf"
    assert obstacle(engage, session.situation) == told and _is_dead_end(rules, "engage", session.situation)
    with pytest.raises(NotUnderstood, match="Ulf is already in combat with Rat"):
        run_line(session, "engage ulf rat")
    run_line(session, "leave ulf")
    assert not obstacle(engage, session.situation)


@lru_cache(maxsize=1)
def fifth_file() -> SystemFile:
    return read_system(registry.shipped("fifth"), "fifth.toml").default


class Walk:
    """Orders at a table, each of them one that nothing bars, with whatever answer to each question."""

    def __init__(self, session: Session, random: Random, file: SystemFile | None = None) -> None:
        """`file`: that of the game, whose refusals cite clauses."""
        self.session, self.random, self.chance, self._file = session, random, AppDice(random), file
        self.wrong: list[str] = []
        """What was refused, or came to nothing, though it was offered; sentences with wrong marks, or no clause."""
        self._log = RecentLog(session)

    def answer_all(self, done: list[str]) -> None:
        """Answers each open question; `done` gets the answers."""
        while self.session.questions:
            question = self.random.choice(self.session.questions)
            self._look_at(asked(self.session)[0])
            for reason in (getattr(question, "barred", None) or {}).values():
                self._look_for_clause(reason)
            answer = any_answer(for_one(question), self.session.encounter, self.chance, self.random)
            proposed = question.proposed(self.session.encounter) if self._file is not None else None
            if proposed is not None and self.random.random() < SPACE_IN:
                answer = proposed
            done.append(str(answer))
            self.session.answer(answer, question.key)

    def order(self, verb: Verb) -> bool:
        """Gives an order; False if it was refused."""
        done, problem = [verb.name], None
        self._log.skip()
        try:
            self.session.command(Command(verb=verb.name))
            self.answer_all(done)
        except Problem as refused:
            problem = refused
            while self.session.questions:
                self.session.undo()
        if problem is not None and verb.name != "next":  # why it cannot be done is told where it stands
            self.wrong.append(f"{' < '.join(done)}: {problem}")
        news = self._log.news() if problem is None else None
        for line in news.lines(self.session, full=True) if news is not None else ():
            self._look_at(line.text)
            if NOTHING in line.text:
                self.wrong.append(f"{' < '.join(done)}: {line.text}")
        return problem is None

    def free(self, verbs: Iterable[Verb]) -> list[Verb]:
        """The verbs that nothing bars; looks at why the others are."""
        reasons = {verb.name: obstacle(verb, self.session.situation) for verb in verbs}
        for reason in reasons.values():
            self._look_at(reason)
            self._look_for_clause(reason)
        return [verb for verb in verbs if not reasons[verb.name]]

    def _look_for_clause(self, reason: str) -> None:
        """Makes sure that a reason of the rules cites a clause; a thing says why it cannot be used in its own words."""
        if self._file is None or not reason or CITED.search(reason) or WITHOUT_CLAUSE.search(reason):
            return
        rules = (rule_of_thing(self._file, thing) for thing in self.session.encounter.things.values())
        if reason not in {rule.act.why for rule in rules if rule is not None}:
            self.wrong.append(f"no clause: {reason}")

    def _look_at(self, sentence: str) -> None:
        if WRONG_MARKS.search(sentence):
            self.wrong.append(sentence)


def walk(system: str, seed: int) -> list[str]:
    """What was refused though it was offered, on one walk through a game's sample fight."""
    rules, random = registry.load(system), Random(f"{system} {seed}")
    session = Session(rules, MemoryStepLog(bare(rules)))
    run_line(session, "dice table")
    for line in rules.sample().splitlines():
        run_line(session, line)
    course, wrong = Walk(session, random), list[str]()
    for _ in range(ORDERS):
        situation = session.situation
        verbs = (all_verbs(rules)["next"], *system_verbs(rules))
        free = [verb for verb in verbs if not obstacle(verb, situation)]
        futile = (verb.name for verb in verbs if verb.futile(situation))
        wrong += [f"{name}: it is not futile" for name in futile if not _is_dead_end(rules, name, situation)]
        wrong += filter(None, (_looked_at_less(rules, verb, situation) for verb in verbs))
        if not free:
            break
        verb = random.choice(free)
        if not course.order(verb) and verb.name == "next":
            break
    return wrong + course.wrong


@pytest.mark.one_in(20, rest=9)
@pytest.mark.parametrize("seed", range(WALKS))
@pytest.mark.parametrize("system", registry.names())
def test_nothing_that_is_offered_is_refused(system: str, seed: int) -> None:
    assert walk(system, seed) == []


@pytest.mark.one_in(20, rest=9)
@pytest.mark.parametrize("seed", range(4 * WALKS))
def test_nothing_that_is_offered_to_creatures_of_the_catalogue_is_refused(seed: int) -> None:
    rules, random = registry.load("fifth"), Random(f"catalogue {seed}")
    session = Session(rules, MemoryStepLog(bare(rules)))
    course = Walk(session, random, fifth_file())
    kinds = [kind.kind for kind in rules.templates if not kind.by_number and kind.kind not in ("hero", "foe")]
    names = [*kinds, *(each.name for each in rules.adding.catalogue())]
    for side in ("heroes", "foes", "heroes", "foes", "foes"):
        run_line(session, f'add "{random.choice(names)}" side={side}')
        course.answer_all([])
    verbs = (all_verbs(rules)["next"], *system_verbs(rules))
    for _ in range(ORDERS):
        if free := course.free(verbs):
            course.order(verbs[0] if random.random() < NEXT_IN else random.choice(free))
    assert course.wrong == []


CREATURES = 24
"""One in so many of the creatures and heroes of the fifth edition is looked at in one test."""


def shown_to(name: str) -> list[str]:
    """All that the first turn of a figure shows: what can be done and why not, its questions, and what they offer."""
    rules, random = registry.load("fifth"), Random(name)
    session, chance, shown = Session(rules, MemoryStepLog(bare(rules))), AppDice(random), list[str]()

    def answer_all() -> None:
        while session.questions:
            question = session.questions[0]
            figures = isinstance(question, Pick)
            offers = question.offers(session.encounter)
            shown.extend((question.prompt, asked(session)[0], *(str(n) for _, n in question.tally)))
            shown.extend(text for each in offers for text in (each.label if figures else each.told, each.barred))
            session.answer(any_answer(for_one(question), session.encounter, chance, random), question.key)

    for line in (f'add "{name}" initiative=20', "add hero Ann hp=300 ac=15 initiative=10 weapon=longsword", "next"):
        run_line(session, line)
        answer_all()
    shown.extend(figure_facts(session.encounter, rules, session.encounter.turn or ""))
    for verb in system_verbs(rules):
        why = obstacle(verb, session.situation)
        shown.extend((verb.label, why.partition("To give one: ")[0]))  # what is typed
        if not why:
            with suppress(Problem):
                session.command(Command(verb=verb.name))
                answer_all()
            while session.questions:
                session.undo()
    return shown


@pytest.mark.one_in(8, rest=6)
@pytest.mark.parametrize("part", range(CREATURES))
def test_nothing_shown_in_a_first_turn_is_an_internal_word_or_has_wrong_marks(part: int) -> None:
    rules = registry.load("fifth")
    names = [
        *(kind.kind for kind in rules.templates if not kind.by_number),
        *(each.name for each in rules.adding.catalogue()),
    ]
    shown = {name: shown_to(name) for name in names[part::CREATURES]}
    assert sum(map(len, shown.values())) > 1_000
    assert {(name, text) for name, texts in shown.items() for text in texts if "_" in text} == set()
    assert {(name, text) for name, texts in shown.items() for text in texts if WRONG_MARKS.search(text)} == set()
