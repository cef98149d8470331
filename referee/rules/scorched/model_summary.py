"""Summaries: what each model brings to its combat, in words."""

from collections.abc import Mapping

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.rules.scorched.contact import contacts
from referee.rules.scorched.effective_stats import stats_in_combat, wounds_lost
from referee.rules.scorched.kinds import AP_MODE, COMBAT, OFF_HAND_AP
from referee.rules.scorched.model_stats import ModelStats
from referee.rules.scorched.pairing import spears_behind


def _reasons(parts: dict[str, int], base: str) -> str:
    """`5, -2 outnumbered, -1 two-handed`; nothing where there is only the base."""
    if len(parts) < 2:
        return ""
    return f" ({', '.join([str(parts[base]), *(f'{by:+d} {why}' for why, by in parts.items() if why != base)])})"


def summary_of_ap(encounter: Encounter, stats: ModelStats) -> str:
    """`Ap 5 (6, 1 better, charge)`, and what a kept 6 makes of it."""
    mode, off_hand = AP_MODE.of(encounter), OFF_HAND_AP.of(encounter)
    ap, six = stats.ap(mode, off_hand), stats.ap(mode, off_hand, six=True)
    why = f" ({'; '.join(ap.why)})" if len(ap.why) > 1 or ap.why[0] != str(ap) else ""
    return f"Ap {ap}{why}" + (f", {six} on a 6" if six.value != ap.value else "")


def summary_of_numbers(encounter: Encounter, stats: ModelStats) -> str:
    """Ws, dice and Ap, each with its reasons."""
    ws = f"Ws {stats.effective_ws}{_reasons(stats.ws, 'Ws')}"
    lost = wounds_lost(encounter, stats.tag)
    hurt = f", {lost} wound{'s' if lost > 1 else ''} lost" if lost else ""
    dice = f"{stats.dice_count} dice" if stats.dice_count > 1 else "1 die"
    return f"{ws}, {dice}{_reasons(stats.dice, 'wounds')}{hurt}, {summary_of_ap(encounter, stats)}"


def summary(encounter: Encounter, stats: ModelStats) -> str:
    """A model's Ws, dice, Ap and weapon rules, in one line."""
    rules = [rule for rule in stats.bonuses if not (stats.broken_by and rule in ("Parry", "Shielding"))]
    words = summary_of_numbers(encounter, stats)
    words += f"; {', '.join(rules)}" if rules else ""
    if stats.broken_by:
        lost_rules = ", ".join(f"no {rule}" for rule in ("Parry", "Shielding") if rule in stats.bonuses)
        words += f"; {lost_rules} ({encounter.name(stats.broken_by)}'s axe)"
    return words + ("; shields" if stats.shields else "")


def about(encounter: Encounter, tag: Tag) -> Mapping[Tag, str]:
    """What each model brings to a combat, and whom the spears behind it help; of one model, that model's part of it."""
    combat = encounter.group_with(tag, COMBAT) if tag in encounter.figures else encounter.groups.get(tag)
    if combat is None or combat.kind != COMBAT or not combat.open:
        return {}
    models = stats_in_combat(encounter, combat.tag)
    told = {model: summary(encounter, stats) for model, stats in models.items()}
    for model, spears in spears_behind(encounter, contacts(encounter), models).items():
        for spear in spears:
            told[spear] = f"Its spear helps {encounter.name(model)} from behind."
    return told if tag == combat.tag else {model: told[model] for model in (tag,) if model in told}


def tell(ledger: Ledger, models: Mapping[Tag, ModelStats]) -> None:
    """Writes down what each model brings to a combat."""
    for tag, stats in models.items():
        line = f"{ledger.encounter.name(tag)}: {summary(ledger.encounter, stats)}"
        ledger.remark(line, *stats.cites, *stats.ap_cites, detail=True)
