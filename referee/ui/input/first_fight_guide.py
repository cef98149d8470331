"""The guided first fight: hints above the question."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from referee.engine.dice.roll_questions import Roll
from referee.engine.questions.question import AnyQuestion, Pick
from referee.engine.record.recorded_steps import with_interjections
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.parameters import obstacle
from referee.ui.controller.controller import Controller, refuses_next
from referee.ui.controller.roster_order import is_out, numbered_figures
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.input.key_actions import KeyAction, shown

NAME, GAME = "First fight", "black_keep"
"""What its encounter is called, and whose sample it is."""
_TARGET = "grave-lord"
"""The figure of the sample that is harmed by hand: it has two wounds and fights with nobody."""
_ATTACKS = ("attack", "shoot")


class Moment(Struct, frozen=True):
    """What the steps look at: the table and its record, as they are now or were when the step began."""

    encounter: Encounter
    question: AnyQuestion | None
    open_verb: str
    """The verb of the innermost open command; empty if none is open."""
    done: Mapping[str, int]
    """How many commands of each verb are settled."""
    corrections: int
    position: int
    is_undone: bool
    """A settled command has been undone, and could be redone."""
    possible: frozenset[str]
    """Which of `next` and `attack` can be done now."""
    present: frozenset[Tag]
    """Who is in the fight."""
    looked: int
    """How often the help was opened."""

    @property
    def attacks(self) -> bool:
        """Is an attack open?"""
        return self.question is not None and self.open_verb in _ATTACKS


class Step(Struct, frozen=True):
    """One hint: a sentence with keys by the names of what they do, and what it is about."""

    says: str
    done: Callable[[Moment, Moment], bool]
    """Given the table when its part began, and now: what it asks for has happened, in whatever way."""
    possible: Callable[[Moment], bool]
    """It can be done now; else it is passed over, or waits until the question is answered."""


def _settled(was: Moment, now: Moment, *verbs: str) -> bool:
    """Has a command of one of these verbs settled since?"""
    return any(now.done.get(verb, 0) > was.done.get(verb, 0) for verb in verbs)


def _attacked(was: Moment, now: Moment) -> bool:
    return _settled(was, now, *_ATTACKS)


def _asks_save(now: Moment) -> bool:
    """Is the save of somebody who was hit asked for?"""
    return now.attacks and now.question is not None and now.question.key.startswith("save ")


def _is_free(now: Moment, verb: str = "") -> bool:
    """Is nothing asked, but for what that verb asks?"""
    return now.question is None or now.open_verb == verb


def _attack(says: str) -> tuple[Step, ...]:
    """The steps of an attack. An attack that is cancelled shows the first of them again."""
    return (
        Step(says, lambda was, now: now.attacks or _attacked(was, now), lambda now: "attack" in now.possible),
        Step(
            "Press the letter of a target, or Space for the one with {mark}.",
            lambda was, now: _attacked(was, now) or (now.attacks and not isinstance(now.question, Pick)),
            lambda now: now.attacks and isinstance(now.question, Pick),
        ),
        Step(
            "Type what your d6 shows and press Enter, or press Space to roll.",
            lambda was, now: _attacked(was, now) or _asks_save(now),
            lambda now: now.attacks and isinstance(now.question, Roll),
        ),
        Step("Now the save: type what the d6 shows, or press Space to roll.", _attacked, _asks_save),
    )


PARTS: tuple[tuple[Step, ...], ...] = (
    (
        Step(
            "Press {next} to begin round 1, or Esc at any time to end these hints.",
            lambda was, now: now.encounter.round > 0,
            lambda now: "next" in now.possible,
        ),
    ),
    _attack("{who}'s turn. Press {attack} to attack."),
    (
        Step(
            "Was that die wrong? Press {undo} to undo the last command.",
            lambda was, now: now.is_undone,
            lambda now: _is_free(now) and now.position > 0,
        ),
    ),
    _attack("Press {attack} to attack again, this time with the right die."),
    (
        Step(
            "To correct an answer later, press {history}, then a on the attack's line.",
            lambda was, now: now.corrections > was.corrections,
            lambda now: _is_free(now) and any(now.done.get(verb) for verb in _ATTACKS),
        ),
    ),
    (
        Step(
            "Press {number} for Grave Lord, then {damage}, 1 and Enter: damage by hand.",
            lambda was, now: _settled(was, now, "damage"),
            lambda now: _is_free(now, "damage") and _TARGET in now.present,
        ),
    ),
    (
        Step(
            "Press {condition}, then type cursed 2r and Enter: cursed for two rounds.",
            lambda was, now: _settled(was, now, "condition"),
            lambda now: _is_free(now, "condition") and bool(now.present),
        ),
    ),
    (
        Step(
            "Press {next} to end this turn and begin the next.",
            lambda was, now: _settled(was, now, "next") or now.encounter.turn != was.encounter.turn,
            lambda now: "next" in now.possible,
        ),
    ),
    _attack("{who}'s turn. Press {attack}: the app rolls for foes, you for heroes."),
    (
        Step(
            "Press {help} for all you can do, {help} again for topics, Esc to come back.",
            lambda was, now: now.looked > was.looked,
            lambda now: True,
        ),
    ),
    (
        Step(
            "That is all you need: {next} plays on, {shelf} leaves, Esc ends these hints.",
            lambda was, now: now.position != was.position,
            _is_free,
        ),
    ),
)
"""The fight from the first key to the last. The steps of a part are looked at together: the first that is not done."""
_ANSWER_FIRST = "Answer the question first: a letter, a number, or Space."


class Guide:
    """Where somebody is in the guided fight."""

    def __init__(self, table: Controller, commands: Iterable[KeyAction[Controller]]) -> None:
        self._table = table
        self._keys = {command.label: shown(command.keys[0]) for command in commands if command.label}
        self._looked = 0
        self._view = table.view
        self._part = 0
        self._was = self._now = self._moment()
        self.hint = ""
        """What to do now."""

    def looked_up(self) -> None:
        """The help was opened."""
        self._looked += 1

    def follow(self) -> bool:
        """Goes on to the hint for the table as it is now; False when the fight is over for the guide."""
        if self._view is not self._table.view:
            self._view, self._now = self._table.view, self._moment()
        while self._part < len(PARTS):
            left = [step for step in PARTS[self._part] if not step.done(self._was, self._now)]
            step = next((step for step in left if step.possible(self._now)), None)
            if step is not None or (left and self._now.question is not None):
                says = self._filled(step.says) if step is not None else _ANSWER_FIRST
                self.hint = f"Hint {self._part + 1}/{len(PARTS)}: {says}"
                return True
            self._part += 1
            self._was = self._now
        return False

    def _moment(self) -> Moment:
        session = self._table.session
        step_log, position = session.step_log, session.step_log.position
        settled = [each for entry in session.entries() for each in with_interjections(entry)]
        attack = next((verb for verb in self._table.keys.hotkeys.values() if verb.name == "attack"), None)
        barred = {"next": refuses_next(self._table), "attack": obstacle(attack, session.situation) if attack else "-"}
        figures = session.encounter.figures.items()
        present = [tag for tag, each in figures if not is_out(session.rules, each.standing)]
        open_command = session.open_commands[-1] if session.open_commands else None
        return Moment(
            encounter=session.encounter,
            question=self._table.view.question,
            open_verb=open_command.command.verb if open_command is not None else "",
            done=Counter(entry.command.verb for entry in settled),
            corrections=sum(1 for number in step_log.corrections() if number < position),
            position=position,
            is_undone=position < len(step_log) and not step_log.depth(len(step_log)),
            possible=frozenset(what for what, why in barred.items() if not why),
            present=frozenset(present),
            looked=self._looked,
        )

    def _filled(self, says: str) -> str:
        """The sentence with the keys as they are now, who has the turn, and the row of the figure that is harmed."""
        encounter = self._now.encounter
        verbs = {verb.name: key for key, verb in self._table.keys.hotkeys.items()}
        number = next((n for n, each in enumerate(numbered_figures(encounter), 1) if each.tag == _TARGET), 0)
        who = encounter.name(encounter.turn) if encounter.turn else "Somebody"
        return says.format_map({**verbs, **self._keys, "who": who, "number": number, "mark": GLYPHS.chosen})
