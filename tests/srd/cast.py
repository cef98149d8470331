"""Casts every spell of the game once at a table, and writes what came of it, to be read.

Use: python -m tests.srd.cast [WORD ...] [--seed N]
     python -m tests.srd.cast --list

Ann casts; Bo is hurt and Cyd is dying beside her; two ogres, a skeleton and an imp are the foes. Behind the cast
stand two rounds, in which whatever the spell does by itself or again is done. The app throws; a question is answered
by its first offer, and said. --list: what of each spell plays, by level. Exit code 1 if something is refused that was
offered, or asked for ever.
"""

import json
import random
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator

from referee import games as systems
from referee.dialogue.run_lines import run_line
from referee.engine.events.apply import apply
from referee.engine.problem import Problem
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Confirm
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.rules.open_table.language.acts import Act
from referee.rules.open_table.language.shipped_catalogue import shipped_things
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.language.things import ThingRule
from referee.rules.open_table.play.figures.kinds import action_for, things_of
from referee.rules.registry import shipped
from referee.words.conditions import ailments
from referee.words.log import log
from tests.srd.made import FILE as LIBRARY

RULES = systems.load("fifth")
FILE = read_system(shipped("fifth"), "fifth.toml").default
SLOTS = " ".join(f"slot{level}=4" for level in range(1, 10))
_TABLE = (
    f"add hero Ann hp=90 ac=15 casting=4 proficiency=3 hit_dice=5 init=20 {SLOTS}",
    "add hero Bo hp=12/60 ac=12 init=18",
    "add hero Cyd hp=20 ac=12 init=16",
    "add ogre x2 hp=300/300 init=5",
    "add skeleton hp=200/200 init=4",
    'add "Imp" hp=10 init=3',
    'add "Bandit" hp=90/90 init=2',
    'add "Boar" Ham hp=90/90 init=1',
    "damage cyd 20",
    "next",
)
KEY = re.compile(r"\b([a-z_]+)=")
_TOLD = {
    "test",
    "damage",
    "heal",
    "condition",
    "again",
    "anyway",
    "choices",
    "summons",
    "shapes",
    "shots",
    "pool",
    "becomes",
}
"""Keys that say what a spell does."""
_MOST = 80
"""Questions of one order."""


def words() -> list[str]:
    """The words of all spells, of the file and of the catalogue."""
    own = [name for name, thing in FILE.things.items() if thing.sort == "spell"]
    return sorted((*own, *shipped_things("fifth")))


def _aimed(act: Act) -> str:
    """At whom a spell is cast: hurt friends, foes, or the weakest foes where it covers so many hit points."""
    if act.pool is not None and act.at != "allies":
        return "i,s,o1"
    if act.why and act.unless:
        return "ham" if "beast" in act.why else "bandit"
    among = {"fallen": "cyd", "allies": "bo,ann", "friends": "bo"}.get(act.at, "o1,s")
    return among if act.targets == "many" else among.partition(",")[0]


