"""What heroes carry: at hand, put away, newly found (DJ-04)."""

from referee.engine.answer import Picked, Said
from referee.engine.bearer import Tag
from referee.engine.event import CardsMoved
from referee.engine.ledger import Ledger
from referee.engine.problem import NotUnderstood
from referee.engine.question import Pick, Text
from referee.engine.shared_key import SharedKey
from referee.engine.tags import new_tag
from referee.engine.verb import Situation, asks, verb
from referee.rules.descent.equipment import hands, item, items
from referee.rules.descent.kinds import EQUIPPED, HANDS, PACK, is_hero

HELD = 2
"""Hands that a hero has."""


def _heroes(situation: Situation) -> tuple[Tag, ...]:
    return tuple(tag for tag in situation.able_figures() if is_hero(situation.encounter, tag))


def _ask_who(situation: Situation) -> Pick:
    heroes = _heroes(situation)
    default = situation.encounter.turn if situation.encounter.turn in heroes else None
    return Pick(key="who", prompt="Which hero?", among=heroes, default=default)


def _ask_packed(situation: Situation, who: Picked) -> Pick:
    encounter, hero = situation.encounter, who.one
    full = {tag: hands(encounter, hero) + HANDS.of(encounter, tag) for tag in PACK.of(encounter, hero)}
    among = tuple(tag for tag, taken in full.items() if taken <= HELD)
    barred = {
        tag: f"{encounter.name(hero)} has two hands; {encounter.name(tag)} would make it {taken} [DJ-04]."
        for tag, taken in full.items()
        if taken > HELD
    }
    return Pick(
        key="thing", prompt="What is taken to hand?", among=among, barred=barred, needs=who.tags, cites=("DJ-04",)
    )


def _ask_held(situation: Situation, who: Picked) -> Pick:
    among = EQUIPPED.of(situation.encounter, who.one)
    return Pick(key="thing", prompt="What is put away?", among=among, needs=who.tags)


def _ask_item(situation: Situation) -> Text:
    return Text(key="what", prompt="Which item?", words=tuple(items()), check=_unknown)


def _unknown(word: str) -> str | None:
    try:
        item(word)
    except NotUnderstood as problem:
        return str(problem)
    return None


_HERO = asks(_ask_who, nobody="There is no hero.")


@verb(label="Equip", hint="from the pack to hand", hotkey=SharedKey.ITEM, interjects=True, cites=("DJ-04",))
async def equip(
    ledger: Ledger,
    who: Picked = _HERO,
    thing: Picked = asks(_ask_packed, nobody="Nothing is in the pack."),
) -> None:
    """An item is taken to hand, if a hand is free (DJ-04)."""
    ledger.record(PACK.move(who.one, EQUIPPED, thing.tags, "DJ-04"))


@verb(label="Stow", hint="from hand to the pack", hotkey="j", interjects=True, cites=("DJ-04",))
async def stow(
    ledger: Ledger,
    who: Picked = _HERO,
    thing: Picked = asks(_ask_held, nobody="Nothing is equipped."),
) -> None:
    """An item is put away into the pack."""
    ledger.record(EQUIPPED.move(who.one, PACK, thing.tags, "DJ-04"))


@verb(
    label="Give",
    hint="an item of the book, or one spelled out: melee/rg/1pierce1",
    hotkey=SharedKey.TREASURE,
    interjects=True,
    actor="",
)
async def give(ledger: Ledger, who: Picked = _HERO, what: Said = asks(_ask_item, rest=True)) -> None:
    """A hero gets an item, into the pack."""
    found = item(what.text)
    encounter = ledger.encounter
    taken = {*encounter.things, *encounter.figures, *encounter.groups}
    tag = new_tag(f"{who.one}.{found.tag}"[:38], taken)
    ledger.join(found.model_copy(update={"tag": tag}))
    ledger.record(CardsMoved(src=None, dst=(who.one, PACK.name), cards=(tag,)))


VERBS = (equip, stow, give)
