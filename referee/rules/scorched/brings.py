"""Brings: what each model brings to its combat, in words."""

from collections.abc import Mapping

from referee.engine.answer import Picked
from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Pick
from referee.engine.verb import Given, Param, Table, Verb
from referee.rules.scorched.card import Card
from referee.rules.scorched.contact import contacts
from referee.rules.scorched.kinds import AP_MODE, COMBAT, OFF_HAND_AP
from referee.rules.scorched.muster import cards_of, wounds_lost
from referee.rules.scorched.pairing import combats_of, spears_behind


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
    lost = wounds_lost(encounter, card.tag)
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
    for model, spears in spears_behind(encounter, contacts(encounter), cards).items():
        for spear in spears:
            told[spear] = f"Its spear helps {encounter.name(model)} from behind."
    return told if tag == combat.tag else {model: told[model] for model in (tag,) if model in told}


def tell(ledger: Ledger, cards: Mapping[Tag, Card]) -> None:
    """Writes down what each model brings to a combat."""
    for tag, card in cards.items():
        line = f"{ledger.encounter.name(tag)}: {in_words(ledger.encounter, card)}"
        ledger.told(line, *card.cites, *card.ap_cites, about=(tag,))


# -------------------------------------------------------------------- what is ordered


async def muster(ledger: Ledger, combat: Picked) -> None:
    """The models of a combat, one line each; nothing changes."""
    tell(ledger, cards_of(ledger.encounter, combat.one))


def _ask_combat(table: Table, given: Given) -> Pick:
    among = tuple(group.tag for group in combats_of(table.encounter))
    default = table.encounter.turn if table.encounter.turn in among else None
    return Pick(key="combat", prompt="Which combat?", among=among, default=default)


def no_combats(table: Table) -> str | None:
    """Why there is nothing to look at."""
    if not combats_of(table.encounter):
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
