"""Reads a condition, how long it lasts, how else it may end, its value and its source, from typed words."""

from collections.abc import Iterable
from itertools import dropwhile

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.condition_kind import MOST_OF_A_CONDITION
from referee.engine.contract.ruleset import Ruleset
from referee.engine.numbers import is_number, read_number
from referee.engine.problem import YES, NotUnderstood
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import DAMAGED, ROUND, Ending, Until, moment_of, phase_of
from referee.engine.state.encounter import Encounter
from referee.engine.state.find_bearers import find
from referee.engine.state.tags import slug
from referee.text.harmless import clean, clean_name
from referee.text.phrases import listed
from referee.text.quoting import quoted, short
from referee.text.unknown_word import nearest


def condition_called(rules: Ruleset, word: str) -> str:
    """The name of the system's condition that has this name, alias or label, to the letter; empty if none has.

    A label that several have means none of them.
    """
    wanted = slug(word)
    named = [kind.name for kind in rules.conditions if wanted in map(slug, (kind.name, *kind.aliases))]
    named = named or [kind.name for kind in rules.conditions if kind.label and slug(kind.label) == wanted]
    return named[0] if len(named) == 1 else ""


def condition_named(rules: Ruleset, word: str, there: Iterable[str] = ()) -> str:
    """The system's condition that the word means or begins, else one that is there, else one of the referee's own.

    What the log calls a condition means it, too, if it calls no other one so: `exhausted`, `bleeding`.
    """
    if called := condition_called(rules, word):
        return called
    wanted = slug(word)
    words = {kind.name: [*map(slug, (kind.name, *kind.aliases))] for kind in rules.conditions}
    known = [name for name, said in words.items() if wanted and any(w.startswith(wanted) for w in said)]
    return known[0] if len(known) == 1 else own_name(word, there)


def own_name(text: str, there: Iterable[str] = ()) -> str:
    """A name of the referee's own for a condition or a countdown, as it was typed, with `_` for each blank.

    Empty without a letter or a digit. Where one that is there differs in capitals and signs only, it is meant.
    """
    name = "_".join(clean_name(text.replace('"', "")).split())
    if not any(map(str.isalnum, name)):
        return ""
    return next((kind for kind in there if _alike(kind) == _alike(name)), name)


def _alike(name: str) -> str:
    return slug(name) or name.casefold()


def known_condition(rules: Ruleset, word: str, *instead: str) -> str:
    """The system's condition that the word means or begins.

    NotUnderstood otherwise, with the nearest of those and of `instead`, the other words that may stand there.
    """
    words = tuple(kind.name for kind in rules.conditions)
    named = condition_named(rules, word)
    if named in words:
        return named
    near = nearest(slug(word), (*instead, *words), 0.6)
    meant = f" Did you mean {near}?" if near else f" Conditions: {listed(words, 40)}."
    raise NotUnderstood(f"{rules.title} has no condition {quoted(word)}.{meant}")


LONGEST = 999
"""Turns or rounds that a condition may lie."""
_FILLERS = ("until", "for", "the", "of", "next", "or")
_KEYWORDS = (
    "start",
    "starts",
    "end",
    "ends",
    "phase",
    "save",
    "damaged",
    "by",
    "while",
    "this",
    "open",
    *YES,
    *_FILLERS,
)
"""Words that are never the name of a figure, unless `of` or `by` stands before them."""


class Duration(Struct, frozen=True):
    """What is said of a condition beside its name."""

    value: int = 1
    until: Until | None = None
    ends: tuple[Ending, ...] = ()
    by: Tag | None = None
    note: str = ""
    anyway: bool = False
    """True if the referee gives it although the figure is immune."""

    @property
    def ends_itself(self) -> bool:
        """True if it says an ending other than a test that its bearer makes by an action."""
        return any(ending.at != "action" for ending in self.ends)


