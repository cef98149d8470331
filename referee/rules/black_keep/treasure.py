"""Treasure, traps, profile cards, a team-mate brought back, the attack table (BK-04, 35, 40, 41)."""

from itertools import pairwise

from referee.engine.contract.kinds import PileKind
from referee.engine.dice.dice import Pool, dice_term
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import CardsMoved
from referee.engine.problem import Refused
from referee.engine.questions.answer import Chosen, Counted, Picked, Said
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Amount, Text
from referee.engine.state.bearer import TABLE, Tag, Thing
from referee.engine.state.tags import new_tag, slug
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import SharedKey, Situation, asks, override, verb
from referee.rules.black_keep.harm import harm
from referee.rules.black_keep.kinds import BAD, GOOD, GRANT, ITEMS, NEEDS, OUT, PROFILE, TREASURE_ROLL, UP, WOUNDS
from referee.text.harmless import clean_name

TRAP = 2
"""The highest die that turns up a trap."""


async def _survives(ledger: Ledger, tag: Tag) -> bool:
    """The trap deals the wounds of its card (BK-40). True if the figure survives."""
    name = ledger.encounter.name(tag)
    wounds = await Ask(
        lambda: Amount(
            key=f"trap {tag}",
            prompt=f"Draw a trap card. How many wounds does it deal {name}?",
            most=max(1, WOUNDS.of(ledger.encounter, tag)),
            needs=(tag,),
            cites=("BK-40",),
        )
    )
    before = WOUNDS.of(ledger.encounter, tag)
    await harm(ledger, tag, wounds.n)
    if wounds.n >= before:
        return False
    ledger.remark(f"{name} survives the trap", "BK-40")
    return True


# -------------------------------------------------------------------- what they ask


def _players(situation: Situation) -> tuple[Tag, ...]:
    items = ITEMS.name
    return tuple([tag for tag, figure in situation.encounter.figures.items() if items in figure.tracks])


def _able_players(situation: Situation) -> tuple[Tag, ...]:
    figures, items = situation.encounter.figures, ITEMS.name
    return tuple([tag for tag in situation.able_figures() if items in figures[tag].tracks])


def _ask_finder(situation: Situation) -> Pick:
    return Pick(key="finder", prompt="Who takes the treasure?", among=_able_players(situation))


def _ask_player(situation: Situation) -> Pick:
    return Pick(key="player", prompt="Whose profile?", among=_players(situation))


_ASK_SIDE = Choose(key="side", prompt="Is it a positive or a negative card?", options=("good", "bad"))
_ASK_NAME = Text(
    key="card", prompt="What is the card called?", check=lambda t: None if slug(t) else "Type the name of the card."
)


def _ask_card(situation: Situation, who: Picked) -> Pick:
    among = GOOD.of(situation.encounter, who.one) + BAD.of(situation.encounter, who.one)
    return Pick(key="card", prompt="Which card?", among=among)


def _ask_lost(situation: Situation) -> Pick:
    figures, players = situation.encounter.figures, _players(situation)
    lost = tuple(t for t in players if figures[t].standing == OUT.name)
    barred = {t: f"{figures[t].name} is in play." for t in players if lost and t not in lost}
    return Pick(key="lost", prompt="Who comes back?", among=lost, barred=barred)


def _ask_giver(situation: Situation, who: Picked) -> Pick:
    back = who.one
    side = situation.encounter.figures[back].side
    mates = [t for t in _able_players(situation) if t != back and situation.encounter.figures[t].side == side]
    poor = [t for t in mates if ITEMS.of(situation.encounter, t) < 1]
    barred = {t: f"{situation.encounter.name(t)} has no special item left [BK-35]." for t in poor}
    return Pick(key="giver", prompt="Whose special item is used?", among=tuple(mates), barred=barred)


_ASK_NET = Amount(key="net", prompt="At which modifier?", least=-2, most=2)
_ASK_DIE = Amount(key="die", prompt="What does an attack need at that modifier, 2 to 6?", least=2, most=6)


# -------------------------------------------------------------------- what is done


@verb(
    label="Treasure",
    hint="take a treasure marker: a special item, or a trap card first",
    hotkey=SharedKey.TREASURE,
    interjects=True,
    cites=("BK-40",),
)
async def treasure(ledger: Ledger, who: Picked = asks(_ask_finder, nobody="No player is up.")) -> None:
    """A figure takes a treasure marker: a trap on 1 or 2, else an item; surviving the trap gives one too (BK-40)."""
    tag = who.one
    name = ledger.encounter.name(tag)
    rolled = await Ask(
        lambda: Roll(
            key=f"treasure {tag}",
            prompt=f"{name} takes the treasure",
            by=tag,
            pools=(Pool("treasure"),),
            goal=f"{TRAP + 1} or more is a special item",
            cites=("BK-40",),
        )
    )
    trapped = rolled.total <= TRAP
    ledger.record(
        TREASURE_ROLL.made(
            tag,
            not trapped,
            "BK-40",
            terms=(dice_term("treasure", rolled.all),),
            against=TRAP + 1,
            each=True,
        )
    )
    if not trapped or await _survives(ledger, tag):
        ledger.record(ITEMS.change(tag, 1, "BK-40"))


