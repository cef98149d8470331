"""Navigation keys of the encounter screen: figures, the log, panes and pages."""

from collections.abc import Callable

from referee.ui.controller.controller import Controller, PageKind
from referee.ui.controller.roster_order import FOLD_KEY, is_out
from referee.ui.input.key_actions import changing_key, key
from referee.ui.input.play_keys import needs_chosen


def page_key(kind: PageKind, *keys: str, help: str, hint: str = "", label: str = "") -> Callable[[Controller], None]:
    """Keys that open a page, or the palette; its kind is its word on the command line, too."""

    @key(*keys, hint=hint, label=label, help=help, name=kind)
    def open_page(table: Controller) -> None:
        table.open(kind)

    return open_page


def pane_key(number: str, pane: str, help: str) -> Callable[[Controller], None]:
    """A key that gives a pane the arrow keys."""

    @key(number, help=help)
    def go_to(table: Controller) -> None:
        table.go_to(pane)

    return go_to


def move_key(arrow: str, by: int, help: str) -> Callable[[Controller], None]:
    """A key that moves the cursor so many lines down in the pane."""

    @key(arrow, help=help)
    def move(table: Controller) -> None:
        table.move(by)

    return move


def needs_row(table: Controller) -> str:
    """Why there is nobody whose sheet can be shown; empty if there is."""
    return "" if table.cursor.row is not None else needs_chosen(table)


@key(
    "e",
    hint="sheet",
    help="All of the chosen figure, to read and to change; in the initiative (F5), of a combat or a heading, too.",
    name="sheet",
    bar=needs_row,
)
def sheet(table: Controller) -> None:
    row = table.cursor.row
    if row is not None and (row.slot is None or row.tag not in table.session.encounter.figures):
        table.open("group", row.tag)
    else:
        table.open("sheet", table.cursor.picked().one if row is None else row.tag)


@key(
    "f",
    label="find",
    help="Chooses a figure by its number, its tag or the beginning of its name: f12, Enter. To 9 a digit does.",
    name="find",
)
def find(table: Controller) -> None:
    table.begin("FIND")


def nobody_is_out(table: Controller) -> str:
    """Why there is nobody out of the fight to be listed; empty if there is."""
    session = table.session
    out = any(is_out(session.rules, figure.standing) for figure in session.encounter.figures.values())
    return "" if out else "Nobody is out of the fight."


@key(
    FOLD_KEY,
    label="fallen",
    help="Those out of the fight get rows of their own in the roster, or are folded into one line again.",
    name="fallen",
    bar=nobody_is_out,
)
def fold_fallen(table: Controller) -> None:
    table.cursor.unfolded = not table.cursor.unfolded
    table.show()


@key(
    ",",
    label="not now",
    help="The actions that cannot be done now are listed with their reasons, or are one line again.",
    name="all actions",
)
def fold_actions(table: Controller) -> None:
    table.cursor.all_actions = not table.cursor.all_actions
    table.show()


history = page_key(
    "history", "h", hint="history", help="Everything that was done, line by line; go back to any of them."
)


board = page_key(
    "map",
    "m",
    "f4",
    hint="map",
    help="The board: who stands where and who sees whom; F4 also while something is asked, which it can answer.",
)


@key(
    "l",
    label="log",
    help="The arrows go through the dice log, from its last line on; Enter opens a line; l or Esc goes back.",
    name="log",
)
def log(table: Controller) -> None:
    table.go_to("roster" if table.cursor.pane == "log" else "log")


def opens_no_line(table: Controller) -> str:
    """Why no line of the log can be opened; empty if one can."""
    if table.cursor.pane != "log":
        return "Enter does nothing here: e opens the sheet, letters are actions, : is for orders."
    return "" if table.log_lines.lines() else "The log is empty."


@key(
    "enter",
    label="open",
    help="On a line of the log: the order, its dice and who threw them, what each did, its clauses; or hides them.",
    hinted_in="log",
    bar=opens_no_line,
)
def open_line(table: Controller) -> None:
    table.cursor.opened = not table.cursor.opened
    table.show()


