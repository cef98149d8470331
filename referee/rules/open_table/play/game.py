"""The game that a system file makes: the file with the choices of the encounter, and the value of every name in it.

Used by all that happens at the table; it goes everywhere with the ledger.
Gives the game, and for an expression what each name means to whoever acts, bears or is aimed at.
"""

from collections.abc import Callable, Collection, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from msgspec import Struct, field
from msgspec.json import decode
from msgspec.structs import replace

from referee.engine.events.event import Terms
from referee.engine.problem import Moot
from referee.engine.questions.ask import Steps
from referee.engine.short_repr import ShortInReports
from referee.engine.state.bearer import TABLE, AnyBearer, Figure, Tag, Thing
from referee.engine.state.condition import Condition
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Value
from referee.engine.verbs.ledger import Ledger
from referee.rules.open_table.language.conditions import ConditionRule, awaited_by_rows
from referee.rules.open_table.language.effect_notation import Answer, Event, Part
from referee.rules.open_table.language.effects import Bring, Modifier
from referee.rules.open_table.language.expression import Name, Node, Number, Unknown
from referee.rules.open_table.language.keys import read
from referee.rules.open_table.language.options import OptionRule
from referee.rules.open_table.language.system_file import SystemFile, SystemSource
from referee.rules.open_table.language.things import ThingRule
from referee.rules.open_table.language.toml_table import Context, Table
from referee.rules.open_table.play.amounts.evaluation import (
    VALUES,
    bounded,
    holds_surely,
    number_of,
    pools,
    settled,
    total,
)

_EMPTY: Mapping[str, Value] = {"yes": False, "words": (), "word": ""}
"""What a trait is that nobody has said and that is no number."""


class Order(Struct, frozen=True):
    """An act as it was ordered."""

    who: Tag
    action: str
    thing: Thing | None = None
    targets: tuple[Tag, ...] = ()
    words: str = ""
    ordered: bool = True
    """It is what the command is about; else it was offered as a turn ended."""
    follows: bool = False
    """A rule has it done: it costs what that rule costs, and no turn is needed."""


Deal = Callable[["Play", Tag, Sequence[Part], "NameScope", tuple[str, ...]], Coroutine[Any, Any, Mapping[str, Value]]]
"""Deals damage of one source to a figure, with all that follows, and gives what {dealt.x} is from then on; the clauses
are those of what brought it."""
Happen = Callable[["Play", Tag, Event, "NameScope"], Coroutine[Any, Any, Answer]]
"""Settles what follows by itself when something happens to a figure; what that says of the event."""
Heal = Callable[["Play", Tag, int, Terms, Tag | None], Steps]
"""Heals a figure, with all that follows: the terms are the sum that it was reckoned from, then comes who heals it."""
Ended = Callable[["Play", Tag, str, int, "NameScope"], Steps]
"""Settles what a change of a track brings, which stood so before: it has come to its end, or health is back."""


