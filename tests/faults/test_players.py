"""Random acts of a table with secrets: nothing that is hidden is ever in the players' view.

`ACTS` acts are done in each game; the variable REFEREE_ACTS sets another number, such as 1000.
"""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from referee.dialogue.following import LookingOn
from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.dice.chance import AppDice
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog, StepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.verb import Command
from referee.rules import registry
from referee.store.saves import Saves
from referee.ui.players.screen_lines import screen_lines
from referee.words.public_view import PublicView, public_view
from referee.words.redacted import redacted
from tests.rules.test_corrected import a_correction, answer_anyhow, decided

ACTS = int(os.environ.get("REFEREE_ACTS", "60"))
SIZES = ((80, 24), (120, 40), (200, 50), (40, 11), (20, 5), (1, 1))
ANSWERS = 12
"""Answers given in one act; what is asked beyond them stays open for a while."""
NOTES = ("qnote0x", "qnote1x", "qnote2x")
MARKS = ("qmark0x", "qmark1x", "qmark2x")
"""Names of conditions."""
SECRETS = (
    "note {note} lies",
    "roll 3d6+{number} hidden",
    "set {foe} note {note}",
    "countdown 3 {note} comes",
    "condition {hero} {mark}-by-{foe_name}",
    "condition {hero} cursed end {foe}",
    "rename {foe} {secret}",
    "conceal {foe}",
    "set {foe} shown shape-{number}",
    "reveal {foe}",
    "add {kind} {secret}9 hidden=yes",
)
"""What a referee keeps from the players, in orders; those that the game does not take are passed over."""


class Secrets:
    """A table at which half of one side is hidden, under names that stand for nothing else."""

    def __init__(self, system: str, random: Random, step_log: StepLog | None = None) -> None:
        rules = registry.load(system)
        self.session = Session(rules, MemoryStepLog(bare(rules)) if step_log is None else step_log, app=AppDice(random))
        self.random, self.made = random, 0
        self.seen: set[str] = set()
        """The conditions that the players have seen."""
        for line in rules.sample().splitlines():
            run_line(self.session, line)
        self.order("map 9x9")
        self.order("reveal map b2-d5")
        for tag in tuple(self.session.encounter.figures)[-2:]:
            self.order(f"rename {tag} {self._name()}")
            self.order(f"conceal {tag}")

    def _name(self) -> str:
        self.made += 1
        return f"Xq{self.made}zy"

    def order(self, text: str) -> None:
        """An order, if it can be given now."""
        with suppress(Problem):
            run_line(self.session, text)

    def act(self) -> None:
        """One act: a secret, a step back or forth, or anything that can be ordered, answered at random for a while."""
        match self.random.randrange(10):
            case 0 | 1:
                self.secret()
            case 2:
                with suppress(Problem):
                    self.random.choice((self.session.undo, self.session.redo))()
            case 3 | 4:
                self.order("next")
            case _ if not self.session.questions:
                verb = self.random.choice(tuple(all_verbs(self.session.rules)))
                with suppress(Problem):
                    self.session.command(Command(verb=verb))
        for _ in range(self.random.randrange(ANSWERS)):
            if self.session.questions:
                with suppress(Problem):
                    answer_anyhow(self.session, self.random)

    def secret(self) -> None:
        figures = self.session.encounter.figures
        hidden = [tag for tag, figure in figures.items() if figure.hidden] or list(figures)
        open_ = [tag for tag, figure in figures.items() if not figure.hidden] or list(figures)
        foe = self.random.choice(hidden)
        words = {
            "foe": foe,
            "foe_name": figures[foe].name,
            "hero": self.random.choice(open_),
            "kind": self.random.choice(self.session.rules.templates).kind,
            "note": self.random.choice(NOTES),
            "mark": self.random.choice(MARKS),
            "number": self.random.randrange(7000, 8000),
            "secret": self._name(),
        }
        self.order(self.random.choice(SECRETS).format(**words))

    def see(self) -> None:
        """The players look at the figures that are shown to them."""
        figures = redacted(self.session.encounter).figures.values()
        self.seen |= {each.kind for figure in figures if not figure.hidden for each in figure.conditions}

    def words(self) -> list[str]:
        """What the players must not read now; conditions that they have seen are theirs to know, also as they end."""
        figures = redacted(self.session.encounter).figures.values()
        # The name of a copy that is shown tells that of the one it was copied from.
        open_ = " ".join(figure.name for figure in figures if not figure.hidden)
        hidden = [
            each.name
            for each in self.session.encounter.figures.values()
            if (each.hidden or "shown" in each.traits) and each.name.startswith("Xq") and each.name not in open_
        ]
        return [*hidden, *NOTES, *(mark for mark in MARKS if not any(mark in kind for kind in self.seen)), "Rolled"]


