"""Plan start: begins an encounter from a plan."""

from typing import TYPE_CHECKING

from referee.engine.problem import Problem
from referee.ui.input.key_actions import key
from referee.ui.input.messages import Opened
from referee.ui.screens.page import Page

if TYPE_CHECKING:
    from referee.campaign.plan import Plan
    from referee.store.library_record import KeptPlan
    from referee.store.saves import Saves


PLAN_HELP = "Start an encounter from a plan: a text file, or a plan from the library."


class PlanPage(Page):
    """A page from which a plan can be opened."""

    saves: "Saves"

    @property
    def planned_name(self) -> str:
        """What the encounter of a plan is to be called; empty: as the plan is."""
        return ""

    def go_to(self, opened: Opened) -> None:
        """Goes to the encounter that a plan has made."""
        self.hand_over(opened)

    @key("O", label="plan", help=PLAN_HELP)
    def open_plan(self) -> None:
        ask_plan(self, "")


def ask_plan(screen: PlanPage, text: str) -> None:
    """Asks which plan; one that is refused stays there to be corrected."""
    screen.ask(
        "Which plan? Type the path of a file, or a name from the library", lambda said: _open(screen, said), text
    )


def _open(screen: PlanPage, said: str) -> None:
    from referee.campaign.find_plan import plan_called, usual_name

    word = said.strip()
    if not word:
        return
    files = not getattr(screen.app, "shared", False)
    try:
        plan = plan_called(screen.saves, word, files)
        opened = begun(screen.saves, screen.planned_name or usual_name(screen.saves, word), plan)
    except Problem as problem:
        ask_plan(screen, said)
        screen.say(problem)
    else:
        screen.go_to(opened)


def begun(saves: "Saves", name: str, plan: "Plan") -> Opened:
    """Makes an encounter of a plan; the message that opens it. A Problem if it is refused; nothing is made then."""
    from referee.campaign.plan_run import begin

    journal = begin(saves, name, plan)
    journal.close()
    return Opened(journal.folder.name)


def begun_from_library(saves: "Saves", kept: "KeptPlan") -> Opened:
    """As `begun`, from a plan of the library; the encounter is called as the plan, or that with a number behind it."""
    from referee.campaign.plan import kept_plan

    return begun(saves, saves.free_name(kept.name), kept_plan(kept))
