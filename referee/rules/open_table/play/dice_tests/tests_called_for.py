"""Tests that are called for: saves as verbs, any test of the file by its name, and tests that end conditions.

Used by the referee's commands `save dex`, `test blow`, and by the engine as a turn ends.
Gives the verbs and the test that the engine asks for.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.kinds_of_test import TestKind
from referee.engine.dice.notation import read_dice
from referee.engine.events.event import Result
from referee.engine.problem import NotUnderstood, Refused, complaint
from referee.engine.questions.answer import Chosen, Counted, Picked, Said
from referee.engine.questions.question import REFEREE, Choose
from referee.engine.questions.typed_questions import Amount, Text
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import Condition, Ending
from referee.engine.state.encounter import MOST_FIGURES
from referee.engine.verbs.anybody import anybody
from referee.engine.verbs.ending_tests import ask_referee
from referee.engine.verbs.ledger import Ledger, for_each
from referee.engine.verbs.verb import Verb, asks, verb
from referee.rules.open_table.language.dice_tests import TestRule
from referee.rules.open_table.language.effect_notation import DamagePart, Part, by_type
from referee.rules.open_table.language.effects import Bring, Effect
from referee.rules.open_table.language.system_file import SystemFile
from referee.rules.open_table.play.dice_tests.modifiers import (
    ADVANTAGE,
    DISADVANTAGE,
    called_against,
    read_words,
    typed_bonus,
)
from referee.rules.open_table.play.dice_tests.outcomes import TestAttempt, TestOutcome
from referee.rules.open_table.play.dice_tests.resolve import resolve_test, resolve_tests
from referee.rules.open_table.play.effects import effects
from referee.rules.open_table.play.game import Game, NameScope, Play, own_bring
from referee.text.quoting import quoted
from referee.words.dice_tests import CHECK, COMMON

MOST = 999


def verbs(game: Game) -> tuple[Verb, ...]:
    """A verb for each test of the target and family of such, and one for any test."""
    families: dict[str, list[TestRule]] = {}
    for rule in game.default.tests.values():
        if rule.by_target:
            families.setdefault(rule.family, []).append(rule)
    made = [_save(game, family, rules) for family, rules in families.items()]
    return (*made, _any_test(game)) if game.default.tests else ()


# -------------------------------------------------------------------- their words in the log


def test_kind(file: SystemFile, rule: TestRule) -> TestKind:
    """A test, with its own words for how it comes out."""
    label = rule.label.replace("{", "{{").replace("}", "}}")
    usual = "" if rule.name in COMMON and rule.name != CHECK else f"{{whose}} {label}"
    made_for = {
        event.called: _by_result(event.told) for event in file.events if event.called and rule.name in event.ask
    }
    return TestKind(
        rule.name,
        rule.said or (usual and f"{usual} against {{target}}"),
        rule.said if rule.said and "{target}" not in rule.said else usual,
        _by_result(rule.words),
        told=_by_result(rule.told),
        told_of=made_for,
        versus=called_against(file, rule),
    )


def _by_result(said: Mapping[str, str]) -> Mapping[Result, str]:
    results: tuple[Result, ...] = ("critical", "success", "partial", "failure", "fumble")
    return {result: said[result] for result in results if result in said}


# -------------------------------------------------------------------- saves


class Stakes(Struct, frozen=True):
    """What a save is about."""

    damage: tuple[DamagePart, ...] = ()
    half: bool = False
    conditions: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    """adv, dis, +2, -1d4 and marks."""

    @property
    def effects(self) -> tuple[Effect, ...] | None:
        """What may come of it; None where neither a condition nor a type of damage was said."""
        said = self.conditions or any(part.type for part in self.damage)
        return (Effect(self.damage, brings=tuple(map(Bring, self.conditions))),) if said else None


def _save(game: Game, family: str, rules: Sequence[TestRule]) -> Verb:
    """`save g1,g3 dex 13 8d6 fire half prone`."""
    words: Mapping[str, str] = {rule.word or rule.name: rule.name for rule in rules}

    only = Chosen(option=next(iter(words))) if len(words) == 1 else None

    which = Choose(key="test", prompt=f"Which {family}?", options=tuple(words))
    number = Amount(key="against", prompt="Against which number?", least=-MOST, most=MOST)
    check = complaint(lambda text: read_stakes(game, text))
    what = Text(key="stakes", prompt="What happens? For example: 8d6 fire half prone", optional=True, check=check)
    hint = f"{family} g1,g3 {next(iter(words))} 13 8d6 half adv"

    @verb(name=family, hint=hint, interjects=True, cites=rules[0].cites)
    async def run(
        ledger: Ledger,
        who: Picked = anybody(MOST_FIGURES, "Who saves?"),
        test: Chosen = asks(which, default=only),
        against: Counted = asks(number),
        stakes: Said = asks(what, default=Said(text=""), rest=True),
    ) -> None:
        rule = game.file(ledger.encounter).tests[words[test.option]]
        await _saved(Play(game, ledger), who.tags, rule, against.n, read_stakes(game, stakes.text))

    return run


def read_stakes(game: Game, text: str) -> Stakes:
    """`8d6 fire half prone adv`: dice with their type, half, conditions, words. NotUnderstood otherwise."""
    file, found = game.default, Stakes()
    for word in text.lower().split():
        if word in file.damage.types and found.damage:
            found = replace(found, damage=(*found.damage[:-1], replace(found.damage[-1], type=word)))
        elif word == "half":
            found = replace(found, half=True)
        elif named := file.symbols.find("condition", word):
            found = replace(found, conditions=(*found.conditions, named[0]))
        elif word in (ADVANTAGE, DISADVANTAGE, *file.marks) or word[0] in "+-":
            found = replace(found, words=found.words | read_words((word,) if word[0] not in "+-" else (), word)[1])
        elif word[0].isdigit() or word[0] == "d":
            read_dice(word)
            found = replace(found, damage=(*found.damage, DamagePart(typed_bonus(f"+{word}"))))
        else:
            raise NotUnderstood(
                f"{quoted(word)} does nothing on a save. Type, for example: 8d6 fire half prone, adv, dis, +2."
            )
    return found


async def _saved(play: Play, who: Sequence[Tag], rule: TestRule, against: int, stakes: Stakes) -> None:
    """All save at the same time; then the damage is thrown once, and each takes its share."""
    looks = {tag: NameScope(play.game, play.encounter, own=tag, target=tag, marks=stakes.words) for tag in who}
    at_stake = stakes.effects
    attempts = [TestAttempt(rule, tag, looks[tag], against=against, worded=True, stakes=at_stake) for tag in who]
    made = dict(zip(who, await resolve_tests(play, attempts), strict=True))
    many = play.file.cites.many if len(who) > 1 else ()
    cause = effects.Cause(rule.name, by=REFEREE, cites=(*rule.cites, *many))
    parts: list[Part] = []
    outcomes = [outcome for outcome in made.values() if outcome is not None]
    if stakes.damage and any(stakes.half or not outcome.good for outcome in outcomes):
        look = play.names()
        parts = by_type(await effects.thrown_parts(play, stakes.damage, look, cause))
    await for_each(play.ledger, who, lambda tag: _damage_share(play, tag, made[tag], parts, stakes, cause))


async def _damage_share(
    play: Play, who: Tag, made: TestOutcome | None, parts: Sequence[Part], stakes: Stakes, cause: effects.Cause
) -> None:
    if made is None or (made.good and not stakes.half):
        return
    look = play.names(own=who, target=who)
    if parts:
        taken = [part.left("half", play.game.default.about.rounding) for part in parts] if made.good else parts
        await play.game.deal(play, who, taken, look, cause.cites)
    if not made.good and stakes.conditions:
        brings = tuple(Bring(condition) for condition in stakes.conditions)
        await effects.bring_all(play, brings, look.at(play.encounter), who, cause)


# -------------------------------------------------------------------- any test


def _any_test(game: Game) -> Verb:
    """`test check_dex ann 15 adv`."""
    names = {name.replace(" ", "_"): name for name in game.default.tests}

    known = (ADVANTAGE, DISADVANTAGE, *game.default.marks)

    labels = {word: game.default.tests[name].hint for word, name in names.items()}
    which = Choose(key="test", prompt="Which test?", options=tuple(names), labels=labels)
    check = complaint(lambda text: read_words(known, text))
    said = Text(key="words", prompt="Against which number? (adv, dis, +2)", words=known, optional=True, check=check)

    @verb(name="test", hint="test NAME WHO [AGAINST]", interjects=True)
    async def run(
        ledger: Ledger,
        test: Chosen = asks(which),
        who: Picked = anybody(MOST_FIGURES, "Who makes it?"),
        words: Said = asks(said, default=Said(text=""), rest=True),
    ) -> None:
        against, marks = read_words(known, words.text)
        if not any(map(ledger.encounter.has, who.tags)):
            raise Refused("Those figures have left the table.")
        rule = game.file(ledger.encounter).tests[names[test.option]]
        looks = (NameScope(game, ledger.encounter, own=tag, actor=tag, target=tag, marks=marks) for tag in who.tags)
        attempts = [TestAttempt(rule, look.own, look, against=against, worded=True) for look in looks]
        await resolve_tests(Play(game, ledger), attempts)

    return run


async def ending_test(play: Play, who: Tag, condition: Condition, ending: Ending) -> bool:
    """Whether a test succeeds that ends a condition; one that the file does not know is the referee's word."""
    test = play.file.tests.get(ending.test)
    if test is None or ending.against is None:
        return await ask_referee(play.ledger, who, condition, ending)
    look = play.names(own=who, target=who, by=condition.by or "")
    called = condition.kind.replace("_", " ")
    stakes = (Effect(brings=(Bring(condition.kind),)),)
    purpose = f"to end {called}"
    attempt = TestAttempt(test, who, look, using=called, against=ending.against, purpose=purpose, stakes=stakes)
    made = await resolve_test(play, attempt)
    rule = play.file.conditions.get(condition.kind)
    own = own_bring(play.file, condition.own).save_ends if condition.own else None
    save = own or (rule.save_ends if rule is not None else None)
    if rule is not None and save is not None and (stage := save.passes if made.good else save.fails) is not None:
        after = replace(look.at(play.encounter), terms={**look.terms, **made.terms})
        await effects.apply(
            play, stage, after, who, effects.Cause(rule.name, by=who, source=condition.by, cites=rule.cites)
        )
    return made.good
