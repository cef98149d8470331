"""Effective stats: each model's Ws, dice and Ap in its combat before the dice are thrown, with the reasons in
words.
"""

from collections.abc import Callable, Mapping, Sequence

from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.scorched.combats import contacts, fighters, sides_of, spears_behind
from referee.rules.scorched.conditions import Edge, ModelStats, own_stats
from referee.rules.scorched.kinds import AP_MODE, COMBAT, OFF_HAND_AP, OUTNUMBER, WOUNDS, Kind, S, carried, kinds

Effect = Callable[[ModelStats, Edge, Kind], None]


def simple(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Its attacks have no Ap, whatever the weapon's says (SC-15)."""
    edge.ap = 0
    stats.cite_ap(*kind.clauses)


def parry(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """It may make one enemy re-roll a die (SC-16)."""
    stats.parries = True


def gap_stab(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """A kept 6 sets its Ap (SC-17)."""
    edge.on_six[kind.rule] = kind.amount
    stats.six_cites.update(dict.fromkeys(kind.clauses))


def breaker(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """No Parry and no Shielding against it (SC-18)."""
    stats.breaks = True


def knock_back(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Whom it hits is pushed (SC-19, 20)."""
    stats.pushes = True


def spear_support(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """From outside the combat it helps a friend in it (SC-21)."""
    stats.can_support = True


def charge_bonus(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """After a charge its Ap is better (SC-22)."""
    if stats.charged:
        edge.improves["charge"] = kind.amount
        stats.cite_ap(*kind.clauses)


def shielding(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """It may double its score and land no hits (SC-23, 24)."""
    stats.can_shield = True


def cleave(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Slower and heavier: Ws and die worse, Ap better (SC-25, 26, 27)."""
    stats.change_ws("two-handed", -1, "SC-25")
    stats.cleaves = True
    edge.improves["two-handed"] = kind.amount
    stats.cite_ap("SC-27")


def adaptive(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Two-handed, if it says so before it rolls (SC-28)."""
    stats.can_adapt = True
    if stats.two_hands:
        cleave(stats, edge, kind)


def flurry(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Two of the same: one more die (SC-29)."""
    stats.add_dice("flurry", kind.amount, "SC-29")


def off_handed(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Two different ones: each has done its own already (SC-30)."""
    stats.cite("SC-30")
    stats.cite_ap(*kind.clauses)


def shred(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """A save of 1 calls for another (SC-31, 32, 33)."""
    stats.shreds = True


def powered(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Its Ap is 1 (SC-34)."""
    edge.sets[kind.rule] = kind.amount
    stats.cite_ap(*kind.clauses)


def focus(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Its bearer may turn charges into strength (SC-35)."""
    stats.can_focus = True


def excise(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """No Feel No Pain and no invulnerable save against it (SC-36)."""
    stats.excises = True


def possession(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Its 1s wound its bearer, and its attacks are instant death (SC-37, 38)."""
    stats.possessed = True


EFFECTS: dict[str, Effect] = {
    "punch": simple,
    "sword": parry,
    "dagger": gap_stab,
    "axe": breaker,
    "mace": knock_back,
    "spear": spear_support,
    "lance": charge_bonus,
    "shield": shielding,
    "two-handed": cleave,
    "hand-and-a-half": adaptive,
    "flurry": flurry,
    "off-handed": off_handed,
    "chain": shred,
    "power": powered,
    "force": focus,
    "relic": excise,
    "daemon": possession,
}


def stats_with_weapons(encounter: Encounter, tag: Tag) -> ModelStats:
    """A model's own stats with what its conditions and weapons change, outside any combat."""
    stats = own_stats(encounter, tag)
    weapons = carried(encounter, tag)
    for weapon in weapons:
        edge = Edge(weapon.name, weapon.ap, weapon.s or S.of(encounter, tag))
        stats.edges.append(edge)
        for name in weapon.kinds:
            _equip(stats, edge, name)
    if len(weapons) > 1:
        same = set(weapons[0].kinds) == set(weapons[1].kinds)
        _equip(stats, stats.edges[0], "flurry" if same else "off-handed")
    return stats


def _equip(stats: ModelStats, edge: Edge, name: str) -> None:
    kind = kinds()[name]
    EFFECTS[name](stats, edge, kind)
    stats.bonuses[kind.rule] = kind.clauses


def stats_in_combat(encounter: Encounter, combat: Tag) -> dict[Tag, ModelStats]:
    """The stats of each model in that combat as of now (SC-06, 09, 10, 18, 21)."""
    sides = sides_of(encounter, fighters(encounter, combat))
    models = {tag: stats_with_weapons(encounter, tag) for tags in sides.values() for tag in tags}
    side = {tag: encounter.figures[tag].side for tag in models}
    breakers = [tag for tag in models if models[tag].breaks]
    spears = spears_behind(encounter, contacts(encounter), models)
    for tag, stats in models.items():
        foes = sum(other != side[tag] for other in side.values())
        _outnumbered(encounter, stats, foes, len(models) - foes)
        _count_dice(encounter, stats, spears[tag])
        axes = [axe for axe in breakers if side[axe] != side[tag]]
        if axes and (stats.parries or stats.can_shield):
            stats.broken_by = axes[0]
            stats.cite("SC-18")
    return models


def _outnumbered(encounter: Encounter, stats: ModelStats, foes: int, friends: int) -> None:
    """Ws less the number of enemies; one enemy costs nothing, and by option neither do they cost the larger side."""
    more = OUTNUMBER.of(encounter) == "more"
    if foes > 1 and not (more and friends >= foes):
        stats.change_ws("outnumbered", -foes, "SC-10", *(("SC-44",) if more else ()))


def _count_dice(encounter: Encounter, stats: ModelStats, spears: Sequence[Tag]) -> None:
    """One die for each wound left, those of its weapons, and one for each spear behind it."""
    stats.dice = {"wounds": WOUNDS.of(encounter, stats.tag), **stats.dice}
    stats.cite("SC-06", *(("SC-09",) if wounds_lost(encounter, stats.tag) else ()))
    for spear in spears:
        stats.add_dice(f"spear {encounter.name(spear)}", 1, "SC-21", "SC-55")


def wounds_lost(encounter: Encounter, tag: Tag) -> int:
    """The wounds a model has lost."""
    return max(0, WOUNDS.most(encounter, tag) - WOUNDS.of(encounter, tag))


class CombatStats:
    """The stats of all models in a combat, worked out again only when the encounter has changed."""

    def __init__(self, ledger: Ledger, combat: Tag) -> None:
        self._ledger = ledger
        self.combat = combat
        self._at: Encounter | None = None
        self._models: dict[Tag, ModelStats] = {}

    @property
    def models(self) -> dict[Tag, ModelStats]:
        """The stats of the models that stand, by tag, as of now."""
        # A remark leaves the encounter object unchanged: the stats are reused, which are slow with thirty models.
        if self._at is not self._ledger.encounter:
            self._at = self._ledger.encounter
            self._models = stats_in_combat(self._at, self.combat)
        return self._models

    def sides(self) -> dict[str, list[Tag]]:
        """Those that stand, by side, the side with priority first."""
        return sides_of(self._ledger.encounter, self.models)


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
            told[spear] = f"spear: helps {encounter.name(model)} from behind"
    return told if tag == combat.tag else {model: told[model] for model in (tag,) if model in told}


def tell(ledger: Ledger, models: Mapping[Tag, ModelStats]) -> None:
    """Writes down what each model brings to a combat."""
    for tag, stats in models.items():
        line = f"{ledger.encounter.name(tag)}: {summary(ledger.encounter, stats)}"
        ledger.remark(line, *stats.cites, *stats.ap_cites, detail=True)
