"""The declarations of a system file as the engine knows them: kinds of tracks, traits, conditions, tests, figures.

Used to make the ruleset, and where a thing that a figure has is looked up in the file.
Gives values of `engine.kinds`, things of the file, and things that the referee describes in one line.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from referee.engine.contract.carries_over import CarriesOver
from referee.engine.contract.condition_kind import ConditionKind, Stacking
from referee.engine.contract.kinds import AnyTrait, TrackKind, TraitKind
from referee.engine.contract.option import Option
from referee.engine.contract.standing import Standing
from referee.engine.contract.template import Template
from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Tag, Thing
from referee.engine.state.condition import ROUND, Until, moment_of
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track, Value
from referee.engine.state.tags import slug
from referee.engine.verbs.ledger import Ledger
from referee.plain_data import toml_of
from referee.rules.open_table.language.actions import USE, ActionRule
from referee.rules.open_table.language.conditions import ConditionRule
from referee.rules.open_table.language.document import Mistake
from referee.rules.open_table.language.effect_notation import Duration
from referee.rules.open_table.language.expression import Node, Number
from referee.rules.open_table.language.kinds import KindRule
from referee.rules.open_table.language.options import OptionRule
from referee.rules.open_table.language.shipped_catalogue import (
    later_values,
    on_shipped,
    self_contained,
    shipped_things,
    shipped_words,
)
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.language.things import SortRule, ThingRule, read_thing
from referee.rules.open_table.language.toml_table import Context, Table
from referee.rules.open_table.language.tracks import TrackRule
from referee.rules.open_table.language.traits import TraitRule
from referee.rules.open_table.play.amounts.evaluation import total
from referee.text.lazy_pattern import pattern
from referee.words.bearer import plain

OWN = TraitKind("own", "")
"""What is said of a thing that the file does not have."""
_LONGEST = 2_000


ENTRY = Standing("entry", turn=True, able=True)
"""How an entry of the order stands that is no figure."""


def is_entry(encounter: Encounter, tag: Tag) -> bool:
    """True for what only has a place in the order, such as a lair."""
    figure = encounter.figures.get(tag)
    return figure is not None and figure.standing == ENTRY.name


USES = TrackKind("uses", "uses")
"""How often a thing can still be used."""
_THING = TraitKind("thing", "")
"""What the file calls a thing."""
SHARES = "shares"
"""The trait of a thing that spends the uses of another."""
_STACKING = {"each": Stacking.EACH, "longest": Stacking.LONGEST, "add": Stacking.ADDS, "no": Stacking.REPLACES}
_STACKING |= {"source": Stacking.PER_SOURCE}
_AMOUNT = pattern(r"[+-]?[0-9]*d?[0-9]", re.ASCII)
"""How a number begins, or dice."""
_SPAN = pattern(r"([0-9]{1,5})/([0-9]{1,5})", re.ASCII)


@lru_cache(maxsize=1024)
def read_own(file: SystemFile, sort: str, said: str) -> ThingRule:
    """The thing of that sort that is meant. NotUnderstood, with the first thing that is wrong."""
    data = on_shipped(file.about.name, _table(sort, said))
    known = {*file.sorts[sort].amounts, *file.sorts[sort].flags} if sort in file.sorts else set[str]()
    for later in later_values(file.about.name).difference(known):
        data.pop(later, None)
    mistakes: list[Mistake] = []
    title = data.setdefault("name", sort)
    name = slug(title if isinstance(title, str) else sort).replace("-", "_") or sort
    table = Table(
        Context(file.symbols, mistakes.append, {"sort": file.sorts, "things": dict(file.things)}),
        ("thing", name),
        {**data, "sort": sort},
    )
    rule = read_thing(table, name)
    table.close()
    if wrong := [mistake for mistake in mistakes if mistake.code != "W"]:
        raise NotUnderstood(f"{wrong[0].key.removeprefix('thing.')}: {wrong[0].sentence}")
    return rule


def _table(sort: str, said: str) -> dict[str, object]:
    """The table in braces."""
    if len(said) > _LONGEST:
        raise NotUnderstood(f"{sort}: the description is too long. Use at most {_LONGEST:,} characters.")
    try:
        found = toml_of(f"it = {said}")
    except (ValueError, RecursionError) as error:
        raise NotUnderstood(f"{sort}: put the values in braces, for example {{name='Bite', hit=4}}.") from error
    data = found.get("it")
    if not isinstance(data, dict) or len(found) > 1:
        raise NotUnderstood(f"{sort}: one pair of braces only, for example {{name='Bite', hit=4}}.")
    return data


def track_kind(rule: TrackRule) -> TrackKind:
    """A track of figures."""
    return TrackKind(
        rule.name,
        rule.label,
        rule.hint,
        rising=rule.counts_up,
        detail=rule.detail,
        unbounded=rule.keeps != "sum",
        private=rule.show == "never",
        called=rule.called,
        raised=rule.raised,
        lowered=rule.lowered,
    )


def trait_kind(rule: TraitRule, detail: bool = False) -> AnyTrait:
    """A trait of figures. One without a default of the file has an empty one, and is not known until it is set.

    detail: its changes are told only where the log is read in full.
    """
    spare = rule.show == "spare"
    match rule.type:
        case "yes":
            return TraitKind(rule.name, rule.default is True, rule.label, rule.hint, spare=spare)
        case "word":
            word, label = str(rule.default or ""), rule.label.replace("{", "{{").replace("}", "}}")
            cleared = f"{{who}} is no longer {label} anything" if rule.condition else ""
            return TraitKind(
                rule.name, word, rule.label, rule.hint, cleared=cleared, experience=rule.experience, spare=spare
            )
        case "words":
            words = rule.default if isinstance(rule.default, tuple) else ()
            return TraitKind[tuple[str, ...]](
                rule.name, words, rule.label, rule.hint, last=rule.show == "last", spare=spare
            )
        case _:
            n = rule.default if isinstance(rule.default, int) else 0
            return TraitKind(
                rule.name,
                n,
                rule.label,
                rule.hint,
                rule.least,
                rule.most,
                optional=True,
                detail=detail,
                signed=rule.signed,
                derived=rule.formula is not None,
                spare=spare,
            )


def condition_kind(rule: ConditionRule) -> ConditionKind:
    """A condition, with how long it lies where nothing is said."""
    return ConditionKind(
        rule.name,
        rule.hint,
        rule.cites,
        _STACKING[rule.stacks],
        rule.most,
        rule.aliases,
        usual_words(rule.lasts),
        rule.label if rule.label != plain(rule.name) else "",
        *(rule.said, rule.cleared),
        by_note=rule.noted,
    )


def usual_words(lasts: Duration) -> str:
    """A duration in the words of the engine's `read_duration`; empty for one that is open."""
    match lasts.kind:
        case "turns" | "this turn":
            return f"{lasts.count} {lasts.edge}s of {lasts.of}"
        case "rounds":
            return f"{lasts.count} rounds"
        case "open":
            return ""
        case "fight":
            return "fight"
        case _:
            return lasts.rest


