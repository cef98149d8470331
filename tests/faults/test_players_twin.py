"""Fights with hidden figures beside the same fights without them: the players' output is the same to the byte.

Both tables are given the same orders and the same dice. Only one of them has hidden figures, which take their turns,
are hurt, and act on one another and on those who are seen. Whoever looks on must not be able to tell the two apart.
"""

import json
from collections.abc import Sequence
from random import Random

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.dialogue.view_for_players import public_lines
from referee.engine.dice.chance import AppDice
from referee.engine.dice.number_questions import Numbers
from referee.engine.problem import Problem
from referee.engine.questions.answer import Answer, Chosen, NamedNumber, Numbered, Picked
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.report.document_formats import as_csv, as_json, markdown
from referee.report.evening_figures import evening_of
from referee.rules import registry
from referee.ui.players.screen_lines import screen_lines
from referee.words.public_view import PublicView, public_view
from referee.words.redacted import hidden_tags
from tests.rules.shelf import any_answer

ACTS = 16
SIZES = ((80, 24), (120, 40), (40, 11))
MOST_ANSWERS = 60

HIDDEN: dict[str, tuple[str, ...]] = {
    "black_keep": ("add boss Xqa", "add rat x2", "add minion Xqb"),
    "descent": ("add ghoul Xqa", "add spearbone Xqb"),
    "fifth": ("add goblin Xqa init=25", "add ogre Xqb init=1", "add goblin x2 init=12", "add lair 20"),
    "gloomhaven": ("add ash-hound 7 8", "add bandit-guard 6"),
    "olde_swords": ("add orc Xqa", "add goblin Xqb", "add wolf x2"),
    "plain": ("add foe Xqa init=30", "add foe Xqb init=1", "add foe Goblin x2 init=12", "add lair 16"),
    "scorched": ("add slasher Xqa", "add guard Xqb"),
}
"""Who is hidden at each game's table, as it is added."""
OPENLY = (
    "damage {who} 1",
    "heal {who} 1",
    "condition {who} qmark{n} 2",
    "condition {who} qmark{n} 1r",
    "condition {who} qmark{n} end {other}",
    "lift {who} all",
    "rename {who} Name{n}",
    "set {who} shown shape-{n}",
    "set {who} shown -",
    "place {who} {space}",
    "reveal {space}-d4",
    "note {n} gold",
)
"""What is done at both tables."""
SECRETLY = (
    "damage {secret} 1",
    "heal {secret} 1",
    "condition {secret} qmark{n} 2",
    "set {secret} note lurks {n}",
    "rename {secret} Xq{n}",
    "place {secret} {apart}",
    "countdown 3 the roof falls",
    "roll 3d6 hidden",
    "set {secret} shown Shape",
    "conceal {secret}",
)
"""What is done at the one table alone, with hidden figures."""


class Table:
    """A table of a game on which everything is decided by what is asked, and not by who else is there."""

    def __init__(self, system: str) -> None:
        rules = registry.load(system)
        self.session = Session(rules, MemoryStepLog(bare(rules)))
        self.followed: list[PublicView] = []
        """What a program that follows the fight is sent."""
        for line in ("dice table", *rules.sample().splitlines()):
            self.order(line)
        for tag in hidden_tags(self.encounter):
            self.order(f"remove {tag}")
        self.order("map 9x9")
        self.begun = 0
        """The position at which the fight begins."""

    @property
    def encounter(self) -> Encounter:
        return self.session.encounter

    def order(self, line: str, wanted: Tag | None = None) -> bool:
        """Gives an order, and answers what it asks; false if it cannot be given."""
        try:
            run_line(self.session, line)
        except Problem:
            return False
        for _ in range(MOST_ANSWERS):
            if not self.session.questions:
                return True
            self.look()
            question = self.session.questions[0]
            self.session.answer(_answer(question, self.encounter, wanted), question.key)
        raise AssertionError(f"{line} asks for ever: {self.session.questions[0]}")

    def choose_cards(self) -> None:
        """Where cards are chosen before a round, each chooses the first two that it has."""
        for tag, figure in self.encounter.figures.items():
            if "hand" in figure.piles and self.encounter.phase in ("", "cards"):
                cards = [self.encounter.things[card].name.split()[0] for card in figure.piles["hand"]]
                self.order(f"pick {tag} {' '.join(cards[:2]) if cards[1:] else 'rest'}")

    @property
    def view(self) -> PublicView:
        return public_view(self.session, "Fight")

    def look(self) -> PublicView:
        """What the players see now; it is followed if it is new."""
        view = self.view
        if view not in self.followed[-1:]:
            self.followed.append(view)
        return view

    @property
    def output(self) -> str:
        """All that is printed and drawn for the players now."""
        view = self.look()
        drawn = [screen_lines(view, *size, board_alone=size[0] == 40) for size in SIZES]
        screens = ["\n".join("".join(text for text, _ in row.words) for row in rows) for rows in drawn]
        return "\n".join((json.dumps(view.data(), indent=1), *public_lines(view), *screens))

    @property
    def report(self) -> str:
        evening = evening_of(self.session.rules, self.session.step_log, "Fight", lambda n: None, False)
        return markdown(evening) + as_json(evening) + as_csv(evening)


