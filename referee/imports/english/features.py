"""Features: traits and actions of a creature, from their text and from what a file says of them in fields."""

import re
from collections import Counter
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from referee.imports.described_act import (
    ACTION,
    BONUS,
    LEGENDARY,
    NOTHING,
    REACTION,
    TRAIT,
    Attack,
    Damage,
    Effect,
    Feature,
    Limited,
    Save,
    TextRead,
)
from referee.imports.english.attack_text import read_attack_text
from referee.imports.english.references import attack_named
from referee.imports.english.spells import plays, read_magic
from referee.imports.found_in_file import Creature
from referee.imports.record import phrase
from referee.imports.report import Notes
from referee.text.harmless import clean_name

LEGENDARY_RESISTANCE = "legendary resistance"
_ONE_OF = phrase(r"\bone of the following\b|\bas detailed below\b")
_CHOICES = re.compile(
    r"(?:(?<=[.:])\s+|^|\n\s*)([A-Z][a-z]+ (?:[A-Z][a-z]+ ?)*(?:Breath|Roar|Ray|Gaze))\.\s", re.MULTILINE
)
"""The names of what one of several is chosen from."""
_MAGIC = phrase(r"\bmagic(?:al|ally)?\b|\bspell attack\b")
_RECHARGE = phrase(r"^recharge\s*(\d)(?:\s*-\s*(\d))?$")
_TIMES = phrase(r"^(\d{1,2})\s*/\s*(day|turn|round|rest|short rest|long rest|hour)\b.*$")
_REST = phrase(r"^recharges? (?:after|on) an? (short or long rest|short rest|long rest)")
_COSTS = phrase(r"^costs (\d) actions?$")
_POOL = phrase(r"\bcan take (\d) legendary actions|legendary actions?\s*\((\d)\s*/\s*turn\)")
_LAIR = phrase(r"\s*(?:lair|regional)\s+(?:actions?|effects?)\b")
SECTIONS = (
    *(("special_abilities", TRAIT), ("features", TRAIT), ("traits", TRAIT), ("actions", ACTION)),
    *(("bonus_actions", BONUS), ("reactions", REACTION), ("legendary_actions", LEGENDARY)),
)
"""The fields of lists of features, as most formats call them, in order, each with the sort that it holds."""
_CAST = phrase(r"\buses Spellcasting to cast ([A-Z][\w'’/ -]*?)(?= on itself|,|\.| and )")
_ONCE = phrase(
    r"(?:Failure or Success: )?The [\w ’'-]+ can['’]t take this action again until the start of its next turn\."
)
"""Of a legendary action of SRD 5.2."""
_GRAPPLES = phrase(r"\binstead of dealing damage,? [\w ]+? can grapple the target (\(escape DC \d{1,2}\))")
"""A grapple that an attack may bring in place of its damage, with the DC to escape from it."""
_AT_RANGE = phrase(r"\bdamage in melee,? or [^.]* damage at range\b")
"""A weapon that does something else when it is thrown."""
_BULLET = re.compile(r"(?:^|\n)\s*[-•*]\s+")
_BRACKETS = re.compile(r"\s*\(([^()]{1,80})\)")
_SAVED = {"half": "half damage", "none": "no damage"}
"""What a successful save leaves of the damage."""


_USES = re.compile(
    r"(?:makes (?:an?|one)|or(?: an?| one)?) ([\w ]+?) attack\b"
    r"|(?:makes )one attack with (?:its|his|her) ([\w ]+?)(?=\.| or |,|$)"
    r"|(?:makes one )(unarmed strike)\b|uses (?:its |his |her )?([A-Z]\w*(?: (?:of|the|[A-Z]\w*))*)"
)
"""What an action uses of the others."""


class Fields(Struct, frozen=True):
    """What fields of a file say of an action beside its text; None or nothing: they say nothing of it."""

    to_hit: int | None = None
    damage: tuple[Damage, ...] = ()
    typed: bool = True
    """The types of its damage can be trusted."""
    save: Save | None = None
    limit: Limited | None = None
    cost: int = 1
    """Legendary actions that it costs."""