def read_duration(rules: Ruleset, encounter: Encounter, bearer: Tag, kind: str, text: str) -> Duration:
    """A condition's value, end, other endings and source. NotUnderstood, also where two ends are said.

    `x2` value 2 · `3` until its bearer's third turn begins (or the value, where it stacks) · `3r`, `3 rounds` · `r4` as
    round 4 begins · `start ulf`, `end ulf` until that moment of Ulf's next turn, alone of its bearer's, `end ulf this`
    of the present one · `2 ends of ulf` · `phase NAME` until that phase is over · moments that rules announce: `fight`,
    `rest` · `save 15`, `save dex 15` asked for at the end of each turn of its bearer · `damaged` ends it ·
    `while ann raging` until Ann is not · `by ulf` its source · `open` until it is lifted · `note WORDS` to remember, up
    to the end of the line · `dc 18` what a test to escape has to reach · `yes` although the rules keep it off. With no
    end said, the kind's own holds.
    """
    text, note = _without_note(text)
    reader = _Reader(rules, encounter, bearer, kind, text.lower())
    said = replace(reader.all(), note=note)
    known = rules.condition(kind)
    if reader.until_said or said.ends_itself or known is None or not known.usual:
        return said
    usual = _Reader(rules, encounter, bearer, kind, known.usual, said.by).all()
    return replace(said, until=usual.until, ends=(*said.ends, *usual.ends))


def _without_note(text: str) -> tuple[str, str]:
    """The words before `note`, and the note. NotUnderstood for `note` with nothing behind it."""
    words = text.split()
    at = next((place for place, word in enumerate(words) if word.lower() == "note"), len(words))
    note = clean(" ".join(words[at + 1 :]).strip("\"'"))
    if at < len(words) and not note:
        raise NotUnderstood("Type what to remember: note the door is open")
    return " ".join(words[:at]), note


