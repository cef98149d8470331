"""Condition choice: the conditions that can be laid upon the chosen figures, each with a letter and what it does."""

from collections.abc import Iterable
from string import ascii_lowercase

from referee.engine.conditions.typed import own_name
from referee.engine.state.bearer import TABLE, Tag
from referee.text import lettered
from referee.ui.controller.question_line import QuestionLine
from referee.ui.controller.view import View
from referee.ui.drawing.ask_view import AskView, Offered, offer_lines_for
from referee.ui.drawing.text_line import cut

OWN_KEY = "/"
"""The key that begins a condition of the referee's own words."""
TIMES = "3 (turns), 3r (rounds), end WHO"
HOW_LONG = f"How long: {TIMES}; Enter alone: as usual, or until lifted"
KEYS = (("a letter", "chooses"), ("↑↓", "mark"), ("Space", "take"), (OWN_KEY, "in words"), ("Esc", "leave it"))


def conditions_by_key(view: View) -> dict[str, str]:
    """The conditions of the game, and those of the referee's own, kept or lying on somebody, by their letters.

    Where there are more than letters, the last of the game's go without.
    """
    game = [kind.name for kind in view.rules.conditions]
    kept = [own_name(condition.name) for condition in view.own_conditions()]
    # What is counted down for the table is called by any word, too, but is no condition of anybody.
    worn = (there.kind for bearer in view.encounter.bearers() if bearer.tag != TABLE for there in bearer.conditions)
    own = [kind for kind in dict.fromkeys((*kept, *worn)) if kind not in game]
    first = max(0, len(ascii_lowercase) - len(own))
    return lettered((*game[:first], *own, *game[first:]))


def marked_next(line: QuestionLine, view: View, by: int) -> str:
    """The condition after, or before, the one that is marked."""
    words = list(conditions_by_key(view).values())
    place = words.index(line.marked) + by if line.marked in words else (0 if by > 0 else -1)
    return words[place % len(words)] if words else ""


def condition_order(tags: Iterable[Tag], word: str) -> str:
    """The order that lays that condition upon these; what is left out of it is typed behind it."""
    return " ".join(("condition", ",".join(tags), *([word] if word else []), ""))


def condition_view(line: QuestionLine, view: View, cells: int, maximum: int) -> AskView:
    """The bottom lines while a condition is chosen: with what each does where there is room for all of it."""
    hints = {own_name(kept.name): kept.text for kept in view.own_conditions()}
    hints |= {kind.name: kind.hint for kind in view.rules.conditions}
    keyed = conditions_by_key(view)
    worn = {there.kind for there in view.encounter.of(view.chosen or "").conditions} if view.chosen else set()
    brief = tuple(Offered(key, word, "", word, word in worn) for key, word in keyed.items())
    full = tuple(each._replace(text=f"{each.text}: {hints.get(each.text) or 'your own'}") for each in brief)
    fits = sum(offer_lines_for((each,), cells, maximum) for each in full) <= maximum
    line.rows = max(line.rows, min(maximum, offer_lines_for(full if fits else brief, cells, maximum)))
    told = hints.get(line.marked, "")
    return AskView(
        above=((" ? ", "mine"), (f" Which condition for {whom(view)}? ", "asked")),
        offers=full if fits else brief,
        at=next((n for n, each in enumerate(brief) if each.word == line.marked), -1),
        rows=line.rows,
        mode="CONDITION",
        hint=cut(f"{line.marked}: {told}" if told else "then how long: 3 turns, 3r rounds; Enter", cells - 14),
        keys=KEYS,
        said=line.said,
        is_error=line.is_error,
    )


def whom(view: View) -> str:
    """Upon whom a condition is laid, in words."""
    if len(view.marks) > 1:
        return f"{len(view.marks)} marked figures"
    meant = next(iter(view.marks), view.chosen)
    return view.encounter.name(meant) if meant else "nobody"
