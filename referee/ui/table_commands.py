"""The commands of the encounter screen."""

from typing import TYPE_CHECKING

from referee.engine.answer import Chosen
from referee.engine.chance import DICE
from referee.engine.problem import Refused
from referee.ui.commands import Command

if TYPE_CHECKING:
    from referee.ui.screens.encounter import EncounterScreen


class TableCommand(Command["EncounterScreen"]):
    """A command of the encounter screen."""


class Next(TableCommand):
    keys = ("n",)
    label = "next"
    help = "This turn ends and the next begins; the line above says beforehand what that will do."
    hinted = True

    def run(self, screen: "EncounterScreen") -> None:
        screen.order("next")


class Undo(TableCommand):
    keys = ("u", "ctrl+z")
    label = "undo"
    help = "Takes back the last act whole; while something is asked, the last answer. Without end, over restarts too."
    hinted = True

    def run(self, screen: "EncounterScreen") -> None:
        screen.take_back()


class Redo(TableCommand):
    keys = ("U", "ctrl+y")
    label = "redo"
    help = "Brings back what was taken back, with the same dice."

    def run(self, screen: "EncounterScreen") -> None:
        screen.bring_back()


class Inside(TableCommand):
    keys = ("backspace",)
    label = "one answer back"
    help = "Goes back inside the last act, to its last answer."

    def run(self, screen: "EncounterScreen") -> None:
        screen.take_back(inside=True)


class AnyOrder(TableCommand):
    keys = (":",)
    label = "order"
    help = "Any order in words: damage g1-3 2, condition ulf stunned 3r, set ulf wounds 2. Tab completes."
    hinted = True

    def run(self, screen: "EncounterScreen") -> None:
        screen.begin("ORDER")


class Damage(TableCommand):
    keys = ("d",)
    label = "damage"
    help = "Damage to the chosen figure: d, the number, Enter."
    hinted = True

    def barred(self, screen: "EncounterScreen") -> str:
        return _needs_chosen(screen)

    def run(self, screen: "EncounterScreen") -> None:
        screen.order("damage", who=screen.picked())


class Heal(TableCommand):
    keys = ("+",)
    label = "heal"
    help = "Healing for the chosen figure: +, the number, Enter."

    def barred(self, screen: "EncounterScreen") -> str:
        return _needs_chosen(screen)

    def run(self, screen: "EncounterScreen") -> None:
        screen.order("heal", who=screen.picked())


class Afflict(TableCommand):
    keys = ("c",)
    label = "condition"
    help = "A condition upon the chosen figure; say which, and how long: stunned 3r."

    def barred(self, screen: "EncounterScreen") -> str:
        return _needs_chosen(screen)

    def run(self, screen: "EncounterScreen") -> None:
        screen.begin("ORDER", f"condition {screen.chosen} ")


class Add(TableCommand):
    keys = ("A",)
    label = "add"
    help = "Somebody comes to the table: the kind, a name, x3 for three of them."

    def run(self, screen: "EncounterScreen") -> None:
        screen.begin("ORDER", "add ")


class Roll(TableCommand):
    keys = ("R",)
    label = "roll"
    help = "Any dice, such as 3d6+2."

    def run(self, screen: "EncounterScreen") -> None:
        screen.begin("ORDER", "roll ")


class Note(TableCommand):
    keys = ("N",)
    label = "note"
    help = "A line of your own in the log."

    def run(self, screen: "EncounterScreen") -> None:
        screen.begin("ORDER", "note ")


class Dice(TableCommand):
    keys = ("D",)
    label = "dice"
    help = "Who throws: the players their own and the app for their foes, the app for all, or the table for all."

    def run(self, screen: "EncounterScreen") -> None:
        now = DICE.choices.index(DICE.of(screen.session.encounter))
        screen.order("dice", mode=Chosen(option=DICE.choices[(now + 1) % len(DICE.choices)]))


class Find(TableCommand):
    name = "find"
    keys = ("f",)
    label = "find"
    help = "Chooses a figure by its tag or the beginning of its name. The digits choose the first nine rows."

    def run(self, screen: "EncounterScreen") -> None:
        screen.begin("FIND")


class Sheet(TableCommand):
    name = "sheet"
    keys = ("e", "enter")
    label = "sheet"
    help = "All of the chosen figure, to read and to change; on a line of the log, its clause."
    hinted = True

    def barred(self, screen: "EncounterScreen") -> str:
        return "" if screen.at == "log" and screen.log_at is not None else _needs_chosen(screen)

    def run(self, screen: "EncounterScreen") -> None:
        if screen.at == "log" and screen.log_at is not None:
            screen.open_clause()
        else:
            screen.open_sheet()


