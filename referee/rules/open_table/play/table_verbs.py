"""Verbs of the table that every file system has: hold, return, over, rests, turn, spend, uses, consult.

Used as the ruleset is made.
Gives verbs beside the actions and tests of the file.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from referee.engine.events.event import SlotMarked, TraitSet
from referee.engine.problem import Refused
from referee.engine.questions.answer import Chosen, Counted, Picked, Said
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Amount
from referee.engine.state.bearer import TABLE, Tag, Thing
from referee.engine.state.condition import FIGHT
from referee.engine.state.encounter import MOST_FIGURES, Encounter, Slot
from referee.engine.verbs.anybody import anybody
from referee.engine.verbs.ledger import Ledger, end_rounds, for_each
from referee.engine.verbs.order import THEN, in_order, without_yes
from referee.engine.verbs.verb import Command, Situation, Verb, asks, override, verb
from referee.rules.open_table.language.effect_notation import Event
from referee.rules.open_table.language.expression import names_a_test
from referee.rules.open_table.language.rests import RestRule
from referee.rules.open_table.language.tracks import LIMITED, TrackRule
from referee.rules.open_table.language.traits import TraitRule
from referee.rules.open_table.play.amounts.evaluation import holds_surely, repeated, settled
from referee.rules.open_table.play.amounts.throwing import Throw, known, thrown
from referee.rules.open_table.play.effects import effects
from referee.rules.open_table.play.figures import tracks
from referee.rules.open_table.play.figures.kinds import USES, is_entry
from referee.rules.open_table.play.figures.tracks import pay
from referee.rules.open_table.play.game import Game, NameScope, Play
from referee.rules.open_table.play.order.places import BATCH, KEPT, gather
from referee.rules.open_table.play.order.slots_of_round import after_turn, new_number, put_behind, put_slot
from referee.rules.open_table.play.refusals import explained
from referee.text.phrases import listed, possessive
from referee.words.bearer import plain, thing_words

MOST = 9_999


def order_verbs(game: Game) -> tuple[Verb, ...]:
    """`hold` and `return`, in place of those that every table has."""
    cites = game.default.cites

    @verb(hint="waits and is passed over", cites=cites.hold, in_full=without_yes)
    async def hold(ledger: Ledger, who: Picked = in_order(held=False), then: Said = THEN) -> None:
        # The turn goes to the next whatever is said.
        mine = ledger.encounter.turn == who.one
        ledger.record(SlotMarked(who=who.one, acted=False, held=True, cites=game.file(ledger.encounter).cites.hold))
        if mine:
            await game.go_on(Play(game, ledger))

    @verb(hint="a figure on hold acts now or next", cites=cites.back)
    async def return_(ledger: Ledger, who: Picked = in_order(held=True)) -> None:
        await _return(Play(game, ledger), who.one)

    # With some choice of the options, if not with all, the table says who acts next.
    may_be_chosen = game.default.order.chosen or bool(game.options_for("order.by"))
    return (*((_turn(game),) if may_be_chosen else ()), hold, return_)


def _turn(game: Game) -> Verb:
    """`turn ann`: this turn ends, and that of somebody who has had none begins."""

    def ask(situation: Situation) -> Pick:
        encounter = situation.encounter
        left = [slot.who for slot in encounter.order if not slot.acted and slot.who != encounter.turn]
        free = tuple(tag for tag in left if situation.rules.gets_turn(encounter, tag))
        return Pick(key="who", prompt="Whose turn is next?", among=free)

    def barred(situation: Situation) -> str | None:
        chosen = game.file(situation.encounter).order.chosen
        return None if chosen else "Turns go in a fixed order here. To go on: next"

    nobody = "Everyone has acted this round. To start the next one: next"

    @verb(hint="turn ann: Ann's turn begins", bar=barred)
    async def turn(ledger: Ledger, who: Picked = asks(ask, nobody=nobody)) -> None:
        rules = ledger.rules
        if ledger.encounter.turn is not None and rules.end is not None:
            await rules.end(ledger, ledger.encounter.turn)
        await game.offer(Play(game, ledger))
        if ledger.encounter.turn is None and ledger.encounter.slot(who.one) is not None:
            await rules.begin(ledger, who.one)

    return turn


async def _return(play: Play, who: Tag) -> None:
    """Who waited acts as soon as this turn is over, or at once if it is nobody's."""
    encounter = play.encounter
    slot = encounter.slot(who)
    if slot is None:
        raise Refused(f"{encounter.name(who)} is not in the turn order.")
    last = _acted_last(play.ledger)
    order = play.file.order
    # Where one of several is chosen, all of them stay in one place.
    if order.return_place == "new" and not order.chosen and last is not None:
        put_behind(play, last.who, who)
    put_slot(play.ledger, replace(slot, held=False, step=after_turn(play, who)), *play.file.cites.back)
    if play.encounter.turn is None:
        await play.ledger.rules.begin(play.ledger, who)


