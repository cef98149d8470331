"""Footer content: what the bottom lines of the encounter screen say."""

from collections.abc import Iterator, Sequence

from rich.cells import cached_cell_len as cell_len

from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.dice.typed_faces import keys_of
from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion, Choose, Offer, Pick
from referee.engine.questions.typed_questions import Confirm, Text
from referee.text.harmless import LONGEST_NOTE, clean
from referee.text.phrases import capitalised
from referee.ui.controller import reply
from referee.ui.controller.condition_choice import condition_view, duration_view
from referee.ui.controller.question_line import QuestionLine
from referee.ui.controller.view import View
from referee.ui.drawing.dice_lines import Dice, dice_lines_for, dice_of
from referee.ui.drawing.footer_view import FooterView, fitting_tally
from referee.ui.drawing.gauges import vital
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.offer_lines import Offered, odds_in_short, offer_lines_for, with_odds
from referee.ui.drawing.roster_cells import fitted, with_tag
from referee.ui.drawing.text_line import StyledText, cut, wrapped
from referee.words.conditions import marks
from referee.words.prompts import asked_of

_EXAMPLES = "For example: damage g1-3 2 · add goblin x4 · condition ulf stunned 3r"

_IDLE_ROWS = 4
"""Lines that are free while nothing is asked, where a question has room for more: few questions move the panes then."""
_CONDITIONS = 28
"""Cells for the conditions of one who may be chosen."""
_LEAST_UNDONE, _LONGEST_UNDONE = 8, 32
"""Cells for the order that undo would take back."""

_KEYS: dict[str, tuple[tuple[str, str], ...]] = {
    "COMMAND": (("Enter", "OK"), ("Tab", "complete"), ("↑", "earlier"), ("F1", "help"), ("Esc", "cancel")),
    "WORDS": (("Enter", "OK"), ("F1", "help"), ("Esc", "cancel")),
    "FIND": (("Enter", "OK"), ("Esc", "cancel")),
    "SEARCH": (("↑", "older"), ("↓", "newer"), ("Enter", "OK"), ("Esc", "cancel")),
    "ORDERS": (("Space", "do all"), ("Esc", "cancel")),
}