class ShowLog(TableCommand):
    name = "log"
    keys = ("l",)
    label = "log"
    help = "The arrows go through the dice log; Enter shows the clause of a line."
    hinted = True

    def run(self, screen: "EncounterScreen") -> None:
        screen.go_to("roster" if screen.at == "log" else "log")


class ShowHistory(TableCommand):
    name = "history"
    keys = ("h",)
    label = "history"
    help = "Everything that was done, line by line; go back to any of them."
    hinted = True

    def run(self, screen: "EncounterScreen") -> None:
        screen.open_history()


class ShowRules(TableCommand):
    name = "rules"
    keys = ("r",)
    label = "rules"
    help = "The clauses of the rules, to search."
    hinted = True

    def run(self, screen: "EncounterScreen") -> None:
        screen.open_rules()


class ShowHelp(TableCommand):
    name = "keys"
    keys = ("?", "/", "f1")
    label = "help"
    help = "This list."
    hinted = True

    def run(self, screen: "EncounterScreen") -> None:
        screen.open_help()


class ShowSettings(TableCommand):
    name = "settings"
    keys = ("S",)
    label = "settings"
    help = "Theme, dice, and the readings of the rules that this encounter plays by."

    def run(self, screen: "EncounterScreen") -> None:
        screen.open_settings()


class Look(TableCommand):
    keys = ("f2",)
    label = "keys/answer"
    help = "While something is asked: makes keys commands, and answers again."

    def barred(self, screen: "EncounterScreen") -> str:
        return "" if screen.session.questions else "Nothing is asked; keys are commands."

    def run(self, screen: "EncounterScreen") -> None:
        screen.line.mode = "KEYS" if screen.line.mode != "KEYS" else "ANSWER"


class NextPane(TableCommand):
    keys = ("tab",)
    label = "pane"
    help = "The next pane; in a narrow window it is the one that is shown."

    def run(self, screen: "EncounterScreen") -> None:
        screen.next_pane(1)


class PaneBefore(TableCommand):
    keys = ("shift+tab",)
    help = "The pane before."

    def run(self, screen: "EncounterScreen") -> None:
        screen.next_pane(-1)


class ToInitiative(TableCommand):
    keys = ("f5",)
    help = "To the initiative."
    pane = "initiative"

    def run(self, screen: "EncounterScreen") -> None:
        screen.go_to(self.pane)


class ToRoster(ToInitiative):
    keys = ("f6",)
    help = "To the roster."
    pane = "roster"


class ToActions(ToInitiative):
    keys = ("f7",)
    help = "To the actions."
    pane = "actions"


class ToLog(ToInitiative):
    keys = ("f8",)
    help = "To the dice log."
    pane = "log"


class Up(TableCommand):
    keys = ("up",)
    help = "The figure, or line of the log, above."
    by = -1

    def run(self, screen: "EncounterScreen") -> None:
        screen.move(self.by)


class Down(Up):
    keys = ("down",)
    help = "The figure, or line of the log, below."
    by = 1


class PageUp(Up):
    keys = ("pageup",)
    help = "Ten up."
    by = -10


class PageDown(Up):
    keys = ("pagedown",)
    help = "Ten down."
    by = 10


class First(Up):
    keys = ("home",)
    help = "The first."
    by = -100_000


class Last(Up):
    keys = ("end",)
    help = "The last."
    by = 100_000


class Leave(TableCommand):
    name = "shelf"
    keys = ("q", "ctrl+c")
    label = "shelf"
    help = "Back to the shelf; all is saved, and goes on from here."
    hinted = True

    def run(self, screen: "EncounterScreen") -> None:
        screen.leave()


def _needs_chosen(screen: "EncounterScreen") -> str:
    try:
        screen.picked()
    except Refused as problem:
        return str(problem)
    return ""


COMMANDS: tuple[TableCommand, ...] = (
    Next(),
    Undo(),
    Redo(),
    Inside(),
    AnyOrder(),
    Damage(),
    Heal(),
    Afflict(),
    Sheet(),
    Find(),
    ShowHistory(),
    ShowRules(),
    ShowLog(),
    ShowHelp(),
    Leave(),
    Add(),
    Roll(),
    Note(),
    Dice(),
    ShowSettings(),
    Look(),
    NextPane(),
    PaneBefore(),
    ToInitiative(),
    ToRoster(),
    ToActions(),
    ToLog(),
    Up(),
    Down(),
    PageUp(),
    PageDown(),
    First(),
    Last(),
)
