"""Keys of the encounter screen that play the fight: turns, damage, dice, undo."""

from referee.engine.answer import Chosen
from referee.engine.chance import DICE
from referee.engine.problem import Refused
from referee.ui.controller.condition_choice import TIMES, condition_order, conditions_by_key, whom
from referee.ui.controller.controller import Controller
from referee.ui.controller.marks import tag_list
from referee.ui.controller.view import TAKE_OVER_KEY
from referee.ui.input.key_actions import KeyAction

_THROWS = {
    "split": "The players throw their own dice, and the app for their foes.",
    "app": "The app throws all dice.",
    "table": "All dice are thrown at the table.",
}


class TableKey(KeyAction[Controller]):
    """A key of the encounter screen."""


class ChangingKey(TableKey):
    """A key of the encounter screen that changes the encounter."""

    changes = True


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
    """Asks how much, for the chosen figure; for those marked, or folded, the whole order is on the line."""
    marks = table.cursor.marks
    if marks or table.cursor.family:
        half = f" half {tag_list(marks.halves)}" if marks.halves else ""
        table.begin("ORDER", f"{verb} {tag_list(table.cursor.meant().tags)} ", half)
    else:
        table.order(verb, who=table.cursor.picked())


class TakeOver(TableKey):
    """For who reads only: whoever plays is asked about first."""

    name = "take over"
    keys = (TAKE_OVER_KEY,)
    label = "take over"
    help = "Plays the encounter on from here; where another program has it, it is asked what becomes of that."
    hinted = True

    def run(self, table: Controller) -> None:
        table.open("player")


class Next(ChangingKey):
    keys = ("n",)
    label = "next"
    menu = "Next turn"
    help = "This turn ends and the next begins; the line above says beforehand what that will do."
    hinted = True

    def barred(self, table: Controller) -> str:
        return table.next.refused

    def run(self, table: Controller) -> None:
        table.order("next")


class Undo(ChangingKey):
    keys = ("u", "ctrl+z")
    label = "undo"
    menu = "Undo"
    help = "Takes back the last act whole; while something is asked, the last answer. Without end, over restarts too."
    hinted = True

    def barred(self, table: Controller) -> str:
        return "" if table.session.step_log.position else "There is nothing to take back."

    def run(self, table: Controller) -> None:
        table.take_back()


class Redo(ChangingKey):
    keys = ("U", "ctrl+y")
    label = "redo"
    help = "Brings back what was taken back, with the same dice."

    def run(self, table: Controller) -> None:
        table.bring_back()


class Inside(ChangingKey):
    keys = ("backspace",)
    label = "one answer back"
    help = "Goes back inside the last act, to its last answer."

    def run(self, table: Controller) -> None:
        table.take_back(inside=True)


class AnyOrder(ChangingKey):
    keys = (":",)
    label = "order"
    help = "Any order in words: damage g1-3 2, condition ulf stunned 3r, set ulf wounds 2. Tab completes."
    hinted = True

    def run(self, table: Controller) -> None:
        table.begin("ORDER")


class Damage(ChangingKey):
    keys = ("d",)
    label = "damage"
    menu = "Damage"
    help = "Damage to the marked figures, or the chosen one: d, the number, Enter."
    hinted = True

    def barred(self, table: Controller) -> str:
        return needs_somebody(table)

    def run(self, table: Controller) -> None:
        ask_amount(table, "damage")


class Heal(ChangingKey):
    keys = ("+",)
    label = "heal"
    menu = "Heal"
    help = "Healing for the marked figures, or the chosen one: +, the number, Enter."

    def barred(self, table: Controller) -> str:
        if table.cursor.marks.halves:
            return "Half is for damage only: Space on those takes their marks off."
        return needs_somebody(table)

    def run(self, table: Controller) -> None:
        ask_amount(table, "heal")


class Afflict(ChangingKey):
    keys = ("c",)
    label = "condition"
    menu = "Condition"
    help = "A condition upon the marked figures or the chosen one: c, its letter, how long (3 turns, 3r), Enter."

    def barred(self, table: Controller) -> str:
        return needs_somebody(table)

    def run(self, table: Controller) -> None:
        begun = condition_order(table.cursor.meant().tags, "")
        if conditions_by_key(table.view):
            table.begin("CONDITION", begun)
        else:
            # The game has none to choose from: its word is typed at once.
            table.begin("ORDER", begun)
            table.line.hint = f"Which condition for {whom(table.view)}? A word, then how long: {TIMES}"


class Add(ChangingKey):
    keys = ("A",)
    label = "add"
    help = "Somebody comes to the table: the kind, a name, x3 for three of them."

    def run(self, table: Controller) -> None:
        table.begin("ORDER", "add ")


class Roll(ChangingKey):
    keys = ("R",)
    label = "roll"
    help = "Any dice, such as 3d6+2: Enter asks for them, then type what fell, or Space rolls."

    def run(self, table: Controller) -> None:
        table.begin("ORDER", "roll ", " typed")


class Note(ChangingKey):
    keys = ("N",)
    label = "note"
    help = "A line of your own in the log."

    def run(self, table: Controller) -> None:
        table.begin("ORDER", "note ")


class Countdown(ChangingKey):
    keys = ("W",)
    label = "countdown"
    help = "What comes at a round of its own: 3 the gate falls, r4 reinforcements; off and its name calls it off."

    def run(self, table: Controller) -> None:
        table.begin("ORDER", "countdown ")


class Dice(ChangingKey):
    keys = ("D",)
    label = "dice"
    help = "Who throws: the players their own and the app for their foes, the app for all, or the table for all."

    def run(self, table: Controller) -> None:
        now = DICE.choices.index(DICE.of(table.session.encounter))
        then = DICE.choices[(now + 1) % len(DICE.choices)]
        if table.order("dice", mode=Chosen(option=then)):
            table.say(f"{_THROWS[then]} D goes on to the next way.")


PLAY_KEYS: tuple[TableKey, ...] = (
    Next(),
    Damage(),
    Heal(),
    Afflict(),
    Undo(),
    Redo(),
    Inside(),
    AnyOrder(),
    Add(),
    Roll(),
    Note(),
    Countdown(),
    Dice(),
)