@verb(
    label="Grant a return",
    hint="a team-mate's special item brings a player back",
    hotkey=SharedKey.HELP,
    interjects=True,
    cites=("BK-35",),
    actor="by",
)
async def grant(
    ledger: Ledger,
    who: Picked = asks(_ask_lost, nobody="Every player is still in play."),
    by: Picked = asks(_ask_giver, nobody="No team-mate is up to bring anybody back [BK-35]."),
) -> None:
    """A team-mate's special item brings a player back into play (BK-35)."""
    back, giver = who.one, by.one
    told = f"{ledger.encounter.name(giver)} brings {ledger.encounter.name(back)} back"
    ledger.remark(told, "BK-35", tag=back, source=giver)
    if GRANT.of(ledger.encounter) == "spends":
        ledger.record(ITEMS.change(giver, -1, "BK-35"))
    lost = WOUNDS.most(ledger.encounter, back) - WOUNDS.of(ledger.encounter, back)
    ledger.record(WOUNDS.change(back, lost, "BK-35", source=giver), UP.set(back, "BK-35"))


@verb(
    label="Profile card",
    hint="a positive or negative card for a profile",
    hotkey="k",
    interjects=True,
    cites=("BK-41",),
    actor="",
)
async def card(
    ledger: Ledger,
    who: Picked = asks(_ask_player, nobody="There are no players. Add one, for example: add player Ann"),
    side: Chosen = asks(_ASK_SIDE),
    name: Said = asks(_ASK_NAME, rest=True),
) -> None:
    """A card goes onto a profile; a side that holds five already replaces one, or refuses the new one (BK-41)."""
    tag, pile = who.one, GOOD if side.option == "good" else BAD
    held = pile.of(ledger.encounter, tag)
    if len(held) >= PROFILE:
        answer = await Ask(
            lambda: Choose(
                key=f"replace {tag}",
                prompt=f"That side of {ledger.encounter.name(tag)}'s profile is full. Discard which card?",
                by=tag,
                options=("refuse", *held),
                labels={card: ledger.encounter.name(card) for card in held},
                fallen_too=True,
                cites=("BK-41",),
            )
        )
        if answer.option == "refuse":
            ledger.remark(f"{ledger.encounter.name(tag)} refuses {name.text}; the profile is full", "BK-41")
            return
        _drop(ledger, tag, pile, answer.option)
    new = Thing(tag=new_tag(slug(name.text), ledger.encounter.tags()), name=clean_name(name.text), kind="card")
    ledger.join(new)
    kind = "positive" if pile is GOOD else "negative"
    ledger.remark(f"{ledger.encounter.name(tag)} gains {new.name}, a {kind} card", "BK-41")
    ledger.record(CardsMoved(src=None, dst=(tag, pile.name), cards=(new.tag,), cites=("BK-41",)))


def _drop(ledger: Ledger, tag: Tag, pile: PileKind, card: Tag) -> None:
    """A card leaves a pile of the profile (BK-41)."""
    ledger.remark(f"{ledger.encounter.name(tag)} discards {ledger.encounter.name(card)}", "BK-41")
    ledger.record(CardsMoved(src=(tag, pile.name), dst=None, cards=(card,), cites=("BK-41",)))


@verb(hint="remove a card from a profile", interjects=True, cites=("BK-41",), actor="")
async def discard(
    ledger: Ledger,
    who: Picked = asks(_ask_player, nobody="There are no players. Add one, for example: add player Ann"),
    card: Picked = asks(_ask_card, nobody="That profile holds no card."),
) -> None:
    """A card leaves a profile."""
    for pile in (GOOD, BAD):
        if card.one in pile.of(ledger.encounter, who.one):
            _drop(ledger, who.one, pile, card.one)


@override(hint="change the attack table: needs 1 4", cites=("BK-04",))
async def needs(ledger: Ledger, net: Counted = asks(_ASK_NET), die: Counted = asks(_ASK_DIE)) -> None:
    """Sets which die an attack needs at a net modifier of -2 to 2; the table is the referee's to change (BK-04).

    Refused if a better modifier would need a higher roll.
    """
    table = list(NEEDS.of(ledger.encounter, TABLE))
    table[net.n + 2] = str(die.n)
    if any(int(low) < int(high) for low, high in pairwise(table)):
        raise Refused("A better modifier cannot need a higher roll. Type another number.")
    ledger.remark(f"At modifier {net.n}, an attack needs {die.n} or more", "BK-04")
    ledger.record(NEEDS.set(TABLE, tuple(table), "BK-04"))
