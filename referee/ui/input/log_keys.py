"""Keys of the log: to it, what a line is made of, words in it, and copies of it."""

from referee.ui.controller.controller import Controller
from referee.ui.input.play_keys import TableKey


class ShowLog(TableKey):
    name = "log"
    keys = ("l",)
    label = "log"
    help = "The arrows go through the dice log, from its last line on; Enter opens a line; l or Esc goes back."

    def run(self, table: Controller) -> None:
        table.go_to("roster" if table.cursor.pane == "log" else "log")


class OpenLine(TableKey):
    keys = ("enter",)
    label = "open"
    hinted_in = "log"
    help = "On a line of the log: the order, its dice and who threw them, what each did, its clauses; or hides them."

    def barred(self, table: Controller) -> str:
        if table.cursor.pane != "log":
            return "Enter does nothing here: e opens the sheet, letters are actions, : is for orders."
        return "" if table.log_lines.lines() else "The log is empty."

    def run(self, table: Controller) -> None:
        table.cursor.opened = not table.cursor.opened
        table.show()


class SearchLog(TableKey):
    name = "search"
    keys = ("/",)
    label = "search"
    hinted_in = "log"
    help = "Searches the log as one types: up and down go to the next line with these words, Esc clears."

    def run(self, table: Controller) -> None:
        table.go_to("log")
        table.begin("SEARCH")


class CopyLine(TableKey):
    keys = ("y",)
    label = "copy line"
    only_in = "log"
    hinted_in = "log"
    help = "In the log: copies the line under the cursor to the clipboard of the terminal."

    def run(self, table: Controller) -> None:
        lines = table.log_lines.lines()
        at = table.cursor.log_line(len(lines))
        if at is not None:
            table.copy(lines[at].text, "this line")


class CopyAll(TableKey):
    name = "copy"
    keys = ("Y",)
    label = "copy all"
    only_in = "log"
    hinted_in = "log"
    help = "In the log: copies the log as far back as it goes here; :copy elsewhere, how all figures stand."

    def run(self, table: Controller) -> None:
        from referee.script.looking import looked

        if table.cursor.pane == "log":
            lines = table.log_lines.lines()
            text = [(f"R{line.round} " if line.head else "     ") + line.text for line in lines]
            table.copy("\n".join(text), f"the log, {len(text)} lines")
        else:
            table.copy("\n".join(looked(table.session, "status")), "how all stand")


LOG_KEYS: tuple[TableKey, ...] = (ShowLog(), OpenLine(), SearchLog(), CopyLine(), CopyAll())