def _acted_last(ledger: Ledger) -> Slot | None:
    """The slot of whose turn it is, else of who had the last one."""
    encounter = ledger.encounter
    if encounter.turn is not None:
        return encounter.slot(encounter.turn)
    return max((slot for slot in encounter.order if slot.acted), key=lambda slot: slot.step, default=None)


def end_fight(play: Play) -> None:
    """The fight is over, and `next` begins another in its first round."""
    end_rounds(play.ledger)
    for tag in play.encounter.figures:
        tracks.reset(play, tag, FIGHT)
    play.ledger.moment(FIGHT)
    _pass_time(play, list(play.encounter.figures), play.file.order.after)
    gather(play.ledger)
    play.ledger.record(*_forgotten(play.game, play.encounter))


def _pass_time(play: Play, who: Sequence[Tag], rounds: int) -> None:
    """What lies on these no longer than so many rounds ends, and what is brief."""
    play.ledger.time_passes(who, rounds, {rule.name for rule in play.file.conditions.values() if rule.brief})


def _forgotten(game: Game, encounter: Encounter) -> Iterator[TraitSet]:
    """What figures and sides have of the order, and what happens once a fight; the numbers of entries stay."""
    for tag, bearer in (*encounter.figures.items(), (TABLE, encounter.of(TABLE))):
        for trait in bearer.traits:
            if _is_of_fight(game, encounter, tag, trait):
                yield TraitSet(tag=tag, trait=trait, value=None)


def _is_of_fight(game: Game, encounter: Encounter, who: Tag, trait: str) -> bool:
    if trait == game.file(encounter).order.trait:
        return who in encounter.figures and not is_entry(encounter, who)
    return trait != BATCH.name and trait.startswith((KEPT, LIMITED))


def verbs(game: Game) -> tuple[Verb, ...]:
    """The verbs that the tables of the file make, beside its acts."""
    file = game.default
    made = [_grant(game, rule) for rule in file.tracks.values() if rule.keeps != "sum"]
    if file.order.by in ("number", "card") or file.order.within == "number":
        made.append(_number(game, file.traits[file.order.trait]))
    if file.tracks:
        made.append(_spend(game))
    if any(thing.uses is not None for thing in file.things.values()):
        made.append(uses)
    if by_hand := [name for name, table in file.tables.items() if not names_a_test(table.roll)]:
        made.append(_consult(game, by_hand))
    if file.rests:
        made.append(_rest(game))
    return tuple(made)


def _amount(prompt: str, least: int, most: int, default: int | None = None) -> Counted:
    """Declares the question for a number."""
    question = Amount(key="amount", prompt=prompt, least=least, most=most)
    return asks(question, default=None if default is None else Counted(n=default))


# -------------------------------------------------------------------- the number in the order


def _number(game: Game, trait: TraitRule) -> Verb:
    """`init bob 12`: the number of figures; who has a place moves at once."""

    @verb(name=trait.name, hint=f"sets a place in the order: {trait.name} bob 12", interjects=True, actor="")
    async def run(
        ledger: Ledger,
        who: Picked = anybody(MOST_FIGURES, "Whose number?"),
        amount: Counted = _amount(f"New {trait.label}?", trait.least, trait.most),
    ) -> None:
        cites = game.file(ledger.encounter).order.cites
        for tag in who.tags:
            ledger.record(TraitSet(tag=tag, trait=trait.name, value=amount.n, cites=cites))
            new_number(Play(game, ledger), tag, *cites)

    return run


