"""The choice of a condition by letters, with how long it lasts."""

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.conditions.lifetime import moment_words
from referee.engine.conditions.typed import own_name
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.text.choice_letters import lettered
from referee.text.phrases import capitalised
from referee.ui.controller.question_line import QuestionLine
from referee.ui.controller.view import View
from referee.ui.drawing.footer_view import FooterView
from referee.ui.drawing.offer_lines import Offered, offer_lines_for
from referee.ui.drawing.text_line import cut
from referee.words.conditions import condition_name


class Duration(Struct, frozen=True):
    """A way in which a condition may end."""

    said: str
    words: str
    """As it is typed in an order."""
    needs: str = ""
    """What has to follow: `figure`, or `words` that are typed; empty if nothing has to."""


_DURATIONS: Mapping[str, Duration] = {
    "e": Duration("until the end of a turn", "end", "figure"),
    "s": Duration("until the start of a turn", "start", "figure"),
    "l": Duration("until lifted", "open"),
    "h": Duration("until hurt", "damaged"),
    "v": Duration("until a save: type its number", "save", "words"),
    "w": Duration("while: type who and what", "while", "words"),
}
"""By their letters; the moments that a system announces come after them."""

_LIKELY = 8
"""So many conditions, those declared first, are served with letters before all others."""
OWN_KEY = "/"
"""The key that begins a condition of the referee's own words."""
TIMES = "3 (turns), 3r (rounds), end WHO"
_KEYS_OF_DURATION = (("Enter", "as usual"), ("2", "turns"), ("2r", "rounds"), (OWN_KEY, "words"), ("Esc", "cancel"))
_KEYS_OF_FIGURE = (("a-z", "whose turn"), ("Esc", "back"))
_KEYS = (("a-z ↑↓", "choose"), ("Space", "OK"), (OWN_KEY, "type its name"), ("Esc", "cancel"))


def conditions_by_key(view: View) -> dict[str, str]:
    """The conditions of the game, and those of the referee's own, kept or lying on somebody, by their letters.

    They stand as the game declares them, the likely ones first: those get letters of their own names before others do.
    Where there are more than letters, the last of the game's go without.
    """
    game = [kind.name for kind in view.rules.conditions]
    kept = [own_name(condition.name) for condition in view.own_conditions()]
    # What is counted down for the table is called by any word, too, but is no condition of anybody.
    worn = (there.kind for bearer in view.encounter.bearers() if bearer.tag != TABLE for there in bearer.conditions)
    own = [kind for kind in dict.fromkeys((*kept, *worn)) if kind not in game]
    first = max(0, len(ascii_lowercase) - len(own))
    words = (*game[:first], *own, *game[first:])
    likely = lettered(words[:_LIKELY])
    keys = {word: key for key, word in (likely | lettered(words[_LIKELY:], likely)).items()}
    return {keys[word]: word for word in words if word in keys}


def marked_next(line: QuestionLine, view: View, by: int) -> str:
    """The condition after, or before, the one that is marked."""
    words = list(conditions_by_key(view).values())
    place = words.index(line.marked) + by if line.marked in words else (0 if by > 0 else -1)
    return words[place % len(words)] if words else ""


def durations(view: View) -> dict[str, Duration]:
    """How long a condition may lie, by letters."""
    announced = lettered(view.rules.durations.moments, _DURATIONS)
    moments = {letter: Duration(f"until {moment_words(word)}", word) for letter, word in announced.items()}
    return {**_DURATIONS, **moments}


def duration_view(line: QuestionLine, view: View, cells: int, maximum: int) -> FooterView:
    """The bottom lines while it is asked how long, or whose turn ends it."""
    laid = _laid(line, view)
    if line.until:
        letters = view.figure_keys.items()
        offers = tuple(Offered(letter, view.encounter.name(tag), "", tag) for tag, letter in letters)
        asked = f"{laid}: until the {line.until} of whose turn?"
    else:
        offers = tuple(Offered(letter, each.said, "", each.words) for letter, each in durations(view).items())
        asked = how_long(line, view)
    line.rows = max(line.rows, min(maximum, offer_lines_for(offers, cells, maximum)))
    return FooterView(
        above=((" ? ", "mine"), (f" {asked} ", "asked")),
        offers=offers,
        rows=line.rows,
        mode=line.mode,
        keys=_KEYS_OF_FIGURE if line.until else _KEYS_OF_DURATION,
        said=line.said,
        is_error=line.is_error,
    )


def condition_order(tags: Iterable[Tag], word: str) -> str:
    """The order that lays that condition upon these; what is left out of it is typed behind it."""
    return " ".join(("condition", ",".join(tags), *([word] if word else []), ""))


def condition_view(line: QuestionLine, view: View, cells: int, maximum: int) -> FooterView:
    """The bottom lines while a condition is chosen: with what each does where there is room for all of it."""
    hints = {own_name(kept.name): kept.text for kept in view.own_conditions()}
    hints |= {kind.name: kind.hint for kind in view.rules.conditions}
    keyed = conditions_by_key(view)
    worn = {there.kind for tag in line.whom for there in view.encounter.of(tag).conditions}
    rules = view.rules
    brief = tuple(Offered(key, condition_name(rules, word), "", word, word in worn) for key, word in keyed.items())
    full = tuple(replace(each, text=f"{each.text}: {hints.get(each.word) or 'your own'}") for each in brief)
    fits = sum(offer_lines_for((each,), cells, maximum) for each in full) <= maximum
    line.rows = max(line.rows, min(maximum, offer_lines_for(full if fits else brief, cells, maximum)))
    told = hints.get(line.marked, "")
    return FooterView(
        above=(
            (" ? ", "mine"),
            (
                f" Which condition for {whom(view.encounter, line.whom)}? Its letter, or {OWN_KEY} and its name ",
                "asked",
            ),
        ),
        offers=full if fits else brief,
        at=next((n for n, each in enumerate(brief) if each.word == line.marked), -1),
        rows=line.rows,
        mode="CONDITION",
        hint=cut(f"{condition_name(rules, line.marked)}: {told}" if told else "then how long", cells - 14),
        keys=_KEYS,
        said=line.said,
        is_error=line.is_error,
    )


def whom(encounter: Encounter, tags: Sequence[Tag], halves: Sequence[Tag] = ()) -> str:
    """Whom a condition, damage or healing is for, in words; halves: those of them who take half."""
    who = f"{len(tags)} marked figures" if len(tags) > 1 else ", ".join(map(encounter.name, tags))
    return who + (f", half to {', '.join(map(encounter.name, halves))}" if halves else "")


def by_name(encounter: Encounter, tags: Sequence[Tag]) -> str:
    """The question for a condition that is typed."""
    return f"Which condition for {whom(encounter, tags)}? Type its name, then how long: {TIMES}"


def how_long(line: QuestionLine, view: View) -> str:
    """The question how long the chosen condition lies."""
    return f"{_laid(line, view)}: how long?"


def _laid(line: QuestionLine, view: View) -> str:
    """The chosen condition and whom it is for: `Prone for Ann`."""
    name = condition_name(view.rules, line.marked)
    return f"{capitalised(name)} for {whom(view.encounter, line.whom)}"