def drawn(view: PublicView, cells: int, height: int) -> str:
    """The players' screen, as the terminal gets it."""
    lines = screen_lines(view, cells, height, board_alone=bool(view.board) and height % 2 == 0)
    assert len(lines) <= height
    return "\n".join("".join(text for text, _ in line.words) for line in lines)


def foes_have_no_numbers(encounter: Encounter, shown: dict[str, object]) -> bool:
    figures = shown["figures"]
    assert isinstance(figures, tuple | list)
    return all(figure["health"] is None and not figure["tracks"] for figure in figures if figure["is_foe"])


@pytest.mark.one_in(6)
@pytest.mark.parametrize("system", registry.names())
def test_nothing_hidden_is_in_the_players_view(system: str, record_property: Callable[[str, object], None]) -> None:
    table = Secrets(system, Random(system))
    for n in range(ACTS):
        table.act()
        view = public_view(table.session, "Fight")
        shown = view.data()
        table.see()
        text = json.dumps(shown).lower() + drawn(view, *table.random.choice(SIZES)).lower()
        told = [word for word in table.words() if word.lower() in text]
        assert not told, (
            n,
            told,
            [text[max(0, text.index(w.lower()) - 90) :][:160] for w in told],
            table.session.entries()[-1:],
        )
        assert foes_have_no_numbers(table.session.encounter, shown)
        tags = {figure.tag for figure in table.session.encounter.figures.values() if figure.hidden}
        assert not tags & {figure["tag"] for figure in shown["figures"]}  # type: ignore[attr-defined]
    record_property("done", ACTS)


def test_the_secrets_would_be_found() -> None:
    table = Secrets("black_keep", Random(1))
    hidden = [tag for tag, figure in table.session.encounter.figures.items() if figure.hidden]
    assert len(hidden) == 2
    for tag in hidden:
        run_line(table.session, f"reveal {tag}")
    text = json.dumps(public_view(table.session, "Fight").data())
    assert "Xq1zy" in text and "Xq2zy" in text


@pytest.mark.one_in(6)
@pytest.mark.parametrize("system", ["black_keep", "gloomhaven", "plain"])
def test_who_looks_on_is_never_behind(system: str, tmp_path: Path) -> None:
    """Whatever is done, taken back, corrected or given another name is seen with the next look."""
    saves, rules, random = Saves(tmp_path), registry.load(system), Random(system)
    journal = saves.create("Fight", system)
    table = Secrets(system, random, journal)
    looking = LookingOn(saves, "fight")
    for n in range(ACTS):
        table.act()
        if n % 9 == 8:
            with suppress(Problem):
                table.session.rewind(max(0, table.session.step_log.position - random.randrange(5)))
        if n % 13 == 12 and (amendment := a_correction(table.session, random)) and decided(amendment, random, set()):
            with suppress(Problem):
                amendment.accept()
        if n % 30 == 29:
            journal.close()
            saves.rename(journal.folder.path.name, f"Fight {n}")
            journal = saves.open(f"Fight {n}")
            table.session = Session(rules, journal, app=AppDice(random))
        looking.look()
        assert looking.view == public_view(table.session, journal.name), n
        assert not looking.notice
    journal.close()
    looking.close()