class Casting:
    """One spell that is cast at a table, with all that is said of it."""

    def __init__(self, word: str, seed: int = 1) -> None:
        self.word, self.rng = word, random.Random(seed)
        self.session = Session(RULES, MemoryStepLog(Encounter(system="fifth")))
        self.wrong: list[str] = []
        self.paid: list[int] = []
        """The levels of the slots that it took."""
        self.kept: list[str] = []
        """What lay on its caster after it."""
        self.said: list[str] = []
        for line in ("dice app", *_TABLE, f"set ann spell {word}"):
            run_line(self.session, line)
            self._answered(quiet=True)
        self.told = len(list(self._log()))

    def _log(self) -> Iterator[str]:
        """What the log tells, one act after the other."""
        before = Encounter(system="fifth")
        for entry in self.session.entries():
            yield from (f"{'' if line.head else '  '}{line.text}" for line in log(before, entry, RULES))
            for event in entry.events or ():
                before = apply(before, event)

    def order(self, line: str) -> bool:
        """Gives an order, and answers what it asks; False, and kept, if it is refused."""
        try:
            run_line(self.session, line)
        except Problem as problem:
            self.wrong.append(f"{line}: {problem}")
            return False
        self.said.append(f"> {line}")
        self._answered()
        return True

    def _answered(self, quiet: bool = False) -> None:
        for _ in range(_MOST):
            if not self.session.questions:
                return
            question = self.session.questions[0]
            answer = "roll"
            if isinstance(question, Choose | Pick):
                offers = [offer.word for offer in question.offers(self.session.encounter) if not offer.barred]
                answer = offers[0] if offers else "-"
            elif isinstance(question, Confirm):
                answer = "yes"
            for word in (answer, "roll", "1", "-"):
                try:
                    run_line(self.session, f"< {word}")
                except Problem:
                    continue
                if not quiet and not question.key.startswith(("d20", "init")):
                    self.said.append(f"  ? {question.prompt}  [{word}]")
                break
            else:
                self.wrong.append(f"no answer to {question.key}")
                return
        self.wrong.append("asks for ever")

    def cast(self) -> "Casting":
        """Casts it at whom it is meant for, does it again where that goes, and plays two rounds."""
        had = things_of(FILE, self.session.encounter, "ann")
        rule = next(rule for thing, rule in had if thing.traits["thing"] == rule.name and thing.kind == "spell")
        act = rule.act.laid_over(action_for(FILE, rule).act)
        slots = self._slots()
        order = f"cast {'ann ' if act.turn == 'any' else ''}{rule.name}"
        targets = "" if act.targets in ("self", "none") else _aimed(act)
        if not self.order(f"{order} {targets}".strip()) and "," in targets:
            self.wrong.pop()  # at more than it may
            self.order(f"{order} {targets.partition(',')[0]}")
        self.paid = [level for level, (was, now) in enumerate(zip(slots, self._slots(), strict=True), 1) if now < was]
        self.kept = [lying.kind for lying in self.session.encounter.figures["ann"].conditions]
        self.said.append(f"  {self._lies(self.session.encounter)}")
        self._again(rule)
        for _ in range(2 * len(self.session.encounter.figures)):
            if self.order("next") and self.session.encounter.turn == "ann":
                self._again(rule)
        return self

    def _slots(self) -> list[int]:
        tracks = self.session.encounter.figures["ann"].tracks
        return [tracks[f"slot{level}"].now for level in range(1, 10)]

    def _again(self, rule: ThingRule) -> None:
        """Does it again at another target, unless it is refused: its action may have been spent, or it has ended."""
        if rule.again is None:
            return
        act = rule.again.laid_over(rule.act.laid_over(action_for(FILE, rule).act))
        targets = "" if act.targets in ("self", "none") else {"allies": "bo", "friends": "bo"}.get(act.at, "o2")
        self.said.append(f"  (again, for {', '.join(act.cost) or 'nothing'})")
        before = len(self.wrong)
        if not self.order(f"again ann {rule.name} {targets}".strip()):
            self.said.append(f"  refused: {self.wrong.pop()}")
        assert len(self.wrong) <= before + 1

    def _lies(self, encounter: Encounter) -> str:
        """What lies on each figure."""
        lying = {f.name: ", ".join(ailments(encounter, f, RULES)) for f in encounter.figures.values() if f.conditions}
        return "; ".join(f"{name}: {what}" for name, what in lying.items())

    def text(self) -> str:
        """All that was said and told."""
        lines = [f"## {self.word}", *self.said, "  --- log", *(f"  {line}" for line in list(self._log())[self.told :])]
        return "\n".join((*lines, *(f"  WRONG {wrong}" for wrong in self.wrong)))


def listed() -> Iterator[str]:
    """Each spell of the catalogue with its level, what plays, and the line of what is by hand; then how many play."""
    rows = json.loads(LIBRARY.read_bytes())["spells"]
    for row in sorted(rows, key=lambda row: (row["level"], row["name"])):
        does = sorted(_TOLD.intersection(KEY.findall(row["said"])))
        yield f"{row['level']} {row['name']}: {', '.join(does) if row['plays'] else 'told'} | {row['note']}"
    own = sum(thing.sort == "spell" for thing in FILE.things.values())
    yield f"{sum(row['plays'] for row in rows) + own} of {len(rows) + own} spells are rules"


def main() -> int:
    """Casts them and prints what came of each; 1 if anything went wrong."""
    parser = ArgumentParser()
    parser.add_argument("words", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    if args.list:
        print(*listed(), sep="\n")
        return 0
    bad = 0
    for word in args.words or words():
        casting = Casting(word, args.seed).cast()
        print(casting.text(), end="\n\n")
        bad += bool(casting.wrong)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
