"""Fights of the creatures against four heroes of fitting levels, played to the end by the app.

Use: python -m tests.srd.fights [--seed N] [--fights 30] [--rounds 40]

Each figure in its turn does, in a random order, what the game offers it, until nothing is offered any more; the app
throws, and the first or a random choice answers what else is asked. It is a mistake if what was offered is refused, if
a question cannot be answered, or if something is raised.
"""

import random
import sys
from argparse import ArgumentParser
from collections import Counter

from referee import games as systems
from referee.dialogue.run_lines import run_line
from referee.engine.contract.kept_kind import KeptKind
from referee.engine.problem import Problem
from referee.engine.questions.question import Choose, Pick
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.figures.kinds import things_of
from referee.rules.registry import shipped

RULES = systems.load("fifth")
FILE = read_system(shipped("fifth"), "fifth.toml").default
_PARTIES = (("fighter", "cleric", "rogue", "wizard"), ("barbarian", "bard", "paladin", "sorcerer"))
_PARTIES += (("monk", "druid", "ranger", "warlock"),)
_VERBS = {"weapon": "attack", "spell": "cast", "power": "power"}
_MOST_ACTS = 8
"""Orders of one figure in one turn."""


class Fight:
    """One fight, with what went wrong in it."""

    def __init__(self, creature: KeptKind, party: tuple[str, ...], rng: random.Random) -> None:
        self.creature, self.rng = creature, rng
        self.session = Session(RULES, MemoryStepLog(Encounter(system="fifth")))
        self.wrong: list[str] = []
        self.asked: Counter[str] = Counter()
        level = max(1, min(20, round(rating(creature))))
        count = 1 if rating(creature) >= 2 else 4
        self.order("dice app")
        self.order(f'add "{creature.name}" x{count}')
        for each in party:
            self.order(f"add {each}{level}")
        self.order("next")

    def order(self, line: str) -> bool:
        """Does it and answers all that it asks; False if it is refused."""
        try:
            run_line(self.session, line)
        except Problem:
            return False
        for _ in range(80):
            if not self.session.questions:
                return True
            self.answer()
        self.wrong.append(f"{line}: asks for ever: {self.session.questions[0].key}")
        return True

    def answer(self) -> None:
        question = self.session.questions[0]
        self.asked[question.key.split(" ")[0]] += 1
        words: list[str] = []
        if isinstance(question, Choose | Pick):
            offers = [offer.word for offer in question.offers(self.session.encounter) if not offer.barred]
            words = self.rng.sample(offers, min(len(offers), 1))
        for word in (*words, "roll", "yes", "1", "-"):
            try:
                run_line(self.session, f"< {word}")
                return
            except Problem as problem:
                if word in words and getattr(question, "least", 1) < 2:
                    self.wrong.append(f"{question.key}: {word} is offered and refused: {problem}")
        self.wrong.append(f"no answer to {question.key}: {question.prompt}")
        run_line(self.session, "undo")

    def turn(self) -> None:
        """The figure whose turn it is does what it can."""
        encounter = self.session.encounter
        who = encounter.turn
        if who not in encounter.figures:
            return
        figure = encounter.figures[who]
        things = [thing for thing, _ in things_of(FILE, encounter, who) if thing.kind in _VERBS]
        self.rng.shuffle(things)
        for thing in things[:_MOST_ACTS]:
            foes = [f.tag for f in self.session.encounter.figures.values() if f.side != figure.side and self.up(f.tag)]
            if not foes or self.session.encounter.turn != who:
                return
            word = thing.tag.rpartition(".")[2]
            self.order(f"{_VERBS[thing.kind]} {word} {self.rng.choice(foes)}") or self.order(
                f"{_VERBS[thing.kind]} {word}"
            )

    def up(self, tag: str) -> bool:
        return self.session.encounter.figures[tag].standing == "up"

    def over(self) -> bool:
        encounter = self.session.encounter
        sides = {f.side for f in encounter.figures.values() if self.up(f.tag) and not petrified(f)}
        return len(sides) < 2

    def played(self, rounds: int) -> "Fight":
        """The fight, once one side is down or so many rounds are over."""
        while not self.over() and self.session.encounter.round <= rounds:
            try:
                self.turn()
                if not self.order("next"):
                    self.wrong.append(f"next is refused in round {self.session.encounter.round}")
                    break
            except Exception as error:  # whatever is raised is what we look for
                self.wrong.append(f"{type(error).__name__}: {error}")
                break
        return self


def petrified(figure: Figure) -> bool:
    """Whoever is stone is out of the fight, too."""
    return any(lying.kind == "petrified" for lying in figure.conditions)


def rating(creature: KeptKind) -> float:
    """The challenge rating that the words of a creature say."""
    text = creature.note.partition(", CR ")[2].split(" ")[0]
    above, _, below = text.partition("/")
    return int(above) / int(below or 1)


def main() -> int:
    """Plays them; 1 if anything went wrong."""
    parser = ArgumentParser()
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fights", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=40)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    creatures = [kind for kind in RULES.adding.catalogue() if kind.data and not kind.words.startswith("hero ")]
    bad = 0
    for n, creature in enumerate(rng.sample(creatures, args.fights)):
        fight = Fight(creature, _PARTIES[n % len(_PARTIES)], rng).played(args.rounds)
        figures = fight.session.encounter.figures.values()
        won = next((f.side for f in figures if f.standing == "up"), "nobody") if fight.over() else "unfinished"
        print(f"{creature.name}: {won}, round {fight.session.encounter.round}, {sum(fight.asked.values())} questions")
        for wrong in fight.wrong:
            print(f"  WRONG {wrong}")
        bad += bool(fight.wrong) or won == "unfinished"
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
