"""The verbs that add figures: `add` for one kind, `bring` for several, with what is typed after each."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace

from referee.engine.contract.kept_kind import KeptKind
from referee.engine.contract.kinds import TrackKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY
from referee.engine.contract.template import Template
from referee.engine.dice.dice import Expression
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import CardsMoved, StandingSet, TrackBounded, TrackChanged, TraitSet, total
from referee.engine.figures.add_details import Details, read_details, track_named
from referee.engine.figures.kind_words import in_full, kind_named, words_in_full
from referee.engine.figures.library import own_kinds
from referee.engine.figures.party import PARTY, KeptGroup
from referee.engine.figures.pieces import figure_parts
from referee.engine.figures.recruit import Recruit, recruits
from referee.engine.problem import NotUnderstood, Refused, complaint, on_topic
from referee.engine.questions.answer import Chosen, Said
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import TABLE, Figure, Tag
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.state.own_values import Track
from referee.engine.state.tags import slug
from referee.engine.verbs.carrying import carry_only, put_track
from referee.engine.verbs.immunity import is_kept_off
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.letters_for_players import give_letters
from referee.engine.verbs.verb import Command, Given, Situation, asks, override
from referee.text.phrases import listed
from referee.text.quoting import quoted
from referee.text.unknown_word import nearest


async def enlist(ledger: Ledger, template: Template, said: Details) -> None:
    """Adds figures of a template with these details. Asks to confirm a side that nobody is on."""
    values = [(key, await resolve_side(ledger, template, word) if key == "side" else word) for key, word in said.values]
    said = replace(said, values=tuple(values))
    coming = recruits(ledger.rules, ledger.encounter, template, said)
    keys = [key for key, _ in said.values]
    dice = [{**ledger.rules.dice_of(ledger.encounter, one.figure, keys), **dict(one.thrown)} for one in coming]
    thrown = [await _throw(ledger, one.figure, due) for one, due in zip(coming, dice, strict=True)]
    if any(thrown):  # a figure with one of their tags may have joined meanwhile
        coming = recruits(ledger.rules, ledger.encounter, template, said, thrown)
    await add_recruits(ledger, coming, template.cites)


async def _throw(ledger: Ledger, figure: Figure, due: Mapping[str, Expression]) -> dict[str, int]:
    """What is thrown for the tracks of a figure that comes; players are not told. Health begins at 1 or more."""
    totals: dict[str, int] = {}
    for name, dice in due.items():
        kind = track_named(ledger.rules, name)
        rolled = await Ask(partial(_roll, figure, kind, dice))
        terms = dice.reckon(rolled.faces) if rolled.sum is None else dice.reckon_sum(rolled.sum)
        least = 1 if name == ledger.rules.health_name else 0
        totals[name] = max(least, min(total(terms), kind.maximum))
        ledger.remark(f"{figure.name}: {kind.spoken} {dice} = {total(terms)}", terms=terms, hidden=True)
    return totals


def _roll(figure: Figure, kind: TrackKind, dice: Expression) -> Roll:
    """The question for the dice of a track of a figure that comes."""
    prompt = f"{figure.name}: {kind.spoken} {dice}"
    key = f"{kind.name} {figure.tag}"
    return Roll(key=key, prompt=prompt, by=figure.side, pools=dice.pools, sum_will_do=True, hidden=True)


async def resolve_side(ledger: Ledger, template: Template | None, word: str) -> str:
    """The side to use; asks if the template has another side and nobody is on the one said."""
    side = slug(word)
    figures = ledger.encounter.figures.values()
    known = {sort.side: "" for sort in ledger.rules.templates if sort.side}
    known |= {figure.side: "" for figure in figures if figure.side != figure.tag}
    if ledger.rules.adding.free_sides or template is None or not template.side or side in known:
        return side
    near = nearest(side, known)
    hint = f" Did you mean {near}?" if near else ""
    chosen = await Ask(
        lambda: Choose(
            key=f"side {side}",
            prompt=f"Nobody is on side {side} yet.{hint} Which side?",
            options=(side, *known),
            labels={side: "a new side"},
            default=near,
        )
    )
    return chosen.option


async def add_recruits(ledger: Ledger, coming: tuple[Recruit, ...], cites: tuple[str, ...]) -> None:
    """Adds these figures and their things; calls the system's hooks for each, and at the end for all together.

    Raises Refused if there are too many.
    """
    if len(ledger.encounter.figures) + len(coming) > MOST_FIGURES:
        raise Refused(f"The table is full: it holds at most {MOST_FIGURES} figures.")
    for recruit in coming:
        ledger.join(recruit.figure, *cites)
        vital = recruit.figure.tracks.get(ledger.rules.health_name)
        up = recruit.figure.standing == ledger.rules.standings[0].name
        if up and vital is not None and ledger.rules.health_spent(vital):
            raise Refused(f"{recruit.figure.name} cannot join with no {ledger.rules.health_label} left.")
        for pile, thing in recruit.things:
            ledger.join(thing)
            ledger.record(CardsMoved(src=None, dst=(recruit.figure.tag, pile), cards=(thing.tag,)))
        await ledger.rules.on_added(ledger, recruit.figure.tag)
        await _afflict(ledger, recruit.figure.tag, recruit)
    give_letters(ledger, (recruit.figure.tag for recruit in coming))
    await ledger.rules.on_all_added(ledger, tuple(recruit.figure.tag for recruit in coming))


async def _afflict(ledger: Ledger, tag: Tag, recruit: Recruit) -> None:
    """A figure gets the conditions that lie on a recruit, but those that the rules keep off it."""
    for kind, value in recruit.conditions:
        if not is_kept_off(ledger, tag, kind):
            ledger.afflict(tag, kind, value=value)
            await ledger.rules.on_condition_added(ledger, tag, kind)


BACK = "back"
"""Begins, in `bring`, with whom it means of those who were at the table before: `back ann fighter "Ann" hp=3/9`."""
LONGEST_DETAILS = 8_000
LONGEST_BRING = 40_000


# -------------------------------------------------------------------- one sort of figure


def ask_kind(situation: Situation) -> Choose:
    """The kinds of the game, then those of the referee's own, then a party."""
    own = own_kinds(situation.rules, situation.kept)
    return situation.kept.cached("asked", partial(_kinds, situation, own), own)


