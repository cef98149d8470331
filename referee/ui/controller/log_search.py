"""Log search: moves the cursor of a table to a line of the log that has some words."""

from referee.ui.controller.controller import Controller


def search_log(table: Controller, words: str, by: int = 0) -> None:
    """Goes to the latest line of the log with these words; `by`: to the next one from the cursor, -1 up or 1 down.

    Where no line has them, the hint of the question line says so.
    """
    lines = table.log_lines.lines()
    here = table.cursor.log_line(len(lines))
    start = len(lines) - 1 if not by or here is None else here + by
    found = table.log_lines.found(words, start, by or -1) if words.strip() else None
    if found is not None:
        table.point(lambda: table.cursor.go_to_line(found))
    table.line.hint = "" if found is not None or not words.strip() else "No other line has that."