# -------------------------------------------------------------------- points that never add up


def _grant(game: Game, rule: TrackRule) -> Verb:
    """`temp ann 5`: points that replace the old ones or do not, as the file has it."""

    @verb(name=rule.name, hint=rule.hint or f"new {rule.label}", interjects=True, cites=rule.cites, actor="")
    async def run(
        ledger: Ledger,
        who: Picked = anybody(MOST_FIGURES, "Who gets these points?"),
        amount: Counted = _amount(f"{rule.label}: how many?", 1, MOST),
    ) -> None:
        play = Play(game, ledger)
        await for_each(ledger, who.tags, lambda tag: effects.grant(play, tag, rule.name, amount.n, *rule.cites))

    return run


# -------------------------------------------------------------------- what is spent


def _ask_track(situation: Situation, who: Picked) -> Choose:
    there = dict.fromkeys(name for tag in who.tags for name in situation.encounter.of(tag).tracks)
    names = listed([situation.encounter.name(tag) for tag in who.tags])
    tags = ",".join(who.tags)

    def none_yet(word: str) -> str:
        return f"{names} has no {plain(word)} yet. To give some: set {tags} {word} 5"

    return Choose(key="track", prompt="Spend what?", options=tuple(there), own=none_yet if there else None)


def _spend(game: Game) -> Verb:
    """`spend ann mana 2`: so much of a track; refused where there is not so much."""

    @verb(hint="spend ann mana 2", interjects=True)
    async def spend(
        ledger: Ledger,
        who: Picked = anybody(MOST_FIGURES, "Who spends?"),
        track: Chosen = asks(_ask_track, nobody="Nobody has anything to spend."),
        amount: Counted = _amount("How much?", 1, MOST, 1),
    ) -> None:
        for tag in who.tags:
            pay(Play(game, ledger), tag, track.option, amount.n)

    return spend


def _ask_used(situation: Situation, who: Picked) -> Choose:
    there = _used_things(situation.encounter, who.tags)
    labels = {
        name: thing_words(situation.rules, situation.encounter, who.tags[0], things[0])
        for name, things in there.items()
    }
    return Choose(key="thing", prompt="Uses of what?", options=tuple(there), labels=labels)


@override(hint="sets the uses left: uses smaug fire_breath 1")
async def uses(
    ledger: Ledger,
    who: Picked = anybody(MOST_FIGURES, "Whose?"),
    thing: Chosen = asks(_ask_used, nobody="Nobody has anything with limited uses."),
    amount: Counted = _amount("How many uses are left?", 0, MOST),
) -> None:
    """How often a thing can still be used, as the referee says over the rules."""
    for there in _used_things(ledger.encounter, who.tags)[thing.option]:
        tracks.put(ledger, there.tag, USES.name, amount.n)


def _used_things(encounter: Encounter, who: Iterable[Tag]) -> Mapping[str, list[Thing]]:
    """The things of these figures that can be used so often, by the names that the file gives them."""
    found: dict[str, list[Thing]] = {}
    held = (tag for one in who for pile in encounter.of(one).piles.values() for tag in pile)
    for thing in (encounter.things[tag] for tag in held if tag in encounter.things):
        if USES.name in thing.tracks:
            found.setdefault(str(thing.traits.get("thing", thing.tag)), []).append(thing)
    return found


# -------------------------------------------------------------------- tables


def _consult(game: Game, tables: Sequence[str]) -> Verb:
    """`consult terror ann`: a roll on a table of the file, and what it says for that figure."""
    labels = {name: game.default.tables[name].label for name in tables}
    which = Choose(key="table", prompt="Which table?", options=tuple(tables), labels=labels)

    @verb(name="consult", hint="consult TABLE WHO: a roll on a table", interjects=True)
    async def run(
        ledger: Ledger, table: Chosen = asks(which), who: Picked = anybody(MOST_FIGURES, "For whom?")
    ) -> None:
        play = Play(game, ledger)
        for tag in who.tags:
            look = play.names(own=tag, target=tag, actor=tag)
            await effects.roll_on(play, table.option, look, tag, effects.Cause(table.option, by=tag))

    return run


# -------------------------------------------------------------------- rests


