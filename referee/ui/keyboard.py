"""Keyboard: what a key means at the table, now a command, now a letter of what is typed."""

from time import monotonic
from typing import TYPE_CHECKING

from textual import events

from referee.engine.problem import NotUnderstood
from referee.engine.tags import find
from referee.ui import reply
from referee.ui.commands import by_key, by_name, hotkeys
from referee.ui.every_command import COMMANDS
from referee.ui.ink import cut
from referee.ui.panes.actions import Actions

if TYPE_CHECKING:
    from referee.ui.screens.encounter import EncounterScreen


SAME_STROKE = 0.3
"""Seconds in which an Enter belongs to the number before it, out of habit, and must not answer the next question."""


class Keyboard:
    """The keys of the encounter screen, and the line that is typed with them."""

    def __init__(self, screen: "EncounterScreen") -> None:
        self.screen = screen
        self.line = screen.line
        self.commands = by_key(COMMANDS)
        self._answered_at = 0.0
        """When a number answered by itself."""
        self.hotkeys = hotkeys(screen.session.rules, [*self.commands, *"0123456789"])

    def take(self, event: events.Key) -> None:
        """KEYS: each key is a command. ANSWER, ORDER: it is typed, unless it is no letter and means a command."""
        self.line.said = ""
        word = event.character if event.is_printable and event.character else event.key
        if word == "enter" and monotonic() - self._answered_at < SAME_STROKE:
            self._answered_at = 0.0
            self.line.said = "That Enter came with the number, which had answered already."
        elif self.line.mode == "KEYS" or not self._typed(event, word):
            self.press(word)

    def press(self, word: str) -> None:
        """A key that is a command."""
        screen = self.screen
        if word == "enter" and screen.cursor.pane == "actions" and (action := screen.query_one(Actions).chosen):
            self.do(action)
        elif command := self.commands.get(word):
            if reason := command.barred(screen):
                screen.say(reason, grave=True)
            else:
                command.run(screen)
        elif word in self.hotkeys:
            screen.order(self.hotkeys[word].name)
        elif word in tuple("123456789"):
            screen.cursor.choose_number(int(word))
        elif len(word) == 1:
            screen.say(f"{word} is no command here; ? shows what there is.", grave=True)

    def do(self, action: str) -> None:
        """An action of the pane, chosen there; the figures have the arrow keys again."""
        if action.startswith(":"):
            self.screen.cursor.go_to("roster")
            self.press(action[1:])
        elif self.screen.order(action):
            self.screen.cursor.go_to("roster")

    def _typed(self, event: events.Key, word: str) -> bool:
        """A key while something is typed; False if it is not for the line."""
        line = self.line
        if line.field.stale and event.is_printable:
            line.field.set("")
        match word:
            case "enter":
                self.enter()
            case "escape":
                self.back_out()
            case "tab":
                self._tab()
            case "up" | "down":
                self._step(1 if word == "down" else -1)
            case ":" if line.mode == "ANSWER" and not line.answer.text:
                self.screen.begin("ORDER")
            case _ if line.mode == "ANSWER" and not line.answer.text and self._at_once(word):
                line.answer.set(word)
                self.reply()
                self._answered_at = monotonic()
            case _:
                taken = line.field.key(event.key, event.character if event.is_printable else None)
                if taken and line.mode == "ORDER":
                    self._advise()
                return taken
        return True

    def _at_once(self, word: str) -> bool:
        """Is the key by itself the answer to what is asked?"""
        view = self.screen.view
        return view.question is not None and reply.at_once(view.question, view.encounter, word)

    def paste(self, text: str) -> None:
        """Pasted text goes where something is typed, and nowhere else."""
        if self.line.mode == "KEYS":
            self.screen.say("Nothing is being typed; press : for an order first.", grave=True)
        else:
            self.line.field.insert(text[:2000])

    # ---------------------------------------------------------------- Enter, Esc, Tab, up and down

    def enter(self) -> None:
        """What was typed counts."""
        match self.line.mode:
            case "ANSWER":
                self.reply()
            case "ORDER":
                self._ordered(self.line.order.text)
            case _:
                self._found(self.line.order.text)

    def reply(self) -> None:
        """The typed answer is given."""
        if self.screen.answer():
            self.line.answer.set("")
        else:
            self.line.answer.stale = bool(self.line.answer.text)
        self.screen.show_line()

    def _ordered(self, text: str) -> None:
        """The typed order is done: one of the table, or one of the screen."""
        word = text.strip().lstrip(":").lower()
        mine = by_name(COMMANDS).get(word)
        if not word:
            self._leave()
        elif mine is not None:
            self._leave()
            if reason := mine.barred(self.screen):
                self.screen.say(reason, grave=True)
            else:
                mine.run(self.screen)
        elif self.screen.do_line(text):
            self._leave()
            self.screen.show()

    def _leave(self) -> None:
        self.line.order.done()
        self.line.back_to(self.screen.view)

    def _found(self, text: str) -> None:
        """The figure of that tag or name is chosen."""
        encounter = self.screen.session.encounter
        try:
            tag = find(encounter, encounter.figures, text)
        except NotUnderstood as problem:
            self.screen.say(str(problem), grave=True)
            return
        self.line.back_to(self.screen.view)
        self.screen.cursor.choose(tag)

    def back_out(self) -> None:
        """Leaves what is typed; with nothing typed, takes back what led to the question."""
        if self.line.mode != "ANSWER":
            self.line.back_to(self.screen.view)
        elif self.line.answer.text:
            self.line.answer.set("")
        else:
            self.screen.take_back()

    def _tab(self) -> None:
        """The next open question, or the completion of the word."""
        screen = self.screen
        if self.line.mode == "ORDER":
            self._advise(put=True)
        elif self.line.mode == "ANSWER" and len(screen.session.questions) > 1:
            screen.next_question()
        else:
            self._step(1)

    def _step(self, by: int) -> None:
        """The next offer, or an earlier order."""
        view = self.screen.view
        if self.line.mode == "ANSWER" and view.question is not None:
            self.line.put(reply.next_offer(view.question, view.encounter, self.line.answer.text, by))
        elif self.line.mode == "ORDER":
            self.line.order.recall(-by)

    def _advise(self, put: bool = False) -> None:
        """Says what may follow in the order that is typed; `put` writes as much of it as is sure."""
        from referee.script.completion import complete

        field = self.line.order
        found = complete(self.screen.session, field.text, field.at)
        free = [offer.word for offer in found.options if not offer.barred]
        words = free + [offer.word for offer in found.options if offer.barred]
        if put and free:
            typed = field.text[found.start : field.at]
            sure = free[0] + " " if len(free) == 1 else _common(free)
            if len(sure) > len(typed):
                behind = field.text[field.at :]
                field.set(field.text[: found.start] + sure)
                field.text += behind
        only = found.options[0] if len(found.options) == 1 else None
        more = f": {only.barred or only.label}" if only and (only.barred or only.label) else ""
        self.line.hint = cut("  ".join(words[:40]) + more, 200)


def _common(words: list[str]) -> str:
    """How all these words begin."""
    first, last = min(words), max(words)
    size = next((n for n, letter in enumerate(first) if last[n : n + 1] != letter), len(first))
    return first[:size]
