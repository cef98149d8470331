"""Verbs that every file system has: a number in the order, points that are granted, what is spent, a rest."""

from collections.abc import Callable, Iterable, Mapping

from referee.engine.answer import Answer, Chosen, Counted, Picked
from referee.engine.ask import Lapsed
from referee.engine.bearer import Tag, Thing
from referee.engine.encounter import MOST_FIGURES, Encounter
from referee.engine.event import TraitSet
from referee.engine.for_each import for_each
from referee.engine.kinds import AWAY
from referee.engine.ledger import Ledger
from referee.engine.question import Amount, Choose, Pick
from referee.engine.tags import listed
from referee.engine.verb import Command, Given, Param, Situation, Verb
from referee.rules.open_table import effects, tracks
from referee.rules.open_table.costs import pay
from referee.rules.open_table.game import Game
from referee.rules.open_table.kinds import USES
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.order.late import new_number
from referee.rules.open_table.tables.event_rule import RestRule
from referee.rules.open_table.tables.track import TrackRule
from referee.rules.open_table.tables.trait import TraitRule
from referee.rules.open_table.turn_moments import come_back
from referee.words.thing import thing_words

MOST = 9_999


def verbs(game: Game) -> tuple[Verb, ...]:
    """The verbs that the tables of the file make, beside its acts."""
    file = game.default
    made = [_grant(game, rule) for rule in file.tracks.values() if rule.keeps != "sum"]
    if file.order.by in ("number", "card") or file.order.within == "number":
        made.append(_number(game, file.traits[file.order.trait]))
    if file.tracks:
        made.append(_spend(game))
    if any(thing.uses is not None for thing in file.things.values()):
        made.append(_uses())
    if file.rests:
        made.append(_rest(game))
    return tuple(made)


def _everybody(situation: Situation) -> tuple[Tag, ...]:
    return tuple(f.tag for f in situation.encounter.figures.values() if f.standing != AWAY.name)


def _who(prompt: str, default: Callable[[Situation, Given], Answer | None] | None = None) -> Param:
    def ask(situation: Situation, given: Given) -> Pick:
        return Pick(key="who", prompt=prompt, among=_everybody(situation), most=MOST_FIGURES)

    return Param("who", ask, default, nobody="There is no figure on the table.")


def _amount(prompt: str, least: int, most: int, default: int | None = None) -> Param:
    def ask(situation: Situation, given: Given) -> Amount:
        return Amount(key="amount", prompt=prompt, least=least, most=most)

    silent = (lambda situation, given: Counted(n=default)) if default is not None else None
    return Param("amount", ask, silent)


# -------------------------------------------------------------------- the number in the order


def _number(game: Game, trait: TraitRule) -> Verb:
    """`init bob 12`: the number of figures; who has a place moves at once."""

    async def run(ledger: Ledger, who: Picked, amount: Counted) -> None:
        cites = game.file(ledger.encounter).order.cites
        for tag in who.tags:
            ledger.record(TraitSet(tag=tag, trait=trait.name, value=amount.n, cites=cites))
            new_number(game, ledger, tag, *cites)

    params = (_who("Whose number?"), _amount(f"{trait.label} becomes", trait.least, trait.most))
    return Verb(trait.name, run, params, hint=f"a number in the order: {trait.name} bob 12", interjects=True, actor="")


# -------------------------------------------------------------------- points that never add up


def _grant(game: Game, rule: TrackRule) -> Verb:
    """`temp ann 5`: points that replace the old ones or do not, as the file has it."""

    async def run(ledger: Ledger, who: Picked, amount: Counted) -> None:
        async def grant(tag: Tag) -> None:
            await tracks.grant(game, ledger, tag, rule.name, amount.n, *rule.cites)

        await for_each(ledger, who.tags, grant)

    params = (_who("Who gets them?"), _amount(f"{rule.label}: how many?", 1, MOST))
    return Verb(
        rule.name, run, params, hint=rule.hint or f"new {rule.label}", interjects=True, cites=rule.cites, actor=""
    )


# -------------------------------------------------------------------- what is spent