def _answer(question: AnyQuestion, encounter: Encounter, wanted: Tag | None) -> Answer:
    """The answer that a question always gets in a round, whoever else is at the table."""
    hidden = hidden_tags(encounter)
    # Some keys count what was asked before.
    key = " ".join(word for word in question.key.split() if word not in hidden and not word.isdigit())
    random = Random(f"{key} {encounter.round}")
    match question:
        case Numbers():
            told = ((one, Random(f"{one.name} {encounter.round}")) for one in question.numbers)
            return Numbered(numbers=tuple(NamedNumber(name=o.name, n=r.randint(o.least, o.most)) for o, r in told))
        case Choose():
            free = [option for option in question.options if option not in question.barred]
            return Chosen(option=_one_of(free, hidden, wanted, random))
        case Pick():
            free = [tag for tag in question.among if tag not in question.barred]
            return Picked(tags=(_one_of(free, hidden, wanted, random),) if question.least and free else ())
    return any_answer(question, encounter, AppDice(random), random)


def _one_of(free: Sequence[str], hidden: frozenset[Tag], wanted: Tag | None, random: Random) -> str:
    if wanted in free:
        return str(wanted)
    known = sorted(each for each in free if each not in hidden)
    return random.choice(known or sorted(free))


def taken_back(table: Table) -> list[PublicView]:
    """What is followed while the fight is taken back, the last act first."""
    table.followed.clear()
    table.look()
    while table.session.step_log.position > table.begun:
        table.session.undo()
        table.look()
    return table.followed


class Twins:
    """The table with hidden figures, and the one without."""

    def __init__(self, system: str, random: Random, hurts: bool = False) -> None:
        self.random, self.hurts, self.told = random, hurts, 0
        self.real, self.bare = Table(system), Table(system)
        for line in HIDDEN[system]:
            before = set(self.real.encounter.figures)
            assert self.real.order(line), line
            for tag in self.real.encounter.figures.keys() - before:
                if not self.real.encounter.figures[tag].hidden:
                    assert self.real.order(f"conceal {tag}")
        self.same("as they came")
        for table in (self.real, self.bare):
            table.begun = table.session.step_log.position

    def same(self, what: str) -> None:
        """The players see the same at both tables, and have seen the same since this was asked last."""
        one, other = self.real.look(), self.bare.look()
        assert one.data() == other.data(), what
        assert self.real.followed == self.bare.followed, what
        del self.real.followed[:-1], self.bare.followed[:-1]

    def words(self) -> dict[str, object]:
        figures = [tag for tag, each in self.bare.encounter.figures.items() if each.standing != "away"]
        n = self.random.randrange(100)
        space = f"{self.random.choice('abcd')}{self.random.randrange(1, 5)}"
        secret = self.random.choice(sorted(hidden_tags(self.real.encounter) & self.real.encounter.figures.keys()))
        who, other = self.random.choice(figures), self.random.choice(figures)
        return {"who": who, "other": other, "secret": secret, "n": n, "space": space, "apart": f"h{n % 9 + 1}"}

    def secretly(self) -> None:
        """Hidden figures do something, and the players see nothing of it."""
        before = self.real.look()
        line = self.random.choice(SECRETLY).format(**self.words())
        self.real.order(line)
        assert self.real.look() == before, line

    def openly(self) -> None:
        """The same is done at both tables."""
        line = self.random.choice(OPENLY).format(**self.words())
        done = self.real.order(line), self.bare.order(line)
        assert done[0] == done[1], line
        self.same(line)

    def hurt(self) -> None:
        """Somebody whom the players see is hurt in a hidden turn, which they learn at once, and still not whose it is.

        What is told next of both acts is told in another order, so another act is told then.
        """
        figures, words = self.bare.encounter.figures, self.words()
        for line in ("damage {who} 1", "rename {who} Turn{n}"):
            assert self.real.order(line.format(**words)) == self.bare.order(line.format(**words))
            self.same("in a hidden turn")
        assert figures != self.bare.encounter.figures

    def next(self) -> None:
        """The next turn of somebody whom the players know; hidden ones have theirs before it."""
        for table in (self.real, self.bare):
            table.choose_cards()
        self.same("cards are chosen")
        before, hidden, is_hurt = self.real.look(), hidden_tags(self.real.encounter), False
        wanted = self.random.choice((None, *sorted(hidden)))
        moved = self.real.order("next", wanted)
        while moved and self.real.encounter.turn in hidden:
            assert self.real.look() == before, "a hidden turn begins"
            for _ in range(self.random.randrange(3)):
                self.secretly()
            if self.hurts and not self.random.randrange(4):
                self.hurt()
                is_hurt, before = True, self.real.look()
            moved = self.real.order("next")
        assert self.bare.order("next") == moved
        if is_hurt:
            self.told += 1
            for table in (self.real, self.bare):
                assert table.order(f"rename {min(self.bare.encounter.figures)} Told{self.told}")
                table.followed.clear()
        self.same("next")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("system", registry.names())
@pytest.mark.parametrize("hurts", [False, True])
def test_nobody_can_tell_that_there_are_hidden_figures(system: str, hurts: bool) -> None:
    twins = Twins(system, Random(system), hurts)
    for _ in range(ACTS):
        twins.random.choice((twins.openly, twins.secretly, twins.next, twins.next))()
    assert twins.real.output == twins.bare.output
    report = twins.real.report
    assert twins.told or report == twins.bare.report
    assert "somebody" not in report.lower()
    real, bare = (taken_back(table) for table in (twins.real, twins.bare))
    assert twins.told or real == bare
