"""Effective stats: each model's Ws, dice and Ap in its combat before the dice are thrown, with the reasons."""

from collections.abc import Sequence

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.rules.scorched.conditions import apply_conditions
from referee.rules.scorched.contact import contacts
from referee.rules.scorched.kinds import OUTNUMBER, WOUNDS, WS, S
from referee.rules.scorched.model_stats import Edge, ModelStats
from referee.rules.scorched.pairing import fighters, sides_of, spears_behind
from referee.rules.scorched.weapon_effects import EFFECTS
from referee.rules.scorched.weapons import carried, kinds


def stats_with_weapons(encounter: Encounter, tag: Tag) -> ModelStats:
    """A model's own stats with what its conditions and weapons change, outside any combat."""
    stats = ModelStats(tag, ws={"Ws": WS.of(encounter, tag)})
    apply_conditions(encounter, stats)
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
        # A line in the log leaves the encounter the very same; with thirty models working out the stats is what costs.
        if self._at is not self._ledger.encounter:
            self._at = self._ledger.encounter
            self._models = stats_in_combat(self._at, self.combat)
        return self._models

    def sides(self) -> dict[str, list[Tag]]:
        """Those that stand, by side, the side with priority first."""
        return sides_of(self._ledger.encounter, self.models)