class Game(ShortInReports, frozen=True, eq=False):
    """A system file at play: what the rules made from it are given besides the encounter."""

    source: SystemSource
    deal: Deal
    """Damage brings effects, and effects bring damage: each knows the other from here."""
    heal: Heal
    happen: Happen
    ended: Ended
    moment: Callable[["Play", Tag, str], Steps]
    """What "turn start", "turn end" and "round" bring a figure."""
    offer: Callable[["Play"], Steps]
    """Offers what others may do where a turn has ended."""
    rule_of: Callable[[SystemFile, Thing | None], ThingRule | None]
    """What the file, or the referee, says of a thing."""
    perform: Callable[["Play", Order], Coroutine[Any, Any, bool]]
    """Does an act that was ordered or offered; False if it comes to nothing."""
    go_on: Callable[["Play"], Steps]
    """The next turn begins."""

    @property
    def default(self) -> SystemFile:
        """The values of the file with every option at its default: all that does not depend on an encounter."""
        return self.source.default

    _latest: list[tuple[Encounter, SystemFile, Mapping[str, Value]]] = field(default_factory=list)
    """The encounter for which the file was asked last, the file, and the traits of its table, which hold choices."""
    _answering: list[tuple[SystemFile, Mapping[Tag, Thing], frozenset[Tag]]] = field(default_factory=list)
    """For which file and things `answering` was worked out last, and the things that may be answers."""
    _passive: dict[Tag, tuple[object, object, object, set[str]]] = field(default_factory=dict)
    """What `passive_has` knows of each figure, behind its piles, the things of the table and the file."""

    def choices(self, encounter: Encounter) -> Mapping[str, str]:
        """What this encounter has chosen of each option."""
        said, options = encounter.groups[TABLE].traits, self.source.options.items()
        return {name: str(said[name]) if said.get(name) in each.choices else each.choices[0] for name, each in options}

    def file(self, encounter: Encounter) -> SystemFile:
        """The values of the file under the choices of this encounter."""
        latest = self._latest[0] if self._latest else None
        if latest is None or latest[0] is not encounter:
            traits = encounter.groups[TABLE].traits
            known = latest[1] if latest is not None and latest[2] is traits else None
            self._latest[:] = [latest := (encounter, known or self.source.under(self.choices(encounter)), traits)]
        return latest[1]

    def passive_has(self, encounter: Encounter, figure: Figure, what: str) -> bool:
        """Does a passive thing of a figure wait for events of this kind, or work for its "allies"?"""
        known, things, file = self._passive.get(figure.tag), encounter.things, self.file(encounter)
        if known is None or known[0] is not figure.piles or known[1] is not things or known[2] is not file:
            tags = (tag for pile, held in figure.piles.items() if pile in file.passive for tag in held)
            rules = filter(None, (self.rule_of(file, things.get(tag)) for tag in tags))
            rows = [row for rule in rules for row in rule.modifiers]
            found = {row.whose for row in rows} | awaited_by_rows(rows).keys()
            known = self._passive[figure.tag] = figure.piles, things, file, found
        return what in known[3]

    def answering(self, encounter: Encounter) -> Iterator[tuple[Figure, Thing, ThingRule]]:
        """The things that figures may use as an answer to what happens. Hardly any has one."""
        things, file = encounter.things, self.file(encounter)
        if not self._answering or self._answering[0][0] is not file or self._answering[0][1] is not things:
            rules = ((tag, self.rule_of(file, thing)) for tag, thing in things.items())
            found = frozenset(tag for tag, rule in rules if rule is not None and rule.answers)
            self._answering[:] = [(file, things, found)]
        if tags := self._answering[0][2]:
            for figure in encounter.figures.values():
                for tag in (tag for pile in figure.piles.values() for tag in pile if tag in tags):
                    if (rule := self.rule_of(file, things.get(tag))) is not None:
                        yield figure, things[tag], rule

    def options_for(self, key: str) -> list[OptionRule]:
        """The options that may set a key of the file, such as order.group."""
        options, path = self.source.options.values(), tuple(key.split("."))
        return [option for option in options if any(path == sets for sets, _ in option.sets)]

    def cites_of(self, key: str) -> tuple[str, ...]:
        """The clauses of the options that may set a key of the file."""
        return tuple(clause for option in self.options_for(key) for clause in option.cites)


