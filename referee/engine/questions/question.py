"""Questions that a rule asks the table. They are built anew for each run and never saved; their answers are saved."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import Generic, TypeVar

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from referee.engine.board.geometry import distance
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Answer, Chosen, Picked, picked
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.find_bearers import closed_up, find, find_many, printed_number
from referee.text.lazy_pattern import pattern
from referee.text.phrases import capitalised, listed
from referee.text.quoting import quoted
from referee.text.unknown_word import NO_SUCH_WORD, NoSuchWord, could_be, others

A = TypeVar("A", bound=Answer)
A_co = TypeVar("A_co", bound=Answer, covariant=True)

REFEREE = "referee"
"""Stands in `by` for whoever runs the fight."""
PLAYERS = "players"
"""Stands in `by` for the players together."""


NOBODY = ("none", "nobody", "-")
"""The words that pick nobody, where that is an answer."""


class Offer(Struct, frozen=True):
    """One thing that may be answered: the word for it, how it reads, and why not, if it is barred."""

    word: str
    label: str = ""
    barred: str = ""
    number: int | None = None
    """The number that is printed on it, as on a card."""
    name: str = ""
    """How it is printed, where that is not its word; its label, if there is one, says that, too."""

    @property
    def told(self) -> str:
        """How it reads: its label where that begins with its name, else both: `longsword (+5)`, `g1: Goblin 1`."""
        if self.name:
            return self.label or self.name
        named = self.label.lower().replace("(", "").startswith(self.word.replace("_", " ").lower())
        return self.label if named else f"{self.word}: {self.label}" if self.label else self.word


class Question(Struct, Generic[A_co], frozen=True, kw_only=True, dict=True):
    """What all questions share."""

    key: str
    """What it is, stable over every replay: `to-hit ulf>rat`. No wording in it, no running numbers."""
    prompt: str
    """How it is put to the table."""
    by: str = REFEREE
    """Who throws or decides: a figure, a side, the players or the referee."""
    needs: tuple[Tag, ...] = ()
    """Figures that it is about; it lapses when one of them is no longer able."""
    tally: tuple[tuple[str, int | str], ...] = ()
    """Running totals for the question line; derived, never saved."""
    typed: bool = True
    """True if the table answers it whoever rolls the dice; the app neither throws nor draws for it."""
    fallen_too: bool = False
    """It is for those who are down, too, and does not lapse."""
    spends: bool = False
    """True if it offers to spend something for one's own good, such as a reaction; an app that plays by itself does."""
    hidden: bool = False
    """Not for a players' view."""
    no_such: NoSuchWord = NO_SUCH_WORD
    """How a word that is none of the answers is refused."""
    begun_by: str = ""
    """The key of the action that asks it first, or for a parameter: pressed twice, it is to choose nothing."""
    cites: tuple[str, ...] = ()

    @cached_property
    def asked(self) -> str:
        """How it is put to the table, with what is to be done: `Ulf attacks Rat 1: roll d6, 3 or more hits`."""
        return self.prompt

    @property
    def ways_to_ask(self) -> tuple[str, ...]:
        """The same in words, each way shorter than the one before: what may be typed instead goes first, then what the
        app adds; the last way leaves out what is needed.
        """
        return self.asked, self.prompt

    def accepts(self, answer: Answer) -> str | None:
        """Why this answer is impossible; None if it is not."""
        raise TypeError("a question says itself what it accepts")

    def lacks(self, answer: Answer) -> bool:
        """True if the answer leaves out dice that are still to be thrown."""
        return False

    def read(self, encounter: Encounter, text: str) -> A_co:
        """The answer that typed text means. NotUnderstood otherwise."""
        raise TypeError("a question reads its own answers")

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        """What may be answered, where it can be listed."""
        return ()

    def proposed(self, encounter: Encounter, chosen: Tag | None = None) -> Answer | None:
        """What Space takes, and what the odds go by; `chosen`: the figure that is chosen on the screen.

        None if nothing is proposed, or chance answers. Nothing that gives up a right is proposed, unless the rule says
        so by a default.
        """
        return None

    def expected(self, encounter: Encounter) -> str:
        """What is to be typed, in a few words."""
        return ""

    def wrong(self, encounter: Encounter, text: str) -> NotUnderstood:
        """The problem of an answer that is not what was expected."""
        expected = self.expected(encounter)
        instead = f", not {quoted(text.strip())}" if text.strip() else ""
        return NotUnderstood(f"{capitalised(expected)}{instead}.")