def _kinds(situation: Situation, own: Mapping[str, KeptKind]) -> Choose:
    rules = situation.rules
    labels = {kind.kind: kind.hint or kind.name for kind in rules.templates} | {word: own[word].hint for word in own}
    # Also where there is no party: then it is the party that is not there, and not the word.
    labels |= {PARTY: labels.get(PARTY, "a party, as you last saved it")} if situation.kept.place else {}
    prompt, no_such = "Which kind of figure?", situation.kept.no_such_kind(rules.title)
    return Choose(key="kind", prompt=prompt, options=tuple(labels), labels=labels, no_such=no_such, leads_on=True)


def _own(situation: Situation, kind: str) -> KeptKind | None:
    """The figure of the referee's own that is meant; None for a kind of the game."""
    return None if situation.rules.template(kind) else own_kinds(situation.rules, situation.kept).get(kind)


def _brings_party(situation: Situation, kind: str) -> bool:
    return kind == PARTY and not situation.rules.template(PARTY)


def details_of(ask: Callable[[Situation, Chosen], Text], silent: Callable[[Situation, Chosen], Said | None]) -> Said:
    """What is said after the kind: as the game asks it, also for a figure of one's own; or the name of a party."""

    def ask_all(situation: Situation, kind: Chosen) -> Text:
        if _brings_party(situation, kind.option):
            names = tuple(group.name for group in situation.kept.parties())
            check = complaint(lambda text: party_named(situation, text))
            return Text(key="details", prompt="Which party?", words=names, check=check)
        own = _own(situation, kind.option)
        asked = ask(situation, Chosen(option=in_full(situation.rules, own, "")[0]) if own else kind)

        def complain(text: str) -> str | None:  # of several figures each is looked at as it is added
            several = _several(situation, kind.option, text) is not None
            return None if several else asked.check(in_full(situation.rules, own, text)[1] if own else text)

        return replace(asked, check=complain)

    def silent_all(situation: Situation, kind: Chosen) -> Said | None:
        if _brings_party(situation, kind.option):
            return None
        own = _own(situation, kind.option)
        return silent(situation, Chosen(option=own.words.partition(" ")[0]) if own else kind)

    return asks(ask_all, default=silent_all, rest=True, quotes=True)