class NameScope(Struct, frozen=True):
    """Names as one figure sees them while a test, an act, a condition or an event is settled."""

    game: Game
    encounter: Encounter
    own: Tag = ""
    """Whom a bare name belongs to."""
    actor: Tag = ""
    target: Tag = ""
    by: Tag = ""
    """The source of the condition in question."""
    given: Mapping[str, Value | Node] = {}
    """What `{with.x}` means: values of a thing, of an act, or asked; dice are thrown with the test that names them."""
    terms: Mapping[str, Value] = {}
    """Words such as {roll}, {damage} and {outcome}."""
    marks: frozenset[str] = frozenset()
    """The words that were said with the act."""
    stood: str = ""
    """How the figure stood when it happened to it what follows from; empty: as it stands now."""

    def value(self, name: Name) -> Value | Node:
        """The value now; dice where a thing has such a value. Unknown if nobody has said it."""
        match name.scope:
            case "has" | "target has" | "actor has" | "by has" as scope:
                whose = self.whose(scope.removesuffix("has").rstrip())
                return self.encounter.has(whose) and self.has(whose, name.word)
            case "allies has":
                return sum(self.has(ally, name.word) for ally in self._allies(self.own))
            case "said":
                return name.word in self.marks
            case "option":
                return self.game.choices(self.encounter)[name.word]
            case "with":
                return self._given(name)
            case "best" | "foes":
                return self._best(name)
            case "dealt":
                return self.terms.get(f"dealt {name.word}", 0)
            case "":
                return self.terms[name.word] if name.word in self.terms else self._of(self.own, name)
            case scope:
                return self._of(self.whose(scope), name)

    def at(self, encounter: Encounter) -> "NameScope":
        """The same as the encounter stands now."""
        return self if encounter is self.encounter else replace(self, encounter=encounter)

    def whose(self, scope: str) -> Tag:
        """Whom a name of that scope belongs to."""
        return {"": self.own, "actor": self.actor, "target": self.target, "by": self.by}.get(scope, self.own)

    def has(self, who: Tag, condition: str) -> bool:
        """True if a condition lies on a figure, or one that has it in it."""
        within, lying = self.file.within, self.encounter.of(who).conditions
        return lying != () and any(condition in within.get(each.kind, (each.kind,)) for each in lying)

    @property
    def file(self) -> SystemFile:
        """The file under the options of the encounter."""
        return self.game.file(self.encounter)

    def _given(self, name: Name) -> Value | Node:
        if name.word in self.given:
            return self.given[name.word]
        if any(name.word in sort.flags for sort in self.file.sorts.values()):
            return False
        if any(name.word in sort.words for sort in self.file.sorts.values()):
            return ""
        raise Unknown(name)

    def _best(self, name: Name) -> Value:
        """The highest value of those of the own side that can act, or of the `foes` of that."""
        side, own = self.encounter.figures[self.own].side, name.scope == "best"
        mates = [figure for figure in self.encounter.figures.values() if (figure.side == side) == own]
        standings = self.file.standings
        able = [mate.tag for mate in mates if (rule := standings.get(mate.standing)) and rule.standing.able]
        return max(number_of(self._of(tag, name)) for tag in able or [self.own])

    def _allies(self, who: Tag) -> list[Tag]:
        """The others of the side that a figure acts for who can act, the target left out."""
        figures, standings, side = self.encounter.figures, self.file.standings, side_of(self.game, self.encounter, who)
        mates = [each for tag, each in figures.items() if each.side == side and tag not in (who, self.target)]
        return [mate.tag for mate in mates if (rule := standings.get(mate.standing)) and rule.standing.able]

    def _of(self, tag: Tag, name: Name) -> Value | Node:
        """The value of a figure: a word of the app, a track or a trait."""
        match name.word:
            case "round":
                return self.encounter.round
            case "side" | "kind" if tag in self.encounter.figures:
                return str(getattr(self.encounter.figures[tag], name.word))
            case "allies" if tag in self.encounter.figures and "allies" not in {**self.file.traits, **self.file.tracks}:
                return len(self._allies(tag))
            case "worth" if tag in self.encounter.figures and "worth" not in self.file.traits:
                return self.worth(tag)
        if not tag:
            raise Unknown(name)
        if not self.encounter.has(tag):
            raise Moot("The figure this depends on has left the table.")
        if name.word in (file := self.file).dice:
            return file.dice[name.word].pool
        if name.word in file.tracks:
            if (track := self.encounter.of(tag).tracks.get(name.word)) is None:
                return 0
            return (track.now if track.most is None else track.most) if name.most else track.now
        return self.trait(tag, name.word, name)

    def worth(self, who: Tag) -> int:
        """The experience that a figure is worth, by its traits; 0 where nobody has said what."""
        own = self.encounter.figures[who].traits
        return sum(rule.experience.get(str(own.get(name)), 0) for name, rule in self.file.traits.items())

    def trait(self, tag: Tag, trait: str, asked: Name | None = None) -> Value:
        """The trait of a figure as its conditions leave it. Unknown if nobody has said it."""
        value = self._plain_trait(tag, trait, asked)
        for _, modifier, there in modifiers(self.game, self.encounter, tag, "traits", self, trait):
            for _ in range(there.value if modifier.each_level else 1):
                own = replace(self, own=tag, by=there.by or "", terms={**self.terms, trait: value})
                value = own.number(modifier.traits[trait])
        return value

    def _plain_trait(self, tag: Tag, trait: str, asked: Name | None = None) -> Value:
        """The trait of a figure: its own, else by formula or default. Unknown if nobody has said it."""
        if (said := self.encounter.of(tag).traits.get(trait)) is not None:
            return said
        rule = self.file.traits.get(trait)
        if rule is not None and rule.formula is not None:
            return replace(self, own=tag).number(rule.formula)
        if rule is not None and (rule.default is not None or rule.type != "number"):
            return _EMPTY[rule.type] if rule.default is None else rule.default
        raise Unknown(asked or Name(trait))

    def number(self, node: Node) -> int:
        """What an amount without dice comes to now. Unknown if a name in it is; NotUnderstood if it has dice."""
        value = self.value(node) if isinstance(node, Name) else node
        if isinstance(value, Number):
            return bounded(value.n)
        return number_of(value) if isinstance(value, VALUES) else total(settled(value, self))

    def amount(self, node: Node) -> int | Node:
        """What an amount comes to now; with dice the settled amount itself. Unknown if a name in it is."""
        known = node if isinstance(node, Number) else settled(node, self)
        return known if pools(known) else total(known)

    def giving(self, values: Mapping[str, Node]) -> "NameScope":
        """The same where `{with.x}` means these amounts, too. Unknown if a name in one of them is."""
        return replace(self, given={**self.given, **{name: self.amount(node) for name, node in values.items()}})

    def known_values(self, values: Mapping[str, Node | bool | str]) -> dict[str, Value | Node]:
        """What `{with.x}` means for a thing; a value that depends on what nobody has said is asked when needed."""
        given: dict[str, Value | Node] = {}
        for name, value in values.items():
            with suppress(Unknown):
                given[name] = value if isinstance(value, bool | str) else self.amount(value)
        return given


