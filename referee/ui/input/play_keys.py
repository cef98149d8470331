"""Keys of the encounter screen that play the fight: turns, damage, dice, undo."""

from functools import partial

from referee.engine.dice.chance import DICE
from referee.engine.questions.answer import Chosen, Picked, Said
from referee.engine.state.bearer import Tag
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.order import NEXT
from referee.engine.verbs.verb import Command
from referee.ui.controller.condition_choice import by_name, condition_order, conditions_by_key, whom
from referee.ui.controller.controller import Controller, needs_chosen, needs_somebody, refuses_next
from referee.ui.controller.marks import tag_list
from referee.ui.controller.played_elsewhere import TAKE_OVER_KEY
from referee.ui.controller.turn_order import why_not_waiting
from referee.ui.input.key_actions import KeyAction, changing_key

_THROWS = {
    "split": "Players roll their own dice, the app rolls for their foes.",
    "app": "The app rolls all dice.",
    "table": "All dice are rolled at the table.",
}


def in_order(table: Controller) -> Tag | None:
    """The figure or group whose place in the order is under the cursor; else the chosen figure."""
    row = table.cursor.row
    return row.tag if row is not None and row.slot is not None else table.cursor.chosen


def waits_not(table: Controller, held: bool) -> str:
    """Why whoever is chosen cannot wait, or return; empty if it can."""
    if (tag := in_order(table)) is None:
        return needs_chosen(table)
    return why_not_waiting(table.session.encounter, tag, held)


def needs_whole(table: Controller) -> str:
    """Why nobody can be healed: somebody is marked for half of it, or there is nobody; empty if somebody can."""
    if table.cursor.marks.halves:
        return "Only damage can be halved. Press % on the figures marked for half to unmark them."
    return needs_somebody(table)


def ask_amount(table: Controller, verb: str) -> None:
    """Asks how much, for the chosen figure or those that are marked or folded: the order is on the line up to there."""
    marks, tags = table.cursor.marks, table.cursor.meant().tags
    params, what = verb_of(table.session.rules, verb).params, "Damage to" if verb == "damage" else "Heal"
    kinds = next(filter(None, (param.glued(table.session.situation) for param in params)), ())
    typed = f"? A type may follow: 8 {kinds[0]}" if kinds else "?"
    asked = f"{what} {whom(table.view.encounter, tags, marks.halves)}: how much{typed}"
    half = f" half {tag_list(marks.halves)}" if marks.halves else ""
    table.line.says_usage = True
    table.begin("COMMAND", f"{verb} {tag_list(tags)} ", half, asked=asked)


TAKE_OVER = KeyAction[Controller](
    keys=(TAKE_OVER_KEY,),
    run=lambda table: table.open("player"),
    label="take over",
    help="Play the encounter from here; if another Referee has it open, you choose what happens to the other.",
    name="take over",
    hinted=True,
)
"""For who reads only: whoever plays is asked about first."""


@changing_key(
    "n",
    hint="next",
    help="End this turn and begin the next; the line above says what that will do.",
    menu="Next turn",
    bar=refuses_next,
)
def next_turn(table: Controller) -> None:
    table.order("next")


def wait(table: Controller, who: Tag) -> None:
    """A figure waits; if it was its turn, the next one begins in the same act. Enter does what loses the turn."""
    from referee.dialogue.run_lines import lost_by_waiting

    command = Command(verb="hold", given={"who": Picked(tags=(who,)), "then": Said(text=NEXT)})
    if proposal := lost_by_waiting(table.session, command):
        table.propose(*proposal)
    else:
        table.act(lambda: table.session.command(command))


@changing_key(
    "(",
    label="hold",
    help="The chosen figure waits and the next one begins; ) brings the waiting one back.",
    menu="Hold",
    bar=partial(waits_not, held=False),
)
def hold(table: Controller) -> None:
    wait(table, in_order(table) or "")