AnyQuestion = Question[Answer]


def put_by(question: AnyQuestion, hotkey: str, key: str) -> AnyQuestion:
    """The question under that key, as an action with that hotkey asks it."""
    return replace(question, begun_by=hotkey, key=key)


_LEVEL = pattern(r"_[0-9]+", re.ASCII)
"""Ends an option that is another one at a higher level."""


def accepted(question: AnyQuestion, answer: A) -> A:
    """The answer that was read. NotUnderstood, if the question does not accept it."""
    if problem := question.accepts(answer):
        raise NotUnderstood(problem)
    return answer


NO_CHOICE = "There is nothing to choose."
NOTHING_ASKED = "Nothing is being asked now."


class Reasons(Mapping[str, str]):
    """Why each of these, figures or options, cannot be taken, or nothing if it can: made when it is read, as of
    hundreds hardly any is.
    """

    def __init__(self, among: Iterable[str], reason: Callable[[str], str]) -> None:
        self._among, self._reason = tuple(among), reason

    @cached_property
    def _words(self) -> dict[str, None]:
        return dict.fromkeys(self._among)

    def __getitem__(self, word: str) -> str:
        if word not in self:
            raise KeyError(word)
        return self._reason(word)

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)

    def __contains__(self, word: object) -> bool:
        # It is mostly the first that is looked for, such as whose turn it is.
        return word in self._among[:1] or word in self._words

    def given(self) -> dict[str, str]:
        """Those that cannot, each with its reason."""
        return {word: reason for word, reason in self.items() if reason}


def _no_choice(barred: Mapping[str, str]) -> NotUnderstood:
    """Why no answer will do: the only reason that there is."""
    reasons = {*barred.values()}
    return NotUnderstood(reasons.pop() if len(reasons) == 1 else NO_CHOICE)


class Choose(Question[Chosen], frozen=True, kw_only=True, dict=True):
    """One of a few options is to be taken."""

    options: tuple[str, ...]
    labels: Mapping[str, str] = field(default_factory=dict)
    """What an option means, where its word is not enough."""
    names: Mapping[str, str] = field(default_factory=dict)
    """How an option is printed, where that is not its word: `Cure Wounds`."""
    barred: Mapping[str, str] = field(default_factory=dict)
    """Options that cannot be taken now, each with its reason."""
    default: str | None = None
    """What Enter takes."""
    faces: tuple[int, ...] = ()
    """The dice of which one is chosen by its face, in the order in which they were thrown."""
    leads_on: bool = False
    """Whatever is taken, the rest can be said: nobody looks ahead for each of many options."""
    own: Callable[[str], str | None] | None = None
    """Where another word than the options may be said: why that word will not do; None if it will."""

    def accepts(self, answer: Answer) -> str | None:
        if isinstance(answer, Chosen) and answer.option in self.options:
            return self.barred.get(answer.option)
        if isinstance(answer, Chosen) and self.own is not None:
            return self.own(answer.option)
        return f"Choose: {listed(self._printed(self.options))}." if self.options else NO_CHOICE

    def read(self, encounter: Encounter, text: str) -> Chosen:
        wanted = " ".join((text.strip() or self.default or "").lower().split())
        said = (wanted, wanted.replace(" ", "_"))  # names may be typed with blanks
        exact = [option for option in self.options if option.lower() in said]
        alike = exact or [option for option in self.options if wanted and option.lower().startswith(said)]
        if not alike and wanted:
            alike = [option for option in self.options if self.labels.get(option, "").lower().startswith(wanted)]
            alike = alike or ([wanted] if self.own is not None else [])
        least = min(alike, key=len, default="")
        ends = [option[len(least) :] for option in alike if option.lower().startswith(least.lower())]
        are_levels = all(_LEVEL.fullmatch(end) for end in ends if end)
        if len(ends) == len(alike) and (self.leads_on or are_levels):
            alike = alike and [least]  # `fig` is the fighter, not one of fighter1 to 20; `fireb` no fireball_4
        if len(alike) != 1:
            raise NotUnderstood(could_be(text, self._printed(alike))) if alike else self.wrong(encounter, text)
        return accepted(self, Chosen(option=alike[0]))

    @cached_property
    def _offers(self) -> tuple[Offer, ...]:
        labels, barred, names = self.labels, self.barred, self.names
        return tuple(Offer(o, labels.get(o, ""), barred.get(o, ""), name=names.get(o, "")) for o in self.options)

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        return self._offers

    def proposed(self, encounter: Encounter, chosen: Tag | None = None) -> Chosen | None:
        return None if self.default is None or self.default in self.barred else Chosen(option=self.default)

    def expected(self, encounter: Encounter) -> str:
        return f"Choose: {listed(self._printed(free))}" if (free := self._free()) else "Nothing can be chosen now"

    def wrong(self, encounter: Encounter, text: str) -> NotUnderstood:
        free = self._printed(self._free())
        if not free or not text.strip():
            return super().wrong(encounter, text) if free else _no_choice(self.barred)
        return NotUnderstood(self.no_such.refusal(text, free))

    def _printed(self, options: Iterable[str]) -> list[str]:
        return [self.names.get(option, option) for option in options]

    def _free(self) -> list[str]:
        """Those that can be taken now."""
        return [option for option in self.options if option not in self.barred]