@lru_cache(maxsize=1024)
def own_bring(file: SystemFile, own: str) -> Bring:
    """What a condition does besides its kind; without what the file does not know any more, or no rule has written."""
    said: dict[str, Any] = {}
    with suppress(ValueError, RecursionError):
        said = decode(own, type=dict[str, Any])
    return read(Bring, Table(Context(file.symbols, lambda mistake: None), ("condition", "own"), said))


Lying = tuple[ConditionRule | ThingRule, Modifier, Condition]
"""What lies on a figure, a row of what it does, and the condition; that of a thing stands for its having the thing."""


def modifiers(
    game: Game, encounter: Encounter, who: Tag, does: str = "", look: NameScope | None = None, trait: str = ""
) -> Iterable[Lying]:
    """What the conditions on a figure do now, each condition of a kind once, with what it has in it, and what one has
    of its own, once of several that do the same; then what its passive things do.

    does: only rows with something in this field of theirs; trait: only what they do to this trait.
    """
    bearer = encounter.figures.get(who) or encounter.of(who)
    if not bearer.conditions and game.file(encounter).passive.isdisjoint(bearer.piles):
        return ()
    return _modifiers(game, encounter, bearer, does, look, trait)


def _modifiers(
    game: Game, encounter: Encounter, bearer: AnyBearer, does: str, look: NameScope | None, trait: str
) -> Iterator[Lying]:
    for rule, modifier, there, level in _rows_upon(game, encounter, bearer):
        if does and not getattr(modifier, does):
            continue
        if trait and trait not in modifier.traits:
            continue
        if _works(modifier, game, encounter, bearer.tag, look, there, level):
            yield rule, modifier, there


