"""Muster: each model's effective Ws, dice and Ap in its combat, with the reasons, before the dice are thrown."""

from collections.abc import Sequence

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.rules.scorched.card import Card, Edge
from referee.rules.scorched.contact import contacts
from referee.rules.scorched.hooks import HOOKS
from referee.rules.scorched.kinds import (
    CHARGED,
    FOCUSED,
    OUTNUMBER,
    SHIELDING,
    TWO_HANDS,
    WOUNDS,
    WS,
    S,
)
from referee.rules.scorched.pairing import fighters, sides_of, spears_behind
from referee.rules.scorched.weapons import carried, kinds


def armed(encounter: Encounter, tag: Tag) -> Card:
    """What a model's weapons alone make of it, by each kind's hook."""
    charged, gripped = CHARGED.of(encounter, tag), TWO_HANDS.on(encounter, tag)
    card = Card(tag, charged, gripped, ws={"Ws": WS.of(encounter, tag)})
    weapons = carried(encounter, tag)
    for weapon in weapons:
        edge = Edge(weapon.name, weapon.ap, weapon.s or S.of(encounter, tag))
        card.edges.append(edge)
        for name in weapon.kinds:
            _equip(card, edge, name)
    if len(weapons) > 1:
        same = set(weapons[0].kinds) == set(weapons[1].kinds)
        _equip(card, card.edges[0], "flurry" if same else "off-handed")
    card.focus = FOCUSED.value(encounter, tag)
    return card


def _equip(card: Card, edge: Edge, name: str) -> None:
    kind = kinds()[name]
    HOOKS[name](card, edge, kind)
    card.bonuses[kind.rule] = kind.clauses


def cards_of(encounter: Encounter, combat: Tag) -> dict[Tag, Card]:
    """What each model brings to that combat as it stands now (SC-06, 09, 10, 18, 21)."""
    sides = sides_of(encounter, fighters(encounter, combat))
    cards = {tag: armed(encounter, tag) for tags in sides.values() for tag in tags}
    side = {tag: encounter.figures[tag].side for tag in cards}
    breakers = [tag for tag in cards if cards[tag].breaks]
    spears = spears_behind(encounter, contacts(encounter), cards)
    for tag, card in cards.items():
        foes = sum(other != side[tag] for other in side.values())
        _outnumbered(encounter, card, foes, len(cards) - foes)
        _count_dice(encounter, card, spears[tag])
        axes = [axe for axe in breakers if side[axe] != side[tag]]
        if axes and (card.parries or card.can_shield):
            card.broken_by = axes[0]
            card.cite("SC-18")
        card.shields = card.can_shield and not card.broken_by and SHIELDING.on(encounter, tag)
    return cards


def _outnumbered(encounter: Encounter, card: Card, foes: int, friends: int) -> None:
    """Ws less the number of enemies; one enemy costs nothing, and by option neither do they cost the larger side."""
    more = OUTNUMBER.of(encounter) == "more"
    if foes > 1 and not (more and friends >= foes):
        card.change_ws("outnumbered", -foes, "SC-10", *(("SC-44",) if more else ()))


def _count_dice(encounter: Encounter, card: Card, spears: Sequence[Tag]) -> None:
    """One die for each wound left, those of its weapons, and one for each spear behind it."""
    card.dice = {"wounds": WOUNDS.of(encounter, card.tag), **card.dice}
    card.cite("SC-06", *(("SC-09",) if wounds_lost(encounter, card.tag) else ()))
    for spear in spears:
        card.add_dice(f"spear {encounter.name(spear)}", 1, "SC-21", "SC-55")


def wounds_lost(encounter: Encounter, tag: Tag) -> int:
    """The wounds a model has lost."""
    return max(0, WOUNDS.most(encounter, tag) - WOUNDS.of(encounter, tag))


class Muster:
    """What everybody in a combat brings, reckoned anew only when something has changed."""

    def __init__(self, ledger: Ledger, combat: Tag) -> None:
        self._ledger = ledger
        self.combat = combat
        self._at: Encounter | None = None
        self._cards: dict[Tag, Card] = {}

    @property
    def cards(self) -> dict[Tag, Card]:
        """The cards of those that stand, as it is now."""
        # A line in the log leaves the encounter the very same; with thirty models it is the cards that cost.
        if self._at is not self._ledger.encounter:
            self._at = self._ledger.encounter
            self._cards = cards_of(self._at, self.combat)
        return self._cards

    def sides(self) -> dict[str, list[Tag]]:
        """Those that stand, by side, the side with priority first."""
        return sides_of(self._ledger.encounter, self.cards)