NO_FIELDS = Fields()


class Named(Struct, frozen=True):
    """The name of a feature without what stands behind it in brackets, and what that says."""

    name: str
    limit: Limited | None = None
    cost: int = 1


@lru_cache(maxsize=4096)
def read_name(raw: str, usage: str = "") -> Named:
    """`Cold Breath (Recharge 5-6)` is Cold Breath with its limit; `usage`: the limit, where it stands by itself."""
    limits: list[Limited] = []
    costs: list[int] = []

    def take(found: re.Match[str]) -> str:
        parts = [part.strip() for part in re.split(r"[;,]", found[1])]
        said = [limit for part in parts if (limit := read_limit(part)) is not None]
        limits.extend(said)
        costs.extend(int(cost[1]) for part in parts if (cost := _COSTS.match(part)))
        return "" if said or all(_COSTS.match(part) for part in parts) else found[0]

    name = clean_name(_BRACKETS.sub(take, raw[:300])).rstrip(".:") or clean_name(raw)
    if usage and not limits and (limit := read_limit(usage.strip(" ()"))) is not None:
        limits.append(limit)
    return Named(name, limits[0] if limits else None, *costs[:1])


def read_limit(text: str) -> Limited | None:
    """`Recharge 5-6`, `3/Day`, `Recharges after a Short or Long Rest`; None if it is none of them."""
    if found := _RECHARGE.match(text):
        least = int(found[1])
        return Limited(recharge=least) if 2 <= least <= 6 else None
    if found := _TIMES.match(text):
        return Limited(times=int(found[1]), per=found[2].lower()) if int(found[1]) else None
    if found := _REST.match(text):
        return Limited(times=1, per=found[1].lower())
    return None


def add_feature(
    creature: Creature,
    sort: str,
    raw_name: str,
    text: str,
    fields: Fields = NO_FIELDS,
    usage: str = "",
) -> None:
    """Adds a trait or an action to a creature: its attack, its saves, its limit, and its text as it stands."""
    if sort == LEGENDARY and (pool := _POOL.search(f"{raw_name} {text}")):
        creature.legendary = int(pool[1] or pool[2])
        creature.text.append(f"{clean_name(raw_name)}. {text}".strip(" ."))
    elif _LAIR.match(raw_name):
        add_lair(creature, raw_name, text)
    elif (choices := list(_CHOICES.finditer(text))) and _ONE_OF.search(text):
        brackets = "".join(found[0] for found in _BRACKETS.finditer(raw_name))
        for n, found in enumerate(choices):
            end = choices[n + 1].start() if n + 1 < len(choices) else len(text)
            add_feature(
                creature, sort, f"{found[1]}{brackets}", text[found.end() : end], replace(fields, save=None), usage
            )
        share = 1 - len(choices) if fields.limit or read_name(raw_name, usage).limit else 0
        for each in range(share, 0):
            creature.features[each] = replace(creature.features[each], shares=choices[0][1])
    else:
        named = read_name(raw_name, usage)
        creature.text.append(f"{clean_name(raw_name) or named.name}. {text}".strip())
        if named.name:
            _add_one(creature, sort, named, text, fields)
        else:
            creature.notes.add(sort, "no name, kept as a note.")


def _add_one(creature: Creature, sort: str, named: Named, text: str, fields: Fields) -> None:
    """Adds a single trait or action: a multiattack, the spells that it casts, or what its text does."""
    limit = _limit(creature, named, fields)
    if named.name.lower().startswith("multiattack"):
        creature.features.append(Feature(named.name, sort, by_hand=" ".join(text.split())))
    elif "spellcasting" in named.name.lower() and (magic := read_magic(text, limit.times if limit else 0)).spells:
        creature.magic.append(magic)
        unknown = ", ".join(spell.name for spell in magic.spells if not plays(spell))
        creature.features.append(Feature(named.name, TRAIT, counts=True, by_hand=unknown))
    else:
        _add_read(creature, sort, named, text, fields, limit)