LyingAtLevel = tuple[ConditionRule | ThingRule, Modifier, Condition, int]
"""The same with the level of the condition."""


def _rows_upon(game: Game, encounter: Encounter, bearer: AnyBearer) -> list[LyingAtLevel]:
    """All that lies on a figure, whether it counts now or not."""
    file, seen = game.file(encounter), set[str]()
    rows: list[LyingAtLevel] = []
    for there in bearer.conditions:
        if there.own:
            rows += _own_rows(file, there, seen)
            seen |= {there.own, f"{there.own}{there.by}"}
        rows += _rows_of_kinds(file, there, seen)
    if file.passive:
        rows += _rows_of_things(file, game, encounter, bearer)
    return rows


def _own_rows(file: SystemFile, there: Condition, seen: Collection[str]) -> list[LyingAtLevel]:
    """What a condition has of its own, unless it has a note and the same was seen before."""
    known = file.conditions.get(there.kind)
    if known is None:
        return []
    rows: list[LyingAtLevel] = []
    for modifier in own_bring(file, there.own).modifiers:
        same = f"{there.own}{there.by if modifier.follows else ''}"
        if not known.noted or same not in seen:
            rows.append((known.of(there.note), modifier, there, there.value))
    return rows


def _rows_of_kinds(file: SystemFile, there: Condition, seen: set[str]) -> list[LyingAtLevel]:
    """What the kind of a condition does, with the kinds that it has in it; adds those to the kinds that were seen."""
    rows: list[LyingAtLevel] = []
    for kind in file.within.get(there.kind, (there.kind,)):
        rule = file.conditions.get(kind)
        if rule is None or kind in seen:
            continue
        seen.add(kind)
        level = there.value if kind == there.kind else 1
        for modifier in rule.modifiers:
            if level >= modifier.from_level:
                rows.append((rule, modifier, there, level))
    return rows


def _rows_of_things(file: SystemFile, game: Game, encounter: Encounter, bearer: AnyBearer) -> list[LyingAtLevel]:
    """What the passive things of a figure do."""
    rows: list[LyingAtLevel] = []
    for pile, things in bearer.piles.items():
        if pile not in file.passive:
            continue
        for thing in things:
            rule = game.rule_of(file, encounter.things.get(thing))
            if rule is None or not rule.modifiers:
                continue
            has = Condition(id=thing, kind=pile, by=bearer.tag)
            for modifier in rule.modifiers:
                rows.append((rule, modifier, has, 1))
    return rows


def _works(
    row: Modifier, game: Game, encounter: Encounter, who: Tag, look: NameScope | None, there: Condition, level: int
) -> bool:
    """Does a row count now, as whoever bears the condition sees it?"""
    if row.when is None:
        return True
    base = look or NameScope(game, encounter, own=who)
    terms = {**base.terms, "value": level}
    return holds_surely(row.when, replace(base, encounter=encounter, own=who, by=there.by or "", terms=terms))


class Play(Struct, frozen=True, eq=False):
    """A game with the ledger of the command that is settled: what goes to all that happens at the table."""

    game: Game
    ledger: Ledger

    @property
    def encounter(self) -> Encounter:
        """The encounter as it stands now."""
        return self.ledger.encounter

    @property
    def file(self) -> SystemFile:
        """The file under the options of the encounter."""
        return self.game.file(self.ledger.encounter)

    def names(self, own: Tag = "", target: Tag = "", actor: Tag = "", by: Tag = "") -> NameScope:
        """Names as a figure sees them now."""
        return NameScope(self.game, self.encounter, own=own, target=target, actor=actor, by=by)


def side_of(game: Game, encounter: Encounter, who: Tag) -> str:
    """The side for which a figure acts: its own, or that of whoever controls it by a condition."""
    figures, choosing = encounter.figures, game.file(encounter).choosing
    if any(each.own or each.kind in choosing for each in figures[who].conditions):
        for _, row, there in modifiers(game, encounter, who, "aims"):
            if row.aims == "for by" and there.by in figures:
                return figures[there.by].side
    return figures[who].side
