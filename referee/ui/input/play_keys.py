"""Keys of the encounter screen that play the fight: turns, damage, dice, undo."""

from referee.engine.dice.chance import DICE
from referee.engine.problem import Refused
from referee.engine.questions.answer import Chosen
from referee.ui.controller.controller import Controller
from referee.ui.controller.cursor import tag_list
from referee.ui.controller.question_line import TIMES, condition_order, conditions_by_key, whom
from referee.ui.controller.view import TAKE_OVER_KEY
from referee.ui.input.key_actions import KeyAction, changing_key

_THROWS = {
    "split": "The players throw their own dice, and the app for their foes.",
    "app": "The app throws all dice.",
    "table": "All dice are thrown at the table.",
}


def needs_chosen(table: Controller) -> str:
    """Why no figure is chosen; empty if one is."""
    try:
        table.cursor.picked()
    except Refused as problem:
        return str(problem)
    return ""


def needs_somebody(table: Controller) -> str:
    """Why neither any figure is marked nor one chosen; empty if there is."""
    return "" if table.cursor.marks or table.cursor.family else needs_chosen(table)


def ask_amount(table: Controller, verb: str) -> None:
    """Asks how much, for the chosen figure. The whole order is on the line for those marked or folded, and where words
    may follow the number: types of damage.
    """
    marks = table.cursor.marks
    if marks or table.cursor.family or (verb == "damage" and table.session.rules.damage_types):
        half = f" half {tag_list(marks.halves)}" if marks.halves else ""
        table.begin("ORDER", f"{verb} {tag_list(table.cursor.meant().tags)} ", half)
    else:
        table.order(verb, who=table.cursor.picked())


TAKE_OVER = KeyAction[Controller](
    keys=(TAKE_OVER_KEY,),
    run=lambda table: table.open("player"),
    label="take over",
    help="Plays the encounter on from here; where another program has it, it is asked what becomes of that.",
    name="take over",
    hinted=True,
)
"""For who reads only: whoever plays is asked about first."""


@changing_key(
    "n",
    hint="next",
    help="This turn ends and the next begins; the line above says beforehand what that will do.",
    menu="Next turn",
    bar=lambda table: table.next.refused,
)
def next_turn(table: Controller) -> None:
    table.order("next")


@changing_key(
    "d",
    hint="damage",
    help="Damage to the marked figures, or the chosen one: d, the number, its type (8 fire), Enter.",
    menu="Damage",
    bar=needs_somebody,
)
def damage(table: Controller) -> None:
    ask_amount(table, "damage")


def needs_whole(table: Controller) -> str:
    """Why nobody can be healed: somebody is marked for half of it, or there is nobody; empty if somebody can."""
    if table.cursor.marks.halves:
        return "Half is for damage only: Space on those takes their marks off."
    return needs_somebody(table)


@changing_key(
    "+",
    label="heal",
    help="Healing for the marked figures, or the chosen one: +, the number, Enter.",
    menu="Heal",
    bar=needs_whole,
)
def heal(table: Controller) -> None:
    ask_amount(table, "heal")


@changing_key(
    "c",
    label="condition",
    help="A condition upon the marked figures or the chosen one: c, its letter, how long (3 turns, 3r), Enter.",
    menu="Condition",
    bar=needs_somebody,
)
def condition(table: Controller) -> None:
    begun = condition_order(table.cursor.meant().tags, "")
    if conditions_by_key(table.view):
        table.begin("CONDITION", begun)
    else:
        # The game has none to choose from: its word is typed at once.
        table.begin("ORDER", begun)
        table.line.hint = f"Which condition for {whom(table.view)}? A word, then how long: {TIMES}"


def nothing_to_undo(table: Controller) -> str:
    """Why nothing can be taken back; empty if something can."""
    return "" if table.session.step_log.position else "There is nothing to take back."


@changing_key(
    "u",
    "ctrl+z",
    hint="undo",
    help="Takes back the last act whole; while something is asked, the last answer. Without end, over restarts too.",
    menu="Undo",
    bar=nothing_to_undo,
)
def undo(table: Controller) -> None:
    table.take_back()


@changing_key("U", "ctrl+y", label="redo", help="Brings back what was taken back, with the same dice.")
def redo(table: Controller) -> None:
    table.bring_back()


@changing_key("backspace", label="one answer back", help="Goes back inside the last act, to its last answer.")
def one_answer_back(table: Controller) -> None:
    table.take_back(inside=True)


@changing_key(
    ":",
    hint="order",
    help="Any order in words: damage g1-3 2, condition ulf stunned 3r, set ulf wounds 2. Tab completes.",
)
def any_order(table: Controller) -> None:
    table.begin("ORDER")


@changing_key("A", label="add", help="Somebody comes to the table: the kind, a name, x3 for three of them.")
def add(table: Controller) -> None:
    table.begin("ORDER", "add ")


@changing_key(
    "R", label="roll", help="Any dice, such as 3d6+2: Enter asks for them, then type what fell, or Space rolls."
)
def roll(table: Controller) -> None:
    table.begin("ORDER", "roll ", " typed")


@changing_key("N", label="note", help="A line of your own in the log.")
def note(table: Controller) -> None:
    table.begin("ORDER", "note ")


@changing_key(
    "W",
    label="countdown",
    help="What comes at a round of its own: 3 the gate falls, r4 reinforcements; off and its name calls it off.",
)
def countdown(table: Controller) -> None:
    table.begin("ORDER", "countdown ")


@changing_key(
    "D",
    label="dice",
    help="Who throws: the players their own and the app for their foes, the app for all, or the table for all.",
)
def dice(table: Controller) -> None:
    now = DICE.choices.index(DICE.of(table.session.encounter))
    then = DICE.choices[(now + 1) % len(DICE.choices)]
    if table.order("dice", mode=Chosen(option=then)):
        table.say(f"{_THROWS[then]} D goes on to the next way.")
