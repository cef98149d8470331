"""Navigation keys of the encounter screen: figures, panes and pages; and the list of all its keys."""

from referee.ui.controller.controller import Controller
from referee.ui.controller.display import PageKind
from referee.ui.controller.roster_order import FOLD_KEY, is_out
from referee.ui.input.figure_keys import FIGURE_KEYS
from referee.ui.input.log_keys import LOG_KEYS
from referee.ui.input.order_keys import ORDER_KEYS
from referee.ui.input.play_keys import PLAY_KEYS, TableKey, needs_chosen


class Find(TableKey):
    name = "find"
    keys = ("f",)
    label = "find"
    help = "Chooses a figure by its number, its tag or the beginning of its name: f12, Enter. To 9 a digit does."

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


class ToFigures(TableKey):
    keys = ("escape",)
    label = "to figures"
    hinted_in = "log"
    help = "Takes all marks off; back to the figures from the log, the actions or the initiative."

    def run(self, table: Controller) -> None:
        if table.cursor.opened:
            table.cursor.opened = False
            table.show()
        else:
            table.cursor.marks.clear()
            table.go_to("roster")


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
        table.cursor.unfolded = not table.cursor.unfolded
        table.show()


class FoldActions(TableKey):
    name = "all actions"
    keys = (",",)
    label = "not now"
    help = "The actions that cannot be done now are listed with their reasons, or are one line again."

    def run(self, table: Controller) -> None:
        table.cursor.all_actions = not table.cursor.all_actions
        table.show()


class OpenPage(TableKey):
    """Opens a page, or the palette, by its kind."""

    def __init__(self, kind: PageKind, name: str, keys: tuple[str, ...], help: str, label: str = "") -> None:
        self.kind, self.name, self.keys, self.help, self.label = kind, name, keys, help, label or name
        self.hinted = kind in ("history", "map", "keys")

    def run(self, table: Controller) -> None:
        table.open(self.kind)


class ShowRules(TableKey):
    name = "rules"
    keys = ("r",)
    label = "rules"
    help = "The clauses of the rules, to search; in the log, the clause of the line."
    hinted = True

    def run(self, table: Controller) -> None:
        log = table.log_lines
        table.open("rules", log.clause_at(table.cursor.log_line(len(log.lines()))))


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
        table.point(lambda: table.cursor.next_pane(1))


class PaneBefore(TableKey):
    keys = ("shift+tab",)
    help = "The pane before."

    def run(self, table: Controller) -> None:
        table.point(lambda: table.cursor.next_pane(-1))


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


FOLD_ACTIONS = FoldActions()

NAVIGATION_KEYS: tuple[TableKey, ...] = (
    Sheet(),
    Find(),
    Fold(),
    FOLD_ACTIONS,
    OpenPage("history", "history", ("h",), "Everything that was done, line by line; go back to any of them."),
    OpenPage(
        "map",
        "map",
        ("m", "f4"),
        "The board: who stands where and who sees whom; F4 also while something is asked, which it can answer.",
    ),
    *LOG_KEYS,
    ToFigures(),
    OpenPage(
        "keys",
        "keys",
        ("?", "f1"),
        "What is asked, and everything that can be done, over the table: typing filters, Enter does it.",
        label="help",
    ),
    OpenPage(
        "palette",
        "palette",
        ("ctrl+p",),
        "Finds anything that can be done by some letters of its name; Enter does it.",
    ),
    OpenPage(
        "help", "manual", ("f9",), "All keys and orders on a page of their own; ? twice opens it, too.", "all help"
    ),
    Leave(),
    ShowRules(),
    OpenPage(
        "settings", "settings", ("S",), "Theme, dice, and the readings of the rules that this encounter plays by."
    ),
    OpenPage(
        "library",
        "library",
        ("L", "f3"),
        "Your own figures, parties and conditions: typing searches, Enter adds to the table.",
    ),
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

KEY_ACTIONS = (*PLAY_KEYS, *FIGURE_KEYS, *ORDER_KEYS, *NAVIGATION_KEYS)
"""All keys of the encounter screen, in the order of its help."""