class Pick(Question[Picked], frozen=True, kw_only=True):
    """Figures, groups or things are to be pointed out."""

    among: tuple[Tag, ...]
    """Those that can be picked: of those it is made with, all that are not barred."""
    least: int = 1
    most: int = 1
    barred: Mapping[Tag, str] = field(default_factory=dict)
    """Those that cannot be picked now, each with its reason."""
    beside: Mapping[Tag, str] = field(default_factory=dict)
    """What is worth knowing of some of them when they are picked."""
    unlikely: Mapping[Tag, str] = field(default_factory=dict)
    """Those that may be picked, but hardly are meant or it would come to nothing, with the reason: never proposed."""
    near: Tag | None = None
    """Who acts on them: where the board knows how far they are from it, the nearest are offered first."""
    leads_on: bool = False
    """Whoever is picked, the rest can be said: nobody looks ahead for each of them."""
    begins_turn: bool = False
    """True if it is who acts next: whoever is picked begins a turn."""
    default: Tag | None = None
    """What Enter takes; `nobody` only where that is a plain fact, for who gives up an attack or a right says so."""

    def __post_init__(self) -> None:
        if barred := {*self.barred}:
            force_setattr(self, "among", tuple([tag for tag in self.among if tag not in barred]))

    def nobody(self, reason: str) -> str | None:
        """Why nobody can be picked: why not one of the barred, else this reason; None if somebody can."""
        return None if self.among else next(iter(self.barred.values()), reason)

    def accepts(self, answer: Answer) -> str | None:
        if not isinstance(answer, Picked):
            return "Say who, for example g1 or ulf."
        for tag in answer.tags:
            if tag in self.barred:
                return self.barred[tag]
            if tag not in self.among:
                return f"{tag} cannot be chosen here{others(self.among)}."
        if not self.least <= len(answer.tags) <= self.most or len(set(answer.tags)) < len(answer.tags):
            return f"{self._how_many()}{listed(self.among)}." if self.among else NO_CHOICE
        return None

    def read(self, encounter: Encounter, text: str) -> Picked:
        if not (word := text.strip() or (self.default or "")):
            raise self.wrong(encounter, text)
        if word.lower() in NOBODY:
            answer = Picked(tags=())
        elif self.most == 1:
            answer = Picked(tags=(self._one(encounter, word),))
        else:
            answer = Picked(tags=self._many(encounter, word))
        return accepted(self, answer)

    def _one(self, encounter: Encounter, word: str) -> Tag:
        """The one whose name it is; one that is barred too, for the reason. NotUnderstood, with those that are not."""
        with suppress(NotUnderstood):
            return find(encounter, (*self.among, *self.barred), word)
        if not self.among:
            raise self.wrong(encounter, word)
        return find(encounter, self.among, word, self.no_such)

    def _many(self, encounter: Encounter, words: str) -> tuple[Tag, ...]:
        """One whose name it is, or all that a list means; where it names a barred one, that too, for the reason."""
        with suppress(NotUnderstood):
            return (find(encounter, (*self.among, *self.barred), words),)
        listing = ",".join(words.replace(",", " ").split())
        try:
            return find_many(encounter, self.among, listing)
        except NotUnderstood as unknown:
            names = ",".join(closed_up(words).replace(",", " ").split())
            for among in ((*self.among, *self.barred), self.among):
                for meant in dict.fromkeys((listing, names)):
                    with suppress(NotUnderstood):
                        return find_many(encounter, among, meant)
            raise unknown from None

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        return tuple(self._offer(encounter, tag, away) for tag, away in self._in_order(encounter).items())

    def _in_order(self, encounter: Encounter) -> dict[Tag, int | None]:
        """Those that are offered, the nearest first, last what cannot be picked; and how far away each is."""
        board, near, unlikely = encounter.board, self.near, self.unlikely.__contains__
        if board is None or near is None:
            return dict.fromkeys((*sorted(self.among, key=unlikely), *sorted(self.barred, key=unlikely)))
        there = {tag: board.spaces(tag) for tag in (*self.among, *self.barred)}
        away = {tag: None if tag == near else distance(board.spaces(near), at) for tag, at in there.items()}
        farthest = max((far for far in away.values() if far is not None), default=0)

        def late(tag: Tag) -> tuple[bool, bool, int]:
            far = away[tag]
            return tag in self.barred, unlikely(tag), farthest + 1 if far is None else far

        return {tag: away[tag] for tag in sorted(away, key=late)}

    def proposed(self, encounter: Encounter, chosen: Tag | None = None) -> Picked | None:
        """The default; else where one has to be picked the figure that is chosen, or the first that is offered."""
        if (word := self.default) is not None:
            return None if word in self.barred else Picked(tags=()) if word in NOBODY else picked(word)
        offered = self._in_order(encounter) if self.least == 1 else ()
        likely = [tag for tag in offered if tag not in self.barred and tag not in self.unlikely]
        return picked(chosen if chosen and chosen in likely else likely[0]) if likely else None

    def _offer(self, encounter: Encounter, tag: Tag, away: int | None) -> Offer:
        far = "" if away is None else "adjacent" if away <= 1 else f"{away} spaces away"
        told = ", ".join(filter(None, (encounter.name(tag), self.beside.get(tag, ""), far, self.unlikely.get(tag, ""))))
        return Offer(tag, told, self.barred.get(tag, ""), printed_number(encounter, tag))

    def expected(self, encounter: Encounter) -> str:
        if not self.among:
            return "Nobody can be chosen now" if self.least else "- means nobody"
        return f"{self._how_many()}{listed(self.among)}" + (", or - for nobody" if self.least == 0 else "")

    def wrong(self, encounter: Encounter, text: str) -> NotUnderstood:
        return super().wrong(encounter, "") if self.among or not self.least else _no_choice(self.barred)

    def _how_many(self) -> str:
        if self.most == 1:
            return "Choose: "
        most = min(self.most, len(self.among))
        if self.least == most:
            return f"Choose {most}: "
        return f"Choose {self.least} to {most}: " if self.least else f"Choose up to {most}: "


def not_meant_first(encounter: Encounter, among: Iterable[Tag]) -> dict[Tag, str]:
    """The figures on another side than the first, without a reason: friends of harm, foes of help, as `unlikely`."""
    figures = [encounter.figures[tag] for tag in among if tag in encounter.figures]
    return {figure.tag: "" for figure in figures if figure.side != figures[0].side}
