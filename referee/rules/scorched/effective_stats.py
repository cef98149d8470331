"""Effective stats: each model's Ws, dice and Ap in its combat, with the reasons in words, and the combat scores and
hits that come of them and of the dice (SC-05..13, 23..26, 52).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from referee.engine.events.event import Result, Term, Terms, total
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.rules.scorched.combats import fighters, sides_of, spears_behind
from referee.rules.scorched.conditions import Edge, ModelStats, own_stats
from referee.rules.scorched.kinds import (
    AP_MODE,
    ATTACK,
    COMBAT,
    DOUBLING,
    OFF_HAND_AP,
    OUTNUMBER,
    WOUNDS,
    Kind,
    S,
    carried,
    kinds,
)

Effect = Callable[[ModelStats, Edge, Kind], None]


def simple(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Its attacks have no Ap, whatever the weapon's says (SC-15)."""
    edge.ap = 0
    stats.cite_ap(*kind.clauses)


def gap_stab(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """A kept 6 sets its Ap (SC-17)."""
    edge.on_six[kind.rule] = kind.amount
    stats.six_cites.update(dict.fromkeys(kind.clauses))


def charge_bonus(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """After a charge its Ap is better (SC-22)."""
    if stats.charged:
        edge.improves["charge"] = kind.amount
        stats.cite_ap(*kind.clauses)


def cleave(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Slower and heavier: Ws and die worse, Ap better (SC-25, 26, 27)."""
    stats.change_ws("two-handed", -1, "SC-25")
    stats.cleaves = True
    edge.improves["two-handed"] = kind.amount
    stats.cite_ap("SC-27")


def adaptive(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Two-handed, if it says so before it rolls (SC-28)."""
    if stats.two_hands:
        cleave(stats, edge, kind)


def flurry(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Two of the same: one more die (SC-29)."""
    stats.add_dice("flurry", kind.amount, "SC-29")


def off_handed(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Two different ones: each has done its own already (SC-30)."""
    stats.cite("SC-30")
    stats.cite_ap(*kind.clauses)


def powered(stats: ModelStats, edge: Edge, kind: Kind) -> None:
    """Its Ap is 1 (SC-34)."""
    edge.sets[kind.rule] = kind.amount
    stats.cite_ap(*kind.clauses)


EFFECTS: dict[str, Effect] = {
    "punch": simple,
    "dagger": gap_stab,
    "lance": charge_bonus,
    "two-handed": cleave,
    "hand-and-a-half": adaptive,
    "flurry": flurry,
    "off-handed": off_handed,
    "power": powered,
}
"""What kinds of equipment do to the numbers of their bearer. What else their rules do is asked for where it matters."""
_BROKEN = ("Parry", "Shielding")
"""The rules that an axe takes away (SC-18)."""


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
    if name in EFFECTS:
        EFFECTS[name](stats, edge, kind)
    stats.bonuses[kind.rule] = kind.clauses


def stats_in_combat(encounter: Encounter, combat: Tag) -> dict[Tag, ModelStats]:
    """The stats of each model in that combat as of now (SC-06, 09, 10, 18, 21)."""
    sides = sides_of(encounter, fighters(encounter, combat))
    models = {tag: stats_with_weapons(encounter, tag) for tags in sides.values() for tag in tags}
    side = {tag: encounter.figures[tag].side for tag in models}
    breakers = [tag for tag in models if "Breaker" in models[tag].bonuses]
    spears = spears_behind(encounter, models)
    for tag, stats in models.items():
        foes = sum(other != side[tag] for other in side.values())
        _outnumbered(encounter, stats, foes, len(models) - foes)
        _count_dice(encounter, stats, spears[tag])
        axes = [axe for axe in breakers if side[axe] != side[tag]]
        if axes and not stats.bonuses.keys().isdisjoint(_BROKEN):
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
    rules = [rule for rule in stats.bonuses if not (stats.broken_by and rule in _BROKEN)]
    words = summary_of_numbers(encounter, stats)
    words += f"; {', '.join(rules)}" if rules else ""
    if stats.broken_by:
        lost_rules = ", ".join(f"no {rule}" for rule in _BROKEN if rule in stats.bonuses)
        words += f"; {lost_rules} ({encounter.name(stats.broken_by)}'s axe)"
    return words + ("; shields" if stats.shields else "")


def about(encounter: Encounter, tag: Tag) -> Mapping[Tag, str]:
    """What each model brings to a combat, and whom the spears behind it help; of one model, that model's part of it."""
    combat = encounter.group_with(tag, COMBAT) if tag in encounter.figures else encounter.groups.get(tag)
    if combat is None or combat.kind != COMBAT or not combat.open:
        return {}
    models = stats_in_combat(encounter, combat.tag)
    told = {model: summary(encounter, stats) for model, stats in models.items()}
    for model, spears in spears_behind(encounter, models).items():
        for spear in spears:
            told[spear] = f"spear: helps {encounter.name(model)} from behind"
    if tag == combat.tag:
        return told
    return {tag: told[tag]} if tag in told else {}


def tell(ledger: Ledger, models: Mapping[Tag, ModelStats]) -> None:
    """Writes down what each model brings to a combat."""
    for tag, stats in models.items():
        line = f"{ledger.encounter.name(tag)}: {summary(ledger.encounter, stats)}"
        ledger.remark(line, *stats.cites, *stats.ap_cites, detail=True)


Dice = Mapping[Tag, Sequence[int]]
"""The faces of each model's attack dice."""
Foes = Mapping[Tag, Sequence[Tag]]
"""For each model, whom it fights."""


class Score(Struct, frozen=True):
    """One model's combat score, term by term."""

    tag: Tag
    kept: int
    """The highest die as it fell."""
    terms: Terms
    cites: tuple[str, ...]

    @property
    def total(self) -> int:
        """The combat score."""
        return total(self.terms)


class Blow(Struct, frozen=True):
    """The hits of one model on one enemy, fixed when the scores are compared (SC-05)."""

    attacker: Tag
    target: Tag
    hits: int
    ap: int
    strength: int
    pushes: bool = False
    shreds: bool = False
    excises: bool = False
    instant: bool = False
    six: bool = False
    """Its Ap comes of a kept 6 (SC-17)."""
    cites: tuple[str, ...] = ()


def score_of(encounter: Encounter, stats: ModelStats, faces: Sequence[int]) -> Score:
    """The highest die and Ws, with all that changes either; shielding doubles the whole, or by option
    the kept die and plain Ws (SC-23, 52).
    """
    kept = max(faces)
    terms = [Term("die", kept, tuple(map(str, faces)))]
    cites = ["SC-07", "SC-08"]
    if stats.cleaves:
        cites.append("SC-26")
        if kept not in (1, 6):
            terms.append(Term("cleave", -1))
    terms += [Term(reason, by) for reason, by in stats.ws.items()]
    if "outnumbered" in stats.ws:
        cites.append("SC-10")
    if stats.shields:
        bonus = kept + stats.ws["Ws"] if DOUBLING.of(encounter) == "first" else total(terms)
        terms.append(Term("shielding", bonus))
        cites += ["SC-23", "SC-52"]
    return Score(stats.tag, kept, tuple(terms), tuple(cites))


def scores_of(encounter: Encounter, models: Mapping[Tag, ModelStats], dice: Dice) -> dict[Tag, Score]:
    """The combat score of each model."""
    return {tag: score_of(encounter, stats, dice[tag]) for tag, stats in models.items()}


def blows_of(
    encounter: Encounter, models: Mapping[Tag, ModelStats], foes: Foes, scores: Mapping[Tag, Score]
) -> tuple[Blow, ...]:
    """All hits of the combat, from the same scores: each model on every enemy with a lower one (SC-11, 12, 24)."""
    return tuple(
        _blow(encounter, models[tag], foe, scores)
        for tag in models
        if not models[tag].shields
        for foe in foes[tag]
        if scores[tag].total > scores[foe].total
    )


def _blow(encounter: Encounter, stats: ModelStats, target: Tag, scores: Mapping[Tag, Score]) -> Blow:
    mode, off_hand = AP_MODE.of(encounter), OFF_HAND_AP.of(encounter)
    plain, ap = stats.ap(mode, off_hand), stats.ap(mode, off_hand, six=scores[stats.tag].kept == 6)
    by_six = stats.six_cites if ap.value != plain.value else {}
    return Blow(
        attacker=stats.tag,
        target=target,
        hits=scores[stats.tag].total - scores[target].total,
        ap=ap.value,
        strength=stats.strength,
        pushes="Knock back" in stats.bonuses,
        shreds="Shred" in stats.bonuses,
        excises="Excise" in stats.bonuses,
        instant="Possession" in stats.bonuses,
        six=bool(by_six),
        cites=(*by_six, *stats.ap_cites),
    )


def log_attacks(
    ledger: Ledger, models: Mapping[Tag, ModelStats], foes: Foes, scores: Mapping[Tag, Score], blows: Sequence[Blow]
) -> None:
    """Each pair of enemies as one attack of the higher score: its hits, or none behind a shield or where equal."""
    hits = {(blow.attacker, blow.target): blow for blow in blows}
    for one, other in _pairs(foes):
        who, target = (one, other) if scores[one].total >= scores[other].total else (other, one)
        mine, theirs = scores[who], scores[target]
        result, count, cites = _ended(mine, theirs, hits.get((who, target)))
        cites = (*cites, *mine.cites, *theirs.cites)
        ledger.record(
            ATTACK.made(who, result, *cites, target=target, terms=mine.terms, opposing=theirs.terms, count=count)
        )


def _ended(mine: Score, theirs: Score, blow: Blow | None) -> tuple[Result, int, tuple[str, ...]]:
    """How the higher score did against the lower, with its hits and clauses (SC-11..13, 24)."""
    if blow is not None:
        return "success", blow.hits, ("SC-11", "SC-12", *blow.cites)
    return ("failure", 0, ("SC-13",)) if mine.total == theirs.total else ("partial", 0, ("SC-24",))


def _pairs(foes: Foes) -> Iterator[tuple[Tag, Tag]]:
    """Each pair of enemies once."""
    seen: set[frozenset[Tag]] = set()
    for tag, others in foes.items():
        for other in others:
            if frozenset((tag, other)) not in seen:
                seen.add(frozenset((tag, other)))
                yield tag, other