def _spend(game: Game) -> Verb:
    """`spend ann mana 2`: so much of a track; refused where there is not so much."""

    def ask(situation: Situation, given: Given) -> Choose:
        who = given.tags("who") if "who" in given else _everybody(situation)
        there = dict.fromkeys(name for tag in who for name in situation.encounter.of(tag).tracks)
        return Choose(key="track", prompt="What is spent?", options=tuple(there))

    async def run(ledger: Ledger, who: Picked, track: Chosen, amount: Counted) -> None:
        for tag in who.tags:
            pay(game, ledger, tag, track.option, amount.n)

    params = (_who("Who spends?"), Param("track", ask, nobody="Nobody has anything to spend."))
    return Verb("spend", run, (*params, _amount("How much?", 1, MOST, 1)), hint="spend ann mana 2", interjects=True)


def _uses() -> Verb:
    """`uses smaug fire_breath 1`: how often a thing can still be used, as the referee says over the rules."""

    def ask(situation: Situation, given: Given) -> Choose:
        there = _used_things(situation.encounter, given.tags("who") if "who" in given else _everybody(situation))
        labels = {name: thing_words(things[0]) for name, things in there.items()}
        return Choose(key="thing", prompt="Which thing?", options=tuple(there), labels=labels)

    async def run(ledger: Ledger, who: Picked, thing: Chosen, amount: Counted) -> None:
        for there in _used_things(ledger.encounter, who.tags)[thing.option]:
            tracks.put(ledger, there.tag, USES.name, amount.n)

    params = (_who("Whose?"), Param("thing", ask, nobody="Nobody has a thing that is used up."))
    hint = "how often a thing can still be used: uses smaug fire_breath 1"
    return Verb("uses", run, (*params, _amount("Uses left", 0, MOST)), hint=hint, interjects=True, overrules=True)


def _used_things(encounter: Encounter, who: Iterable[Tag]) -> Mapping[str, list[Thing]]:
    """The things of these figures that can be used so often, by the names that the file gives them."""
    found: dict[str, list[Thing]] = {}
    held = (tag for one in who for pile in encounter.of(one).piles.values() for tag in pile)
    for thing in (encounter.things[tag] for tag in held if tag in encounter.things):
        if USES.name in thing.tracks:
            found.setdefault(str(thing.traits.get("thing", thing.tag)), []).append(thing)
    return found


# -------------------------------------------------------------------- rests


def _rest(game: Game) -> Verb:
    """`rest short`: its effect on all who are chosen, and what comes back with it."""
    rests = game.default.rests

    def ask(situation: Situation, given: Given) -> Choose:
        labels = {rest.name: rest.hint or rest.label for rest in rests.values()}
        return Choose(key="rest", prompt="Which rest?", options=tuple(rests), labels=labels)

    def only(situation: Situation, given: Given) -> Answer | None:
        return Chosen(option=next(iter(rests))) if len(rests) == 1 else None

    def able(situation: Situation, given: Given) -> Answer | None:
        figures = situation.encounter.figures
        return Picked(tags=tuple(tag for tag in situation.able_figures() if figures[tag].tracks))

    async def run(ledger: Ledger, rest: Chosen, who: Picked) -> None:
        rule = game.file(ledger.encounter).rests[rest.option]
        ledger.remark(f"{rule.label}: {listed([ledger.encounter.name(tag) for tag in who.tags])}", *rule.cites)
        await for_each(ledger, who.tags, lambda tag: _rested(game, ledger, tag, rule))
        ledger.moment(rule.name, *rule.cites)

    named = Param("rest", ask, only if len(rests) == 1 else None)
    return Verb("rest", run, (named, _who("Who rests?", able)), hint="rest NAME, rest NAME ann,bob", interjects=False)


def rest_command(rest: str, who: tuple[Tag, ...]) -> Command:
    """The order by which these take that rest."""
    return Command(verb="rest", given={"rest": Chosen(option=rest), "who": Picked(tags=who)})


async def _rested(game: Game, ledger: Ledger, who: Tag, rule: RestRule) -> None:
    if who not in ledger.encounter.figures:
        raise Lapsed("it has left the table")
    look = Lookup(game, ledger.encounter, own=who, target=who, actor=who)
    await effects.apply(game, ledger, rule.effect, look, who, effects.Cause(rule.name, by=who, cites=rule.cites))
    come_back(game, ledger, who, rule.name)
