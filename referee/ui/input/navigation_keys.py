"""Navigation keys of the encounter screen: figures, panes and pages; and the list of all its keys."""

from referee.ui.controller.controller import Controller
from referee.ui.controller.roster_order import FOLD_KEY, is_out
from referee.ui.input.log_keys import LOG_KEYS
from referee.ui.input.play_keys import PLAY_KEYS, TableKey, needs_chosen


class Find(TableKey):
    name = "find"
    keys = ("f",)
    label = "find"
    help = "Chooses a figure by its tag or the beginning of its name. The digits choose the first nine figures."

    def run(self, table: Controller) -> None:
        table.begin("FIND")


class Sheet(TableKey):
    name = "sheet"
    keys = ("e",)
    label = "sheet"
    help = "All of the chosen figure, to read and to change; in the initiative (F5), of a combat or a heading, too."
    hinted = True

    def barred(self, table: Controller) -> str:
        return "" if table.cursor.row is not None else needs_chosen(table)

    def run(self, table: Controller) -> None:
        row = table.cursor.row
        if row is not None and (row.slot is None or row.tag not in table.session.encounter.figures):
            table.open("group", row.tag)
        else:
            table.open("sheet", table.cursor.picked().one if row is None else row.tag)


class Fold(TableKey):
    name = "fallen"
    keys = (FOLD_KEY,)
    label = "fallen"
    help = "Those out of the fight get rows of their own in the roster, or are folded into one line again."

    def barred(self, table: Controller) -> str:
        session = table.session
        out = any(is_out(session.rules, figure.standing) for figure in session.encounter.figures.values())
        return "" if out else "Nobody is out of the fight."

    def run(self, table: Controller) -> None:
        table.fold()


class ShowHistory(TableKey):
    name = "history"
    keys = ("h",)
    label = "history"
    help = "Everything that was done, line by line; go back to any of them."
    hinted = True

    def run(self, table: Controller) -> None:
        table.open("history")


class ShowRules(TableKey):
    name = "rules"
    keys = ("r",)
    label = "rules"
    help = "The clauses of the rules, to search; in the log, the clause of the line."
    hinted = True

    def run(self, table: Controller) -> None:
        table.open("rules", table.clause())


class ShowMap(TableKey):
    name = "map"
    keys = ("m",)
    label = "map"
    help = "The board: who stands where, walls and doors, and who sees whom; lays one out, too."
    hinted = True

    def run(self, table: Controller) -> None:
        table.open("map")


class ShowHelp(TableKey):
    name = "keys"
    keys = ("?", "f1")
    label = "help"
    help = "This list."
    hinted = True

    def run(self, table: Controller) -> None:
        table.open("help")


class ShowSettings(TableKey):
    name = "settings"
    keys = ("S",)
    label = "settings"
    help = "Theme, dice, and the readings of the rules that this encounter plays by."

    def run(self, table: Controller) -> None:
        table.open("settings")


class Look(TableKey):
    changes = True
    keys = ("f2",)
    label = "keys/answer"
    help = "While something is asked: makes keys commands, and answers again."

    def barred(self, table: Controller) -> str:
        return "" if table.session.questions else "Nothing is asked; keys are commands."

    def run(self, table: Controller) -> None:
        table.line.look()


class NextPane(TableKey):
    keys = ("tab",)
    label = "pane"
    help = "The next pane; in a narrow window it is the one that is shown."

    def run(self, table: Controller) -> None:
        table.next_pane(1)


class PaneBefore(TableKey):
    keys = ("shift+tab",)
    help = "The pane before."

    def run(self, table: Controller) -> None:
        table.next_pane(-1)


class GoTo(TableKey):
    """To a pane."""

    def __init__(self, key: str, help: str, pane: str) -> None:
        self.keys, self.help, self.pane = (key,), help, pane

    def run(self, table: Controller) -> None:
        table.go_to(self.pane)


class Step(TableKey):
    """So many lines up or down in the pane."""

    def __init__(self, key: str, help: str, by: int) -> None:
        self.keys, self.help, self.by = (key,), help, by

    def run(self, table: Controller) -> None:
        table.move(self.by)


class Leave(TableKey):
    name = "shelf"
    keys = ("q", "ctrl+c")
    label = "shelf"
    help = "To the shelf, where q leaves the app. All is saved, and goes on from here."
    hinted = True

    def run(self, table: Controller) -> None:
        table.leave()


NAVIGATION_KEYS: tuple[TableKey, ...] = (
    Sheet(),
    Find(),
    Fold(),
    ShowHistory(),
    ShowMap(),
    *LOG_KEYS,
    ShowHelp(),
    Leave(),
    ShowRules(),
    ShowSettings(),
    Look(),
    NextPane(),
    PaneBefore(),
    GoTo("f5", "To the initiative; e opens what the cursor is on there.", "initiative"),
    GoTo("f6", "To the roster.", "roster"),
    GoTo("f7", "To the actions; Space does the one under the cursor.", "actions"),
    GoTo("f8", "To the dice log.", "log"),
    Step("up", "The figure, combat or line of the log above.", -1),
    Step("down", "The figure, combat or line of the log below.", 1),
    Step("pageup", "Ten up.", -10),
    Step("pagedown", "Ten down.", 10),
    Step("home", "The first.", -100_000),
    Step("end", "The last.", 100_000),
)

KEY_ACTIONS = (*PLAY_KEYS, *NAVIGATION_KEYS)
"""All keys of the encounter screen, in the order of its help."""