def _ask_details(situation: Situation, kind: Chosen) -> Text:
    template = situation.rules.template(kind.option)
    check = complaint(lambda text: read_details(situation.rules, text, template))
    return Text(
        key="details", prompt="Name, x3 for three, key=value", optional=True, check=check, longest=LONGEST_DETAILS
    )


def said_in_full(situation: Situation, command: Command) -> Command:
    """The command as it is recorded: in the game's own kinds, with all words of each figure, and nothing of the
    library.

    NotUnderstood if the library's figure needs numbers and has none, or if there is no such party.
    """
    given = Given(command.given)
    kind = given.option("kind") if "kind" in given else ""
    details = given.text("details") if "details" in given else None
    if _brings_party(situation, kind):
        return _bringing(situation, party_named(situation, details or ""))
    own, several = _own(situation, kind), _several(situation, kind, details or "")
    if several is not None or own is None:
        return several or command
    name, full = in_full(situation.rules, own, details or "")
    template = situation.rules.template(name)
    if details is None and template is not None and template.by_number:
        raise NotUnderstood(f'Type the numbers: add "{own.name}" 1 2. Or how many: x2')
    return replace(command, given={"kind": Chosen(option=name), "details": Said(text=full)})


@override(hint="adds figures: add KIND NAME x3, add party heroes", in_full=said_in_full)
async def add(
    ledger: Ledger,
    kind: Chosen = asks(ask_kind),
    details: Said = details_of(_ask_details, lambda situation, kind: Said(text="")),
) -> None:
    """Adds figures of one kind. Refused if the game has no such kind."""
    template = ledger.rules.template(kind.option)
    if template is None:
        raise Refused(f"There is no {kind.option} to add.")
    await enlist(ledger, template, read_details(ledger.rules, details.text, template))


# -------------------------------------------------------------------- several figures


def _several(situation: Situation, kind: str, details: str) -> Command | None:
    """`add fighter Ann; troll x2` brings both; None without a semicolon outside of quotes."""
    parts = figure_parts(f"{kind.replace(' ', '_')} {details}") if ";" in details and kind else []
    if len(parts) < 2 and not details.startswith(";"):
        return None
    said = [words_in_full(situation.rules, situation.kept, " ".join(part)) for part in parts]
    return Command(verb="bring", given={"figures": Said(text="; ".join(said))})


@on_topic("library")
def party_named(situation: Situation, text: str) -> KeptGroup:
    """The party of that name, or whose name alone begins so; without a name the only one. NotUnderstood otherwise."""
    wanted = text.replace('"', "").strip().casefold()
    groups = situation.kept.parties()
    found = [group for group in groups if group.name.casefold() == wanted]
    found = found or [group for group in groups if group.name.casefold().startswith(wanted)]
    if len(found) != 1:
        there = f"Parties: {listed([group.name for group in groups])}." if groups else "To keep one: party save heroes"
        no_such = f"There is no party {quoted(text.strip()) if wanted else 'yet'}{situation.kept.place}."
        raise NotUnderstood(f"{no_such if wanted or not groups else 'Which party?'} {there}")
    return found[0]


def _bringing(situation: Situation, group: KeptGroup) -> Command:
    """Brings those of a party that are not at the table, also back who was taken off it. Refused if all are there."""
    there = {figure.name.casefold(): figure for figure in situation.encounter.figures.values()}
    parts: list[str] = []
    for member in group.members:
        if (figure := there.get(member.name.casefold())) is None:
            parts.append(member.words)
        elif figure.standing == AWAY.name:
            parts.append(f"{BACK} {figure.tag} {member.words}")
    if not parts:
        raise Refused(f"All of {group.name} are here already: {listed([m.name for m in group.members])}.")
    if group.table and len(parts) == len(group.members):
        parts.append(" ".join((TABLE, *(f"{name}={now}" for name, now in group.table))))
    return Command(verb="bring", given={"figures": Said(text="; ".join(parts))})