@changing_key(
    ")",
    label="return",
    help="The waiting figure acts now, or next if it is somebody's turn.",
    menu="Return",
    bar=partial(waits_not, held=True),
)
def return_to_order(table: Controller) -> None:
    table.order("return", who=Picked(tags=(in_order(table) or "",)))


@changing_key(
    "d",
    hint="damage",
    help="Damage the marked figures, or the chosen one: type the number and its type (8 fire), then Enter.",
    menu="Damage",
    bar=needs_somebody,
)
def damage(table: Controller) -> None:
    ask_amount(table, "damage")


@changing_key(
    "+",
    label="heal",
    help="Heal the marked figures, or the chosen one: type the number, then Enter.",
    menu="Heal",
    bar=needs_whole,
)
def heal(table: Controller) -> None:
    ask_amount(table, "heal")


@changing_key(
    "c",
    label="condition",
    help="Give the marked figures, or the chosen one, a condition: its letter (or / and its name), then how long: e "
    "and the letter of the figure whose turn ends it, 3 Enter for turns, 3r Enter for rounds, / for words.",
    menu="Condition",
    bar=needs_somebody,
)
def condition(table: Controller) -> None:
    ask_condition(table, table.cursor.meant().tags)


def ask_condition(table: Controller, tags: tuple[Tag, ...], kind: str = "") -> None:
    """Asks which condition these get, or, where that is known, how long it lies."""
    begun = condition_order(tags, kind)
    table.line.whom = tags
    if kind:
        table.begin("DURATION", begun)
        table.line.marked = kind
    elif conditions_by_key(table.view):
        table.begin("CONDITION", begun)
    else:
        # The game has none to choose from: its word is typed at once.
        table.begin("COMMAND", begun, asked=by_name(table.view.encounter, tags))


def nothing_to_undo(table: Controller) -> str:
    """Why nothing can be taken back; empty if something can."""
    return "" if table.session.step_log.position else "There is nothing to undo."


@changing_key(
    "u",
    "ctrl+z",
    hint="undo",
    help="Undo the last command; while a question is open, the last answer. No limit, even after a restart.",
    menu="Undo",
    bar=nothing_to_undo,
)
def undo(table: Controller) -> None:
    table.take_back()


@changing_key("U", "ctrl+y", label="redo", help="Redo what was undone, with the same dice.")
def redo(table: Controller) -> None:
    table.bring_back()


@changing_key("backspace", label="one answer back", help="Undo only the last answer of the last command.")
def one_answer_back(table: Controller) -> None:
    table.take_back(inside=True)


@changing_key(
    ":",
    hint="command",
    help="Type a command: damage g1-3 2, condition ulf stunned 3r, set ulf wounds 2. Tab completes it.",
)
def any_order(table: Controller) -> None:
    table.begin("COMMAND")


@changing_key("A", label="add", help="Add figures: type the kind, a name if you like, x3 for three. Esc stops.")
def add(table: Controller) -> None:
    table.begin("COMMAND", "add ", again=True)


@changing_key("R", label="roll", help="Roll any dice, such as 3d6+2: Enter, then type the dice, or Space rolls.")
def roll(table: Controller) -> None:
    table.begin("COMMAND", "roll ", " typed")


@changing_key("N", label="note", help="Write a line of your own in the log.")
def note(table: Controller) -> None:
    table.begin("COMMAND", "note ")


@changing_key(
    "W",
    label="countdown",
    help="Start a countdown: 3 the gate falls, r4 reinforcements; to stop one, type off and its name.",
)
def countdown(table: Controller) -> None:
    table.begin("COMMAND", "countdown ")


@changing_key(
    "D",
    label="dice",
    help="Change who rolls: players roll their own and the app for foes, the app rolls all, or the table rolls all.",
)
def dice(table: Controller) -> None:
    now = DICE.choices.index(DICE.of(table.session.encounter))
    then = DICE.choices[(now + 1) % len(DICE.choices)]
    if table.order("dice", mode=Chosen(option=then)):
        table.say(f"{_THROWS[then]} Press D again to change it.")