def _add_read(creature: Creature, sort: str, named: Named, text: str, fields: Fields, limit: Limited | None) -> None:
    """Adds what a text says that is done: its attack, its saves, what happens, and to whom."""
    notes = creature.notes
    if _ONCE.search(text):
        limit, text = limit or Limited(times=1, per="turn start"), _ONCE.sub("", text).strip()
    read = read_attack_text(text)
    for why in read.odd:
        notes.add(named.name, f"{why}.")
    saves = _saves(notes, named.name, read, fields)
    attack = None if sort == TRAIT else _attack(notes, named.name, read, fields)
    own = NOTHING if attack is not None else read.hit
    refers = named_in(text) if sort == LEGENDARY and not read.saves else ()
    refers = attack_named(text, sort == TRAIT) if sort == TRAIT or (sort == ACTION and not attack) else refers
    cost = max(named.cost, fields.cost)
    feature = Feature(named.name, sort, attack, saves, limit, cost, own, read.to_self, refers, by_hand=read.by_hand)
    cast = _CAST.search(text) if sort == LEGENDARY else None
    feature = replace(feature, text=text, magical=bool(_MAGIC.search(text)), casts=cast[1] if cast else "")
    half = attack is not None and bool(read.two_hands) and "half of its hit points" in text
    if half:
        swarm = "The swarm has another attack at half its hit points."
        feature = replace(feature, when="{hp} * 2 > {hp.most}", why=swarm)
    at_range = attack is not None and bool(read.two_hands) and bool(_AT_RANGE.search(text))
    in_melee = replace(feature, attack=replace(attack, ranges=None)) if attack is not None and at_range else feature
    creature.features.append(_carried_out(creature, in_melee))
    if attack is not None and read.two_hands:
        other = replace(attack, hit=replace(attack.hit, damage=read.two_hands))
        way, when = ("half strength", "{hp} * 2 <= {hp.most}") if half else ("two hands", "")
        if not attack.ranged:  # with two hands it is not thrown
            other = replace(other, ranges=None)
        if at_range:
            other, way = replace(other, ranged=True, reach=None, ranges=attack.ranges), "thrown"
        other_way = replace(feature, name=f"{named.name} ({way})", attack=other, when=when)
        creature.features.append(replace(other_way, by_hand=""))
    if attack is not None and (grapples := _GRAPPLES.search(text)):
        brings = read_attack_text(f"The target is grappled {grapples[1]}.").hit.brings
        other = replace(attack, hit=Effect(brings=brings), critical=NOTHING)
        creature.features.append(replace(feature, name=f"{named.name} (grapple)", attack=other, by_hand=""))


def add_lair(creature: Creature, raw_name: str, text: str) -> None:
    """Adds what the lair of a creature does, each of its actions by itself; what is not understood stays a note."""
    creature.text.append(f"{clean_name(raw_name)}. {text}".strip(" ."))
    actions = _BULLET.split(text) if "regional" not in raw_name.lower() else []
    parts = actions[1:] or actions
    before = len(creature.lair)
    for part in parts:
        read = read_attack_text(part)
        name = f"Lair action {len(creature.lair) + 1}"
        attack = _attack(creature.notes, name, read, Fields())
        own = NOTHING if read.is_attack else read.hit
        if attack or own.plays or any(save.plays for save in read.saves):
            creature.lair.append(Feature(name, TRAIT, attack, read.saves, own=own, to_self=False, text=part))
    taken = len(creature.lair) - before
    if taken < max(1, len(parts)):
        of = f"{len(parts) - taken} of {len(parts)} " if taken else ""
        creature.notes.add("lair", f"{of}{clean_name(raw_name)} kept as a note.")