def option_of(rule: OptionRule) -> Option:
    """A choice of the encounter."""
    return Option(rule.name, rule.choices, rule.hint, rule.cites, title=rule.title, labels=rule.labels)


def thing_of(rule: ThingRule) -> Thing:
    """A thing as a figure brings it along; how often it can be used, where that does not depend on who has it."""
    uses = fixed(rule.uses)
    tracks = {USES.name: Track(now=uses, most=uses)} if uses is not None else {}
    traits: dict[str, Value] = {_THING.name: rule.name, **({SHARES: rule.shares} if rule.shares else {})}
    return Thing(tag=rule.name, name=rule.title, kind=rule.sort, tracks=tracks, traits=traits)


def rule_of_thing(file: SystemFile, thing: Thing | None) -> ThingRule | None:
    """What the file says of a thing on the table, or the referee of one of their own; None without a thing."""
    if thing is None:
        return None
    said, known = thing.traits.get(OWN.name), str(thing.traits.get(_THING.name, ""))
    return read_own(file, thing.kind, said) if isinstance(said, str) else file.things.get(known)


def things_of(file: SystemFile, encounter: Encounter, who: Tag) -> list[tuple[Thing, ThingRule]]:
    """The things that a figure has, each with what the file, or the referee, says of it; none for one that is gone."""
    piles = encounter.figures[who].piles if who in encounter.figures else {}
    held = (encounter.things.get(tag) for pile in piles.values() for tag in pile)
    return [(thing, rule) for thing in held if thing and (rule := rule_of_thing(file, thing))]