def _rest(game: Game) -> Verb:
    """`rest short`: its effect on all who are chosen, and what comes back with it."""
    rests = game.default.rests
    only = Chosen(option=next(iter(rests))) if len(rests) == 1 else None

    labels = {rest.name: rest.hint or rest.label for rest in rests.values()}
    which = Choose(key="rest", prompt="Which rest?", options=tuple(rests), labels=labels)

    def usual(situation: Situation, rest: Chosen) -> Picked:
        """Figures that the rest is for and that can act; the fallen too if the rest has a `when` of its own."""
        encounter, rule = situation.encounter, rests[rest.option]
        there = situation.able_figures() if rule.when is None else situation.targets()
        look = NameScope(game, encounter)
        resting = (tag for tag in there if any(holds_surely(each, replace(look, own=tag)) for each in rule.resting))
        return Picked(tags=tuple(tag for tag in (resting if rule.resting else there) if encounter.figures[tag].tracks))

    @verb(name="rest", hint="rest NAME, rest NAME ann,bob")
    async def run(
        ledger: Ledger,
        rest: Chosen = asks(which, default=only),
        who: Picked = anybody(MOST_FIGURES, "Who rests?", default=usual),
    ) -> None:
        play, encounter = Play(game, ledger), ledger.encounter
        rule = play.file.rests[rest.option]
        able = [tag for tag in who.tags if holds_surely(rule.when, play.names(own=tag, target=tag))]
        barred = listed([encounter.name(tag) for tag in who.tags if tag not in able])
        why = f"{barred} {rule.why or 'cannot rest so'}"
        if not able:
            raise Refused(explained(f"{why}.", rule.cites))
        ledger.remark(f"{rule.label}: {listed([encounter.name(tag) for tag in able])}", *rule.cites)
        if len(able) < len(who.tags):
            ledger.remark(why, *rule.cites)
        await for_each(ledger, able, lambda tag: _rested(play, tag, rule))
        ledger.moment(rule.name, *rule.cites)

    return run


def rest_command(rest: str, who: tuple[Tag, ...]) -> Command:
    """The order by which these take that rest."""
    return Command(verb="rest", given={"rest": Chosen(option=rest), "who": Picked(tags=who)})


async def _rested(play: Play, who: Tag, rule: RestRule) -> None:
    if who not in play.encounter.figures:
        raise Lapsed("that figure has left the table")
    effect = rule.effect
    if rule.spends and tracks.track_of(play.ledger, who, rule.spends) is not None:
        effect = replace(effect, heal=None)
        await _spend_each(play, who, rule)
    if rule.rounds:
        _pass_time(play, (who,), rule.rounds)
    look = play.names(own=who, target=who, actor=who)
    await effects.apply(play, effect, look, who, effects.Cause(rule.name, by=who, cites=rule.cites))
    for track, amount in rule.returns.items():
        if (there := tracks.track_of(play.ledger, who, track)) is not None and there.now != there.most:
            await effects.grant(play, who, track, look.at(play.encounter).number(amount), *rule.cites)
    tracks.reset(play, who, rule.name)
    await play.game.happen(play, who, Event("rests", what=rule.name), play.names(own=who, target=who, actor=who))


async def _spend_each(play: Play, who: Tag, rule: RestRule) -> None:
    """How much of a track a figure spends in a rest is asked; each point of it heals as much as it throws."""
    spent, name = play.file.tracks[rule.spends], play.encounter.name(who)

    def ask() -> Amount:
        left = tracks.left(play.ledger, who, rule.spends)
        prompt = f"{name}: how many {spent.called or spent.label} ({left} left)?"
        return Amount(
            key=f"{rule.name} {rule.spends} {who}", prompt=prompt, most=left, fallen_too=True, cites=rule.cites
        )

    if not ask().most or not (n := (await Ask(ask)).n):
        return
    pay(play, who, rule.spends, n, *rule.cites)
    how = Throw(f"{rule.name} {who}", f"{possessive(name)} {spent.called or spent.label}", who, rule.cites)
    look = await known(play, (rule.each_heals,), play.names(own=who, target=who, actor=who))
    got = await thrown(play, repeated(settled(rule.each_heals, look), n), look, how)
    await play.game.heal(play, who, got.total, got.terms, None)