def _table_values(rules: Ruleset, details: str) -> list[tuple[str, Track]]:
    pairs = (word.partition("=") for word in details.split())
    return [(key, track_named(rules, key).read(value)) for key, _, value in pairs]


def _set_table(ledger: Ledger, details: str) -> None:
    for name, wanted in _table_values(ledger.rules, details):
        now = ledger.encounter.of(TABLE).tracks.get(name)
        if now is None:
            ledger.record(TrackBounded(tag=TABLE, track=name, most=None))
        ledger.record(TrackChanged(tag=TABLE, track=name, by=wanted.now - (now.now if now else 0)))


def _read_back(rules: Ruleset, encounter: Encounter, details: str) -> tuple[Tag, Template, Details]:
    """Who is meant of those who are or were at the table, and as what. NotUnderstood if nobody is meant."""
    tag, kind, said = (*details.split(" ", 2), "", "")[:3]
    if tag not in encounter.figures:
        raise NotUnderstood(f"Nothing called {quoted(tag)} was at the table.")
    template = kind_named(rules, kind)
    return tag, template, read_details(rules, said, template)


async def _bring_back(ledger: Ledger, details: str) -> None:
    """Who was taken off the table is there again, and is and has what is said; its place in the order stays.

    One who is there becomes and has that, too; what passes in a fight and the conditions that are said again stay.
    """
    tag, template, said = _read_back(ledger.rules, ledger.encounter, details)
    alone = Encounter(system=ledger.rules.name)
    (recruit, *_) = recruits(ledger.rules, alone, template, said)
    (recruit, *_) = recruits(
        ledger.rules, alone, template, said, [await _throw(ledger, recruit.figure, dict(recruit.thrown))]
    )
    passing = () if ledger.encounter.figures[tag].standing == AWAY.name else ledger.rules.values.passing
    if ledger.encounter.figures[tag].standing != recruit.figure.standing:
        ledger.record(StandingSet(tag=tag, standing=recruit.figure.standing))
    for name, track in recruit.figure.tracks.items():
        if name not in passing:
            put_track(ledger, tag, name, track)
    for trait in (kind.name for kind in ledger.rules.traits if kind.name not in ledger.rules.values.passing):
        if (value := recruit.figure.traits.get(trait)) != ledger.encounter.of(tag).traits.get(trait):
            ledger.record(TraitSet(tag=tag, trait=trait, value=value))
    new = list(recruit.conditions)
    for condition in ledger.encounter.of(tag).conditions:
        if (condition.kind, condition.value) in new:
            new.remove((condition.kind, condition.value))
        else:
            ledger.end_condition(tag, condition.id)
    carry_only(ledger, tag, recruit)
    await ledger.rules.on_set(ledger, tag, "standing")
    await _afflict(ledger, tag, replace(recruit, conditions=tuple(new)))


def _check_parts(rules: Ruleset, encounter: Encounter, text: str) -> None:
    """NotUnderstood, if one of the figures cannot be."""
    parts = figure_parts(text)
    if not parts or text.count('"') % 2:
        raise NotUnderstood("Type figures as after add, with ; between them: hero Ann; goblin x3")
    for kind, details in parts:
        if kind == TABLE:
            _table_values(rules, details)
        elif kind == BACK:
            _read_back(rules, encounter, details)
        elif not (template := kind_named(rules, kind)).by_number:
            read_details(rules, details, template)


def _ask_figures(situation: Situation) -> Text:
    check = complaint(lambda text: _check_parts(situation.rules, situation.encounter, text))
    return Text(key="figures", prompt="Which figures join?", check=check, longest=LONGEST_BRING)


@override(hint="adds several figures, each typed as after add: bring hero Ann hp=3/9; hero Bob")
async def bring(ledger: Ledger, figures: Said = asks(_ask_figures, rest=True, quotes=True)) -> None:
    """Adds several figures, each as `add` does; then the table's own tracks are set as they were left."""
    rules = ledger.rules
    run = next((verb.run for verb in rules.verbs if verb.name == "add"), add.run)
    for kind, details in figure_parts(figures.text):
        if kind == TABLE:
            _set_table(ledger, details)
        elif kind == BACK:
            await _bring_back(ledger, details)
        else:
            await run(ledger, kind=Chosen(option=kind_named(rules, kind).kind), details=Said(text=details))