class _Reader:
    """Reads the words from left to right."""

    def __init__(
        self, rules: Ruleset, encounter: Encounter, bearer: Tag, kind: str, text: str, by: Tag | None = None
    ) -> None:
        self.rules, self.encounter, self.bearer, self.kind = rules, encounter, bearer, kind
        self.words = text.split()
        self.until_said = ""
        """The words that told the end; empty if none have."""
        self.until: Until | None = None
        self.ends: list[Ending] = []
        self.by = by
        self.value: int | None = None
        self.anyway = False

    def all(self) -> Duration:
        while self.words:
            word = self.words.pop(0)
            if word not in _FILLERS:
                self._word(word)
        return Duration(self.value or 1, self.until, tuple(self.ends), self.by, anyway=self.anyway)

    def _word(self, word: str) -> None:
        if word[0] == "x" and is_number(word[1:]):
            self._value(word[1:])
        elif is_number(word):
            self._number(word)
        elif word.endswith("r") and is_number(word[:-1]):
            self._lasts(word, Until(edge="end", of=ROUND, left=_count(word[:-1])))
        elif word[0] == "r" and is_number(word[1:]):
            self._lasts(word, self._round(word[1:]))
        elif word in ("start", "end"):
            self._turn_of(word, word, 1)
        elif word == "phase" and self.words:
            phase = self.words.pop(0)
            self._lasts(f"phase {short(clean(phase))}", Until(edge="end", of=phase_of(phase)))
        elif word == "open":
            self._lasts(word, None)
        elif not self._other(word) and not self._moment(word, *self.words):
            examples = ("3 (turns)", "3r (rounds)", f"end {self.bearer}", "save 15", *self.rules.durations.moments)
            raise NotUnderstood(f"How long? {', '.join(examples)}, not {quoted(word)}.")

    def _other(self, word: str) -> bool:
        """True for a word that tells another ending, or the source."""
        match word:
            case "save":
                self._save()
            case "yes":
                self.anyway = True
            case "damaged":
                self.ends.append(Ending(event=DAMAGED, of=self.bearer))
            case "dc" if self.words and is_number(self.words[0]):
                against = read_number(self.words.pop(0), "dc", 0, 999)
                self.ends.append(Ending(test="escape", against=against, at="action"))
            case "while":
                self.ends.append(self._while())
            case "by":
                if self.by is not None:
                    raise NotUnderstood("A condition has one source: type `by` once.")
                self.by = self._figure("by")
            case _:
                return False
        return True

    def _lasts(self, said: str, until: Until | None) -> None:
        if self.until_said:
            raise NotUnderstood(f"A condition has one end: type `{self.until_said}` or `{said}`, not both.")
        self.until_said, self.until = said, until

    def _value(self, word: str) -> None:
        if self.value is not None:
            raise NotUnderstood(f"A condition has one value: type {self.value} or {short(word)}, not both.")
        known = self.rules.condition(self.kind)
        room = known.maximum if known else MOST_OF_A_CONDITION
        if known is not None and known.stacks:
            room -= known.value(self.encounter, self.bearer)
        self.value = read_number(word, "value", 1, room)

    def _number(self, word: str) -> None:
        """`3`, `3 turns`, `3 rounds`, `2 ends of ulf`."""
        unit = self.words[0] if self.words else ""
        known = self.rules.condition(self.kind)
        if unit in ("starts", "ends"):
            self._turn_of(f"{word} {self.words.pop(0)}", unit[:-1], _count(word))
        elif unit in ("round", "rounds"):
            self._lasts(f"{word} {self.words.pop(0)}", Until(edge="end", of=ROUND, left=_count(word)))
        elif unit in ("turn", "turns"):
            self._lasts(f"{word} {self.words.pop(0)}", Until(edge="start", of=self.bearer, left=_count(word)))
        elif known is not None and known.stacks:
            self._value(word)
        else:
            self._lasts(word, Until(edge="start", of=self.bearer, left=_count(word)))

    def _round(self, word: str) -> Until:
        left = read_number(word, "round") - self.encounter.round
        if left < 1:
            raise NotUnderstood(f"Round {word} has already begun. Choose a later round.")
        return Until(edge="start", of=ROUND, left=min(left, LONGEST))

    def _turn_of(self, said: str, edge: str, count: int) -> None:
        """So many moments of a figure's turns, the present one not counted unless `this` is said."""
        if said == "end" and self._moment(*dropwhile(lambda word: word in _FILLERS, self.words)):
            return
        whose = self.bearer
        if self._names_somebody():
            whose = self._figure(said)
            said = f"{said} {whose}"
        now = self.encounter.at_turn(whose)
        if self.words[:1] == ["this"]:
            self.words.pop(0)
            if edge == "start" or not now:
                name = self.encounter.name(whose)
                raise NotUnderstood(f"`this` means the current turn. Type `end this` during {name}'s turn.")
            now = False
        left = count + (now and edge == "end")
        self._lasts(said, Until(edge="start" if edge == "start" else "end", of=whose, left=left))

    def _names_somebody(self) -> bool:
        """True if the next word is the name of a figure, or `of` stands before one."""
        word = self.words[0] if self.words else ""
        announced = (moment.split()[0] for moment in self.rules.durations.moments)
        return word == "of" or bool(word and word not in (*_KEYWORDS, *announced) and not word[0].isdigit())

    def _figure(self, after: str) -> Tag:
        """The figure that the next word names; `bearer` and `by` are those of the condition."""
        of = self.words[:1] == ["of"]
        if of:
            self.words.pop(0)
        if not self.words:
            raise NotUnderstood(f"Type a figure after `{after}`, for example: {after} ann")
        word = self.words.pop(0)
        if of and word in ("bearer", "by"):
            return self.bearer if word == "bearer" or self.by is None else self.by
        return find(self.encounter, self.encounter.figures, word)

    def _save(self) -> None:
        """`save 15`, `save dex 15`, `save`: the test and what it is against."""
        named = self.words[:1] != ["of"] and self._names_somebody() and not is_number(self.words[0][1:])
        test = f"{clean_name(self.words.pop(0))} save" if named else "save"
        against = read_number(self.words.pop(0), test, 0, 999) if self.words and is_number(self.words[0]) else None
        self.ends.append(Ending(test=test, against=against))

    def _while(self) -> Ending:
        """`while ann raging`: until Ann no longer has that condition, which lies on her now."""
        who = self._figure("while")
        worn = [there.kind for there in self.encounter.of(who).conditions]
        word = self.words.pop(0) if self.words else ""
        kind = condition_named(self.rules, word, worn)
        if not word or kind not in worn:
            has_not = f"{self.encounter.name(who)} is not {short(word)}. " if word else ""
            raise NotUnderstood(f"{has_not}After `while {who}` type a condition that {who} has.")
        return Ending(event=f"loses {kind}", of=who)

    def _moment(self, *words: str) -> bool:
        """True if these words begin with a moment that the rules announce: `rest`, `long rest`. It is taken then."""
        rest = " ".join(words)
        for moment in sorted(self.rules.durations.moments, key=len, reverse=True):
            if f"{rest} ".startswith(f"{moment} "):
                self.words = rest[len(moment) :].split()
                self._lasts(moment, Until(edge="end", of=moment_of(moment)))
                return True
        return False


def _count(word: str) -> int:
    """A number of turns or rounds."""
    return read_number(word, "duration", 1, LONGEST)