def _carried_out(creature: Creature, feature: Feature) -> Feature:
    """The feature; of one that the figure has as a value nothing is left to do."""
    if feature.name.lower() == LEGENDARY_RESISTANCE and feature.limit:
        return replace(feature, own=NOTHING, by_hand="", counts=True)
    return feature


def named_in(text: str) -> tuple[str, ...]:
    """The other features of which a text says that one is used: `makes one claw attack or uses its Fling`."""
    return tuple(next(filter(None, found.groups())) for found in _USES.finditer(text))


def _limit(creature: Creature, named: Named, fields: Fields) -> Limited | None:
    said = fields.limit
    if said is None or (named.limit is not None and "rest" in named.limit.per and "rest" in said.per):
        return named.limit
    if named.limit not in (None, said):
        why = f"the name says {_told(named.limit)}, the field says {_told(said)}; using the field."
        creature.notes.add(named.name, why)
    return said


def _told(limit: Limited) -> str:
    if limit.recharge:
        return "recharge 6" if limit.recharge == 6 else f"recharge {limit.recharge}-6"
    return f"{limit.times}/{limit.per}"


def _saves(notes: Notes, name: str, read: TextRead, fields: Fields) -> tuple[Save, ...]:
    """The saves of the text; what a field says of one where the text has none. Where they differ, a note says so."""
    field = fields.save
    if field is None:
        return read.saves
    if not read.saves:  # that of a field may be the number to escape from what a hit brings
        return () if any(each.escape and each.escape[1] == field.dc for each in read.hit.brings) else (field,)
    first = read.saves[0]
    if (first.ability, first.dc) != (field.ability, field.dc):
        notes.add(
            name,
            f"the text says {first}, the field says {field}; using the text.",
        )
    if first.on_success != field.on_success and first.damage:
        said, other = _SAVED[first.on_success], _SAVED[field.on_success]
        notes.add(name, f"on a successful save the text says {said}, the field says {other}; using the text.")
    return read.saves


def _attack(notes: Notes, name: str, read: TextRead, fields: Fields) -> Attack | None:
    to_hit = read.to_hit if read.to_hit is not None else fields.to_hit
    if read.to_hit is not None and fields.to_hit is not None and read.to_hit != fields.to_hit:
        notes.add(name, f"the text says {read.to_hit:+} to hit, the field says {fields.to_hit:+}; using the text.")
    if to_hit is None:
        if read.is_attack:
            notes.add(name, "attack without a bonus to hit, kept as a note.")
        return None
    damage = read.hit.damage or (() if read.is_attack and read.saves else fields.damage)
    _compare(notes, name, read, fields)
    if not damage and read.has_dice and not read.saves and not read.apart:
        notes.add(name, "damage dice in the text not understood, kept as a note.")
    if instead := tuple(part for part in read.instead if part not in read.two_hands):
        notes.add(name, f"the damage may be {_listed(instead)} instead, kept as a note.")
    if read.apart:
        notes.add(name, f"{_listed(read.apart)} not dealt on every hit, kept as a note.")
    return Attack(to_hit, replace(read.hit, damage=damage), read.ranged, read.reach, read.ranges, read.critical)


def _compare(notes: Notes, name: str, read: TextRead, fields: Fields) -> None:
    """Notes where the fields say other damage than the text."""
    if not (read.hit.damage and fields.damage):
        return
    said = Counter(part if fields.typed else Damage(part.dice) for part in fields.damage)
    found = Counter(part if fields.typed else Damage(part.dice) for part in read.hit.damage)
    others = Counter(part if fields.typed else Damage(part.dice) for part in (*read.instead, *read.apart))
    of_saves = Counter(part if fields.typed else Damage(part.dice) for save in read.saves for part in save.damage)
    if said != found and said - others - of_saves != found:
        of_text, of_field = _listed(read.hit.damage), _listed(fields.damage)
        notes.add(name, f"the text says {of_text}, the field says {of_field}; using the text.")


def _listed(parts: tuple[Damage, ...]) -> str:
    return " and ".join(map(str, parts))