def own_thing(file: SystemFile, sort: str, said: str) -> Thing:
    """A thing of the referee's own as a figure brings it along. NotUnderstood if it cannot be read."""
    thing = thing_of(read_own(file, sort, said))
    return replace(thing, traits={**thing.traits, OWN.name: self_contained(file.about.name, said)})


def in_braces(file: SystemFile, sort: str, line: str) -> str:
    """`bite +5 1d8+3 piercing` as the table in braces that describes such a thing; empty if nothing but a name is said.

    Behind the name stand the bonus to hit, values and marks of the sort, `save dex`, `half`, a span such as 30/120, and
    the damage, with commas between its parts.
    """
    rule = file.sorts[sort]
    words = line.replace("'", "’").replace(",", " , ").split()
    begins = next((n for n, word in enumerate(words) if _is_said(file, rule, words[n : n + 2])), len(words))
    name, rest = " ".join(words[:begins]), words[begins:]
    if not name or not rest:
        return ""
    keys = _keys_said(rule, rest)
    if "test" in keys:
        keys["targets"] = "'many'"
    elif not any(action.sort == sort and action.act.tests for action in file.actions.values()):
        tests = [action.act.tests[0] for action in file.actions.values() if action.sort and action.act.tests]
        keys |= {"test": f"'{tests[0]}'"} if tests and "hit" in keys else {}
    return f"{{{', '.join((f'name={name!r}', *(f'{key}={value}' for key, value in keys.items())))}}}"


def _keys_said(rule: SortRule, rest: Sequence[str]) -> dict[str, str]:
    """What the words behind the name of a thing say, as the keys of its table; all that is nothing else is damage."""
    span, keys, damage = rule.span, dict[str, str](), list[str]()
    while rest:
        word, *rest = rest
        if word in rule.flags:
            keys[word] = "true"
        elif word == "half":
            keys["spared"] = "'half'"
        elif span is not None and word == span.near and rest and _SPAN.fullmatch(rest[0]):
            continue  # range 30/120
        elif word == "save" and rest:
            keys["test"] = f"'{word} {rest[0]}'"
            rest = rest[_words_of_value(rule, rest) :]
        elif word in rule.amounts and rest:
            keys[word] = f"'{rest[0]}'"
            rest = rest[_words_of_value(rule, rest) :]
        elif span is not None and (found := _SPAN.fullmatch(word)):
            keys |= {span.near: f"'{found[1]}'", span.far: f"'{found[2]}'"}
            rest = rest[1 if rest[:1] == [span.unit] else 0 :]
        elif is_number(word) and not damage and rule.amounts:
            keys["hit" if "hit" in rule.amounts else rule.amounts[0]] = f"'{int(word)}'"
        else:
            damage.append(word)
    if span is not None and span.near in keys and span.flag and span.unless not in keys:
        keys[span.flag] = "true"
    if damage:
        keys["damage"] = f"[{','.join(repr(part.strip()) for part in ' '.join(damage).split(' , '))}]"
    return keys


def _words_of_value(rule: SortRule, rest: Sequence[str]) -> int:
    """How many words a value takes: one, and its unit."""
    return 2 if rule.span is not None and rest[1:2] == [rule.span.unit] else 1


def _is_said(file: SystemFile, rule: SortRule, words: Sequence[str]) -> bool:
    """True where something else than a name begins: a number, dice, a value of the sort, or a save."""
    if _AMOUNT.match(words[0]):
        return True
    if len(words) == 1:
        return False
    if words[0] in rule.amounts and (is_number(words[1]) or _SPAN.fullmatch(words[1]) is not None):
        return True
    return bool(file.symbols.find("test", " ".join(words)))


def equipment(file: SystemFile, key: str, word: str) -> tuple[str, Thing] | None:
    """`weapon=longsword`: a thing of that sort, or one described in one line or in braces. None if it means nothing."""
    if key not in file.sorts:
        return None
    name = word.lower().replace(" ", "_")
    if (found := file.symbols.find("thing", name)) and file.things[found[0]].sort == key:
        return key, thing_of(file.things[found[0]])
    sort, said = (key, word) if word.lstrip().startswith("{") else shipped_things(file.about.name).get(name, ("", ""))
    said = said if sort == key else in_braces(file, key, word)
    return (key, own_thing(file, key, said)) if said else None