@key(
    "/",
    label="search",
    help="Searches the log as one types: up and down go to the next line with these words, Esc clears.",
    name="search",
    hinted_in="log",
)
def search_log(table: Controller) -> None:
    table.go_to("log")
    table.begin("SEARCH")


@key(
    "y",
    label="copy line",
    help="In the log: copies the line under the cursor to the clipboard of the terminal.",
    hinted_in="log",
    only_in="log",
)
def copy_line(table: Controller) -> None:
    lines = table.log_lines.lines()
    at = table.cursor.log_line(len(lines))
    if at is not None:
        table.copy(lines[at].text, "this line")


@key(
    "Y",
    label="copy all",
    help="In the log: copies the log as far back as it goes here; :copy elsewhere, how all figures stand.",
    name="copy",
    hinted_in="log",
    only_in="log",
)
def copy_all(table: Controller) -> None:
    from referee.script.looking import looked

    if table.cursor.pane == "log":
        lines = table.log_lines.lines()
        text = [(f"R{line.round} " if line.head else "     ") + line.text for line in lines]
        table.copy("\n".join(text), f"the log, {len(text)} lines")
    else:
        table.copy("\n".join(looked(table.session, "status")), "how all stand")


@key(
    "escape",
    label="to figures",
    help="Takes all marks off; back to the figures from the log, the actions or the initiative.",
    hinted_in="log",
)
def to_figures(table: Controller) -> None:
    if table.cursor.opened:
        table.cursor.opened = False
        table.show()
    else:
        table.cursor.marks.clear()
        table.go_to("roster")


keys = page_key(
    "keys",
    "?",
    "f1",
    hint="help",
    help="What is asked, and everything that can be done, over the table: typing filters, Enter does it.",
)


palette = page_key(
    "palette",
    "ctrl+p",
    label="palette",
    help="Finds anything that can be done by some letters of its name; Enter does it.",
)


@key("f9", label="all help", help="All keys and orders on a page of their own; ? twice opens it, too.", name="manual")
def manual(table: Controller) -> None:
    table.open("help")


@key(
    "q",
    "ctrl+c",
    hint="shelf",
    help="To the shelf, where q leaves the app. All is saved, and goes on from here.",
    name="shelf",
)
def leave(table: Controller) -> None:
    table.leave()


@key("r", hint="rules", help="The clauses of the rules, to search; in the log, the clause of the line.", name="rules")
def rules(table: Controller) -> None:
    log = table.log_lines
    table.open("rules", log.clause_at(table.cursor.log_line(len(log.lines()))))


settings = page_key(
    "settings", "S", label="settings", help="Theme, dice, and the readings of the rules that this encounter plays by."
)


library = page_key(
    "library",
    "L",
    "f3",
    label="library",
    help="Your own figures, parties and conditions: typing searches, Enter adds to the table.",
)


def nothing_is_asked(table: Controller) -> str:
    """Why no answers can be typed; empty if something is asked."""
    return "" if table.session.questions else "Nothing is asked; keys are commands."


@changing_key(
    "f2",
    label="keys/answer",
    help="While something is asked: makes keys commands, and answers again.",
    bar=nothing_is_asked,
)
def look(table: Controller) -> None:
    table.line.look()


@key("tab", label="pane", help="The next pane; in a narrow window it is the one that is shown.")
def next_pane(table: Controller) -> None:
    table.point(lambda: table.cursor.next_pane(1))


@key("shift+tab", help="The pane before.")
def pane_before(table: Controller) -> None:
    table.point(lambda: table.cursor.next_pane(-1))


to_initiative = pane_key("f5", "initiative", "To the initiative; e opens what the cursor is on there.")
to_roster = pane_key("f6", "roster", "To the roster.")
to_actions = pane_key("f7", "actions", "To the actions; Space does the one under the cursor.")
to_log = pane_key("f8", "log", "To the dice log.")
line_up = move_key("up", -1, "The figure, combat or line of the log above.")
line_down = move_key("down", 1, "The figure, combat or line of the log below.")
ten_up = move_key("pageup", -10, "Ten up.")
ten_down = move_key("pagedown", 10, "Ten down.")
first = move_key("home", -100_000, "The first.")
last = move_key("end", 100_000, "The last.")
