"""Navigation keys of the encounter screen."""

from collections.abc import Callable

from referee.engine.questions.question import NOTHING_ASKED
from referee.ui.controller.action_list import ACTIONS_KEY
from referee.ui.controller.controller import Controller, PageKind, needs_chosen
from referee.ui.input.key_actions import changing_key, key


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
    help="Open the sheet of the chosen figure, to read or change its values; this also works in "
    "the turn order (F5) of a combat.",
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
    help="Choose a figure by its number, tag or name: f12, Enter. For 1 to 9 press the digit alone.",
    name="find",
)
def find(table: Controller) -> None:
    table.begin("FIND")


@key(
    ",",
    label="not now",
    help="List the actions that are not possible now, with the reasons, or fold them again.",
    name="all actions",
)
def fold_actions(table: Controller) -> None:
    table.cursor.all_actions = not table.cursor.all_actions
    table.show()


history = page_key(
    "history", "h", hint="history", help="Show everything that was done, line by line; go back to any line."
)


board = page_key(
    "map",
    "m",
    "f4",
    hint="map",
    help="Open the map: who stands where, who sees whom. F4 also opens it to answer a question.",
)


@key(
    "l",
    label="log",
    help="Move through the log with the arrow keys; Enter opens a line; l or Esc goes back.",
    name="log",
)
def log(table: Controller) -> None:
    table.go_to("roster" if table.cursor.pane == "log" else "log")


def opens_no_line(table: Controller) -> str:
    """Why nothing is suggested, and no line of the log can be opened; empty if there is one."""
    if table.cursor.pane != "log":
        return "" if table.view.suggestion else "Enter does nothing here. e opens the sheet, : types a command."
    return "" if table.log_lines.lines() else "The log is empty."


@key(
    "enter",
    label="open",
    help="Do what the line above the keys suggests, such as saving the party; u undoes it. In the actions: do the one "
    "under the cursor. On a line of the log: show its command, dice, who rolled them, effects, clauses; or hide them.",
    hinted_in="log",
    bar=opens_no_line,
)
def enter(table: Controller) -> None:
    if table.cursor.pane == "log":
        open_line(table)
    elif table.view.suggestion and table.next.suggested is not None:
        table.do_suggested(table.next.suggested)


def open_line(table: Controller) -> None:
    """Shows all there is of the line of the log under the cursor, or hides it."""
    table.cursor.opened = not table.cursor.opened
    table.show()


@key(
    "/",
    label="search",
    help="Search the log while you type: ↑↓ go to the next line with these words, Esc cancels.",
    name="search",
    hinted_in="log",
)
def search_log(table: Controller) -> None:
    table.go_to("log")
    table.begin("SEARCH")


@key(
    "y",
    label="copy line",
    help="In the log: copy the line under the cursor to the clipboard.",
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
    help="In the log: copy the whole log. Elsewhere, :copy copies the state of all figures.",
    name="copy",
    hinted_in="log",
    only_in="log",
)
def copy_all(table: Controller) -> None:
    from referee.command_language.table_in_words import looked

    if table.cursor.pane == "log":
        lines = table.log_lines.lines()
        text = [(f"R{line.round} " if line.head else "     ") + line.text for line in lines]
        table.copy("\n".join(text), f"the log, {len(text)} lines")
    else:
        table.copy("\n".join(looked(table.session, "status")), "the state of all figures")


@key(
    "escape",
    label="to figures",
    help="Clear all marks; go back to the roster from the log, the actions or the turn order.",
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
    help="Show the open question and everything you can do: type to filter, Enter does it.",
)


palette = page_key(
    "palette",
    "ctrl+p",
    label="palette",
    help="Find a command by some letters of its name; Enter does it.",
)


@key("f9", label="all help", help="List the topics of the help; / finds one; ? twice opens it, too.", name="manual")
def manual(table: Controller) -> None:
    table.open("help")


@key(
    "q",
    "ctrl+c",
    hint="shelf",
    help="Go to the shelf, where q quits, or to the campaign that it was opened from. Everything is saved.",
    name="shelf",
)
def leave(table: Controller) -> None:
    table.leave()


@key("r", hint="rules", help="Search the rules; in the log, show the clause of the line.", name="rules")
def rules(table: Controller) -> None:
    log = table.log_lines
    table.open("rules", log.clause_at(table.cursor.log_line(len(log.lines()))))


settings = page_key(
    "settings", "S", label="settings", help="Set the theme, the dice and the rules options for this encounter."
)


summary = page_key(
    "summary",
    "!",
    label="end of fight",
    help="Sum the fight up: who fell, damage, experience; Enter ends it and saves the heroes.",
)


forecast = page_key(
    "forecast",
    "&",
    label="forecast",
    help="Play the fight to its end many times: who wins, how soon, who falls, at what cost.",
)


conditions = page_key(
    "conditions",
    "@",
    label="conditions",
    help="List everything that counts down: on whom, until when and by whom; what ends next is on top.",
)


report = page_key(
    "report",
    "#",
    label="report",
    help="Read the fight in numbers and sentences: damage, HP, dice, time, rounds.",
)


library = page_key(
    "library",
    "L",
    "f3",
    label="library",
    help="Open the library of your figures, parties and conditions: type to search, Enter adds.",
)


@changing_key(
    "=",
    "f10",
    label="odds",
    help="Show the odds of the open command, of the action under the cursor (F7), or of an attack: each choice beside "
    "the others.",
    name="odds",
)
def odds(table: Controller) -> None:
    table.open("odds")


def nothing_is_asked(table: Controller) -> str:
    """Why no answers can be typed; empty if something is asked."""
    return "" if table.session.questions else NOTHING_ASKED


@changing_key(
    "f2",
    label="keys/answer",
    help="While a question is open: switch between commands and answers.",
    bar=nothing_is_asked,
)
def look(table: Controller) -> None:
    table.line.look()


@key("tab", label="pane", help="Go to the next pane; a narrow window shows only that pane.")
def next_pane(table: Controller) -> None:
    table.point(lambda: table.cursor.next_pane(1))


@key("shift+tab", help="Go to the previous pane.")
def pane_before(table: Controller) -> None:
    table.point(lambda: table.cursor.next_pane(-1))


to_initiative = pane_key("f5", "initiative", "Go to the turn order; e opens the sheet of the line under the cursor.")
to_roster = pane_key("f6", "roster", "Go to the roster.")
to_actions = pane_key(ACTIONS_KEY, "actions", "Go to the actions; Enter or Space does the one under the cursor.")
to_log = pane_key("f8", "log", "Go to the log.")
line_up = move_key("up", -1, "Go one line up.")
line_down = move_key("down", 1, "Go one line down.")
ten_up = move_key("pageup", -10, "Go ten lines up.")
ten_down = move_key("pagedown", 10, "Go ten lines down.")
first = move_key("home", -100_000, "Go to the first line.")
last = move_key("end", 100_000, "Go to the last line.")