def most_offers(high: int) -> int:
    """Lines at most for the offers, in a window of so many lines."""
    return max(1, min(4 if high < 30 else 8, (high - 10) // 2))


def footer_view(
    line: QuestionLine, view: View, keys: Sequence[tuple[str, str]], cells: int, maximum: int = 1
) -> FooterView:
    """What the bottom lines say, with at most so many of them for the offers."""
    if line.mode == "CONDITION":
        return condition_view(line, view, cells, maximum)
    if line.mode == "DURATION":
        return duration_view(line, view, cells, maximum)
    ways = [] if view.question is None else _ways_to_ask(line, view, view.question)
    fits = isinstance(view.question, Roll) and _dice_fit(view.question, ways, cells)
    hint, note, offers, types = _hint(line, view), _note(line, view, fits), _offers(line, view), _typing(line, view)
    at, odds = _at(line, view), ""
    rows = _room(line, view, offers, note, cells, maximum, at)
    if view.odds:
        offers, odds = with_odds(offers, view.odds, line.picked[-1:], (cells, rows), at)
    if isinstance(view.question, Text):
        begun = "" if line.answer.stale else line.answer.text.lower()
        offers = tuple(offer for offer in offers if offer.word.startswith(begun))
    dice = _dice(line, view)
    above = _above(line, view, cells, odds, ways, fits, laid=bool(dice.rows), parts=bool(offers))
    if odds and not (offers or dice.rows or any(odds in text for text, _ in above)):
        note = f"{note} {GLYPHS.dot} {odds}" if note else odds
    return FooterView(
        above=above,
        offers=offers,
        dice=dice,
        at=at,
        # While a message stands, it has more room than offers have.
        rows=max(rows, min(2 * maximum, len(wrapped(line.said, max(1, cells - 2))) - 1)) if line.said else rows,
        note=note,
        mode=line.mode,
        typed=line.field.shown(max(1, cells // 2)) if types else None,
        stale=line.field.stale,
        hint=hint.text,
        is_valid=hint.is_valid,
        keys=tuple(key for key in _keys(line, view, keys, cells) if f"{key[0]}: " not in hint.text),
        said=line.said,
        is_error=line.is_error,
    )


def _above(
    line: QuestionLine, view: View, cells: int, odds: str, ways: list[str], fits: bool, laid: bool, parts: bool
) -> tuple[StyledText, ...]:
    """The question, what is needed, and the odds and clauses that there is room for.

    ways: to ask it; fits: what dice are to be rolled has room; laid: they have lines of their own; parts: the first of
    several odds stand there where not all can.
    """
    question = view.question
    if line.asked:
        return ((" ? ", "mine"), (f" {cut(line.asked, cells - 5)} ", "asked"))
    if question is None:
        return ((f" {cut(_chosen(view), cells - 1)}", "text"),)
    tally = fitting_tally(question.tally, cells - cell_len(ways[-2 if fits else -1]) - 6, 0 if fits else cells // 2)
    room = cells - cell_len(tally) - 6
    likely = f"{' ' if tally else ''}{GLYPHS.dot} {odds}" if odds else ""
    # What is needed goes before the odds, but dice that stand below go for them.
    most = room - cell_len(likely) if laid else room
    text = cut(next((way for way in ways if cell_len(way) <= most), ways[-1]), room)
    while parts and ", " in likely and cell_len(likely) > room - cell_len(text):
        likely = likely.rpartition(", ")[0]
    tally += likely if cell_len(likely) <= room - cell_len(text) else ""
    room = cells - cell_len(tally) - cell_len(text) - 8
    cited = (f"[{' '.join(question.cites[:n])}]" for n in (2, 1) if question.cites[:n])
    cites = next((clauses for clauses in cited if cell_len(clauses) <= room), "")
    # At the right end, as in the log: the next question leaves them where they are.
    gap = " " * max(2, cells - cell_len(f" ?  {text} {tally}{cites} "))
    return ((" ? ", "mine"), (f" {text} ", "asked"), (f"{tally}{gap}", "text"), (cites, "clause"))


def _dice(line: QuestionLine, view: View) -> Dice:
    """The dice of the question, as far as they are typed."""
    thrown = isinstance(view.question, Roll) and line.mode in ("ANSWER", "KEYS")
    return dice_of(view.question, line.answer.text) if thrown else Dice()


def _ways_to_ask(line: QuestionLine, view: View, question: AnyQuestion) -> list[str]:
    """The question in words, each way shorter than the one before: who it is asked of goes first."""
    many = f"{view.asked + 1} of {len(view.questions)}: " if view.questions[1:] else ""
    hidden = f"{GLYPHS.hidden} hidden: " if question.hidden else ""
    by = line.whose_number(view) if isinstance(question, Numbers) else asked_of(question, view.encounter)
    return [f"{many}{hidden}{way}" for way in (f"{question.asked}{by}", *question.ways_to_ask)]


def _dice_fit(question: Roll, ways: list[str], cells: int) -> bool:
    """Is there room for the dice, and for what is needed of them where only what is added up says that?"""
    need = " ".join(f"{GLYPHS.dot} {name} {value} {GLYPHS.more}" for name, value in question.tally[:1])
    return cell_len(ways[-2]) + cell_len("" if question.goal else need) <= cells - 6


def _chosen(view: View) -> str:
    """Whom the next command means: those marked, or whose turn it is and who is chosen besides; or what the action
    under the cursor does.
    """
    if view.marks:
        ways = f"Space or number: more {GLYPHS.dot} % half {GLYPHS.dot} d damage, + heal, c condition {GLYPHS.dot} Esc"
        return f"marked: {_marked(view)} {GLYPHS.dot} {ways}"
    under = next((verb for verb in view.hotkeys.values() if verb.name == view.action), None)
    likely = f" {GLYPHS.dot} ".join(odds_in_short(view.odds).values()) if view.odds else ""
    if under is not None and (said := likely or under.hint):
        return f"{under.label}: {said}"
    named = {"turn": view.encounter.turn, "chosen": view.chosen if view.chosen != view.encounter.turn else None}
    return f" {GLYPHS.dot} ".join(f"{what}: {_brief(view, tag)}" for what, tag in named.items() if tag)


def _typing(line: QuestionLine, view: View) -> bool:
    """Is there a line to type on? Not while keys are commands or choose at once."""
    if line.mode == "ANSWER" and view.question is not None:
        return reply.typed_characters(view.question, view.encounter) != frozenset()
    return line.mode in ("COMMAND", "WORDS", "FIND", "SEARCH")


def _offers(line: QuestionLine, view: View) -> tuple[Offered, ...]:
    if line.mode not in ("ANSWER", "KEYS", "WORDS"):
        return ()
    barred = [each.offer for each in view.offers if each.offer.barred]
    folds = len(barred) < len(view.offers) and len(barred) > 0 and not line.unfolded
    shown = [each for each in view.offers if not (folds and each.offer.barred)]
    offered: list[Offered] = []
    for key, offer in shown:
        columns = _read(view, offer)
        text = ", ".join(filter(None, (" ".join(columns[:2]), *columns[2:])))
        picked = offer.word in line.picked or offer.word in line.told
        if isinstance(view.question, Numbers) and (told := line.told.get(offer.word)):
            text, columns = (said := view.question.told_words(told)), (said,)
        offered.append(Offered(key, text, offer.barred, offer.word, picked, columns=columns))
    if folds:
        more = f"{GLYPHS.more} {len(barred)} more, not possible now"
        offered.append(Offered(reply.BARRED_KEY, more, "", reply.BARRED_KEY, is_note=True))
    return tuple(offered)


def _at(line: QuestionLine, view: View) -> int:
    """Which of the offers Space takes or ticks, or whose number is asked; -1: none."""
    if isinstance(view.question, Numbers):
        word = line.pointed(view)
    elif isinstance(view.question, Choose | Pick | Confirm):
        word = reply.proposed_offer(view.question, view.encounter, line.marked, view.chosen)
    else:
        return -1
    words = [keyed.offer.word for keyed in view.offers]
    return words.index(word) if word in words else -1


def _room(
    line: QuestionLine, view: View, offers: Sequence[Offered], note: str, cells: int, maximum: int, at: int
) -> int:
    """Lines for the offers, or for the note: never fewer than there were while the same command was asking.

    While an order is typed, all of what may follow in it.
    """
    if line.mode == "COMMAND" and line.hint:
        return min(maximum, max(line.rows, len(wrapped(note, max(1, cells - 2)))))
    if view.question is None:
        told = min(2, len(wrapped(view.suggestion, max(1, cells - 2))))
        line.rows = _IDLE_ROWS if maximum > _IDLE_ROWS + 1 else max(1, told)
    elif offers:
        line.rows = max(line.rows, offer_lines_for(offers, cells, maximum, at))
    elif isinstance(view.question, Roll) and (thrown := dice_of(view.question, "")).rows:
        line.rows = max(line.rows, dice_lines_for(thrown, cells, maximum))
    else:
        line.rows = max(line.rows, min(maximum, len(wrapped(note, max(1, cells - 2)))))
    line.rows = min(line.rows, maximum)
    return line.rows


def _note(line: QuestionLine, view: View, fits: bool) -> str:
    """What stands below the question; fits: the question says what dice are to be rolled."""
    match line.mode:
        case "COMMAND":
            return line.hint or ("" if line.asked else _EXAMPLES)
        case "FIND":
            return line.hint or "Type a figure's number, tag, or the first letters of its name"
        case "SEARCH":
            return line.hint or "Type words from the log; ↑↓ find the next line with them"
        case "KEYS" if view.question is None:
            return view.suggestion or line.next_turn
        case "ORDERS":
            lines = [clean(order, LONGEST_NOTE) for order in line.pasted.splitlines() if order.strip()]
            return f"{len(lines)} commands: {'; '.join(lines)}"
        case _:
            question = view.question
            if isinstance(question, Roll) and not keys_of(question.pools):
                # What numbered dice are to be rolled, the question itself says where it has room for that.
                expected = "" if fits else question.asked.removeprefix(question.prompt).lstrip(": ")
            else:
                expected = "" if question is None else question.expected(view.encounter)
            return capitalised(expected)


def _hint(line: QuestionLine, view: View) -> reply.Hint:
    question = view.question
    match line.mode:
        case "ANSWER" | "WORDS" if isinstance(question, Numbers):
            return line.numbers_hint(view, question) if line.mode == "ANSWER" or line.order.text else reply.Hint("")
        case "ANSWER" if question is not None:
            return reply.hint(
                question,
                view.encounter,
                line.answer.text,
                line.marked,
                line.picked,
                view.chosen,
                view.questions[view.asked :],
            )
        case "WORDS" if question is not None:
            return reply.hint(question, view.encounter, line.order.text) if line.order.text else reply.Hint("")
        case "ORDERS":
            return reply.Hint("Space: do them one after the other, stop if one fails")
        case _:
            return reply.Hint("")


def _keys(line: QuestionLine, view: View, keys: Sequence[tuple[str, str]], cells: int) -> tuple[tuple[str, str], ...]:
    if line.mode in _KEYS:
        return _KEYS[line.mode]
    if line.mode == "KEYS" and view.question is not None:
        return (("F2", "answer"), *keys)
    if view.question is None:
        room = cells - sum(cell_len(f"  {key} {label}") for key, label in keys)
        return tuple((key, _what_undo_does(view, room) if label == "undo" else label) for key, label in keys)
    # What is always there stands last: at the right end it stays where it is. What Enter does, the hint says.
    kept = ((":", "command"), ("F2", "commands"), ("F1", "help"), ("Esc", "back  "))
    return (*_answer_keys(line, view, view.question), *kept)


def _answer_keys(line: QuestionLine, view: View, question: AnyQuestion) -> Iterator[tuple[str, str]]:
    """The keys that answer the question."""
    if _proposes(line, view):
        yield "Space", _what_space_does(question)
    if len(view.questions) > 1:
        yield "Tab", "next question"
    if reply.is_choice(question):
        yield "↑↓", "choose"
    if reply.takes_words(question):
        yield "/", "type"
    if key := reply.map_key(question, view.encounter):
        yield key, "map"


def _what_space_does(question: AnyQuestion) -> str:
    if isinstance(question, Roll | Numbers):
        return "app rolls"
    if isinstance(question, Draw):
        return "app draws"
    return "tick" if isinstance(question, Pick) and reply.takes_several(question) else "take"


def _what_undo_does(view: View, room: int) -> str:
    """`undo next`: what it would take back, where so many more cells are enough to tell it from others."""
    most = min(room - 1, _LONGEST_UNDONE, cell_len(view.undoes))
    more = cut(view.undoes, most) if room > _LEAST_UNDONE else ""
    return f"undo {more}".rstrip()


def _proposes(line: QuestionLine, view: View) -> bool:
    try:
        line.proposal(view)
    except Problem:
        return False
    return True


def _marked(view: View) -> str:
    """Those marked, in few words."""
    names = [f"{view.encounter.name(tag)}{f' {GLYPHS.half}' if half else ''}" for tag, half in view.marks.items()]
    return ", ".join(names) if len(names) <= 3 else f"{len(names)} figures"


def _brief(view: View, tag: str) -> str:
    """A figure in a few words, for when its row is out of view."""
    figure = view.encounter.figures.get(tag)
    if figure is None:
        return cut(view.encounter.name(tag), 24)
    return f"{cut(with_tag(figure), 30)} {vital(view.rules, figure, 0)[0]}"


def _read(view: View, offer: Offer) -> tuple[str, ...]:
    """An offer as it reads, by columns: a figure with what is left to it, what the game tells of it, and its condition
    that ends first; an option by its word and what it means.
    """
    figure = view.encounter.figures.get(offer.word)
    if figure is not None and isinstance(view.question, Pick):
        name, *told = offer.label.split(", ")
        lying = fitted(marks(view.rules, figure), _CONDITIONS) if figure.conditions else ""
        return (name, vital(view.rules, figure, 0)[0], *told, lying)
    return (offer.label if offer.label and isinstance(view.question, Pick | Draw) else offer.told,)
