"""Muster: each model's effective Ws, dice and Ap in its combat, with the reasons, before the dice are thrown."""

from collections.abc import Mapping, Sequence

from referee.engine.answer import Picked
from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.engine.verb import Given, Param, Table, Verb
from referee.rules.scorched.card import Card, Edge
from referee.rules.scorched.contact import contacts
from referee.rules.scorched.hooks import HOOKS
from referee.rules.scorched.kinds import (
    AP_MODE,
    CHARGED,
    COMBAT,
    FOCUSED,
    OFF_HAND_AP,
    OUTNUMBER,
    SHIELDING,
    TWO_HANDS,
    WOUNDS,
    WS,
    S,
)
from referee.rules.scorched.pairing import combats, fighters, sides_of, supporters
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
    touching = contacts(encounter)
    for tag, card in cards.items():
        foes = sum(other != side[tag] for other in side.values())
        _outnumbered(encounter, card, foes, len(cards) - foes)
        _count_dice(encounter, card, supporters(encounter, touching, tag))
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
    """One die for each wound left, those of its weapons, and one for each spear behind it; never none."""
    card.dice = {"wounds": WOUNDS.of(encounter, card.tag), **card.dice}
    card.cite("SC-06", *(("SC-09",) if _lost(encounter, card.tag) else ()))
    for spear in spears:
        card.add_dice(f"spear {encounter.name(spear)}", 1, "SC-21")
    if sum(card.dice.values()) < 1:
        card.cite("SC-53")


def _lost(encounter: Encounter, tag: Tag) -> int:
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


# -------------------------------------------------------------------- in words


def _reasons(parts: dict[str, int], base: str) -> str:
    """`5, -2 outnumbered, -1 two-handed`; nothing where there is only the base."""
    if len(parts) < 2:
        return ""
    return f" ({', '.join([str(parts[base]), *(f'{by:+d} {why}' for why, by in parts.items() if why != base)])})"


def ap_in_words(encounter: Encounter, card: Card) -> str:
    """`Ap 5 (6, 1 better, charge)`, and what a kept 6 makes of it."""
    mode, off_hand = AP_MODE.of(encounter), OFF_HAND_AP.of(encounter)
    ap, six = card.ap(mode, off_hand), card.ap(mode, off_hand, six=True)
    why = f" ({'; '.join(ap.why)})" if len(ap.why) > 1 or ap.why[0] != str(ap) else ""
    return f"Ap {ap}{why}" + (f", {six} on a 6" if six.value != ap.value else "")


def numbers_in_words(encounter: Encounter, card: Card) -> str:
    """Ws, dice and Ap, each with its reasons."""
    ws = f"Ws {card.effective_ws}{_reasons(card.ws, 'Ws')}"
    lost = _lost(encounter, card.tag)
    hurt = f", {lost} wound{'s' if lost > 1 else ''} lost" if lost else ""
    dice = f"{card.dice_count} dice" if card.dice_count > 1 else "1 die"
    return f"{ws}, {dice}{_reasons(card.dice, 'wounds')}{hurt}, {ap_in_words(encounter, card)}"


def in_words(encounter: Encounter, card: Card) -> str:
    """What a model brings, in one line: Ws, dice, Ap, and what it may do."""
    rules = [rule for rule in card.bonuses if not (card.broken_by and rule in ("Parry", "Shielding"))]
    words = numbers_in_words(encounter, card)
    words += f"; {', '.join(rules)}" if rules else ""
    if card.broken_by:
        lost_rules = ", ".join(f"no {rule}" for rule in ("Parry", "Shielding") if rule in card.bonuses)
        words += f"; {lost_rules} ({encounter.name(card.broken_by)}'s axe)"
    return words + ("; shields" if card.shields else "")


def about(encounter: Encounter, tag: Tag) -> Mapping[Tag, str]:
    """What each model brings to a combat, and whom the spears behind it help; of one model, that model's part of it."""
    combat = encounter.group_with(tag, COMBAT) if tag in encounter.figures else encounter.groups.get(tag)
    if combat is None or combat.kind != COMBAT or not combat.open:
        return {}
    cards = cards_of(encounter, combat.tag)
    told = {model: in_words(encounter, card) for model, card in cards.items()}
    touching = contacts(encounter)
    for model in cards:
        for spear in supporters(encounter, touching, model):
            told[spear] = f"Its spear helps {encounter.name(model)} from behind."
    return told if tag == combat.tag else {model: told[model] for model in (tag,) if model in told}


def tell(ledger: Ledger, cards: Mapping[Tag, Card]) -> None:
    """Writes down what each model brings to a combat."""
    for tag, card in cards.items():
        line = f"{ledger.encounter.name(tag)}: {in_words(ledger.encounter, card)}"
        ledger.told(line, *card.cites, about=(tag,))


async def muster(ledger: Ledger, combat: Picked) -> None:
    """The models of a combat, one line each; nothing changes."""
    tell(ledger, cards_of(ledger.encounter, combat.one))


def _ask_combat(table: Table, given: Given) -> Pick:
    among = tuple(group.tag for group in combats(table.encounter))
    default = table.encounter.turn if table.encounter.turn in among else None
    return Pick(key="combat", prompt="Which combat?", among=among, default=default)


def no_combats(table: Table) -> str | None:
    """Why there is nothing to look at."""
    if not combats(table.encounter):
        return "There are no combats now; `next` begins the combat phase [SC-01]."
    return None


VERBS = (
    Verb(
        "muster",
        muster,
        (Param("combat", _ask_combat),),
        label="Muster",
        hint="effective Ws, dice and Ap of each model, with the reasons",
        hotkey="k",
        bar=no_combats,
        interjects=True,
        cites=("SC-06", "SC-08"),
    ),
)