def equipment_words(file: SystemFile, pile: str, thing: Thing) -> tuple[str, str] | None:
    """`weapon=longsword` for a thing of the file or the catalogue, what was said of it for one of the referee's; None
    for any other.
    """
    said = thing.traits.get(OWN.name, thing.traits.get(_THING.name))
    return (thing.kind, shipped_words(file.about.name).get(said, said)) if isinstance(said, str) else None


def carries_over(file: SystemFile, member: Callable[[Encounter, Tag], bool]) -> CarriesOver:
    """What a party keeps, and who may belong to it; a number in the order is none of it."""
    party = file.party

    def keeps(pile: str, thing: Thing) -> bool:
        return OWN.name in thing.traits or thing.traits.get(_THING.name) in party.things

    traits = tuple(name for name in party.traits if name != file.order.trait)
    things = "things with their uses left" if party.things else "things of one's own"
    return CarriesOver(party.tracks, traits, party.conditions, keeps, things, member=member)


def action_for(file: SystemFile, thing: ThingRule) -> ActionRule:
    """The action by which a thing is used: the first that is done with things of its sort, else `use`."""
    return next((action for action in file.actions.values() if action.sort == thing.sort), USE)


def fixed(node: Node | None) -> int | None:
    """The value of an amount that is a plain number; None for any other."""
    return total(node) if isinstance(node, Number) else None


def template_of(file: SystemFile, rule: KindRule) -> Template:
    """A kind of figure, with the tracks that are plain numbers; the others are reckoned as it joins."""
    begun = ((name, _track(*begins, file.tracks[name].least)) for name, begins in starts(file, rule.name).items())
    things = tuple(file.things[name] for name in rule.things)
    return Template(
        kind=rule.name,
        side=rule.side,
        name=rule.title,
        short=rule.short,
        numbered=rule.numbered,
        tracks={name: track for name, track in begun if track is not None},
        traits=dict(rule.traits),
        things=tuple((thing.sort, thing_of(thing)) for thing in things),
        cites=rule.cites,
        hint=rule.hint,
        number=file.order.trait if file.order.by in ("number", "card") else "",
        standing=ENTRY.name if rule.entry else rule.standing,
        hidden=rule.entry,
    )


def _track(now: Node, most: Node | None, least: Node) -> Track | None:
    """A track that begins there, within these bounds; None if any of them is reckoned as its figure joins."""
    begins, bound, lowest = fixed(now), fixed(most or now), fixed(least)
    if begins is None or bound is None or lowest is None:
        return None
    return Track(now=begins, most=bound, least=lowest)


def starts(file: SystemFile, kind: str) -> Mapping[str, tuple[Node, Node | None]]:
    """The tracks that a figure of a kind has from the file, each with where it begins and its bound."""
    rule = file.kinds.get(kind)
    if rule is None or rule.entry:
        return {}
    found: dict[str, tuple[Node, Node | None]] = {}
    for name, track in file.tracks.items():
        own = rule.tracks.get(name)
        if own is not None:
            found[name] = (own.now, own.most or track.most)
        elif track.start is not None:
            found[name] = (track.start, track.most)
    return found


def until_of(ledger: Ledger, lasts: Duration, who: Tag, by: Tag | None) -> Until | None:
    """The end of a condition that lies so long from now on."""
    match lasts.kind:
        case "turns":
            of = by if lasts.of == "by" and by is not None else who
            now = lasts.edge == "end" and ledger.encounter.at_turn(of)
            return Until(edge=lasts.edge, of=of, left=lasts.count + now)
        case "this turn":
            return Until(edge="end", of=ledger.encounter.turn or who, left=1)
        case "rounds":
            if by is not None and ledger.encounter.slot(by) is not None:
                return Until(edge="start", of=by, left=lasts.count)
            return Until(edge="end", of=ROUND, left=lasts.count)
        case "fight":
            return Until(edge="end", of=moment_of("fight"))
        case "rest":
            return Until(edge="end", of=moment_of(lasts.rest))
        case _:
            return None
