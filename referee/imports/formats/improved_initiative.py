"""Improved Initiative: stat blocks, alone or in a list, encounters, and dumps of a whole account in three shapes."""

from collections.abc import Iterable, Iterator
from typing import Any

from referee.engine.problem import Refused
from referee.imports.described_act import ACTION, BONUS, LEGENDARY, REACTION, TRAIT
from referee.imports.english.features import add_feature
from referee.imports.format_list import IMPROVED_INITIATIVE
from referee.imports.found_in_file import Creature, Fight, Found, Placed
from referee.imports.record import ABILITIES, HIGHEST, Json, Record, named, named_as, plain_text, words_in
from referee.plain_data import parsed
from referee.text.quoting import quoted, short

PREFIX = "ImprovedInitiative."
LISTS = ("Creatures", "PersistentCharacters", "SavedEncounters", "Spells", "AutoSavedEncounters")
_DEFENCES = ("DamageVulnerabilities", "DamageResistances", "DamageImmunities", "ConditionImmunities")
_SECTIONS = (
    ("Traits", TRAIT),
    ("Actions", ACTION),
    ("BonusActions", BONUS),
    ("Reactions", REACTION),
    ("LegendaryActions", LEGENDARY),
    ("MythicActions", ACTION),
)


def is_stat_block(fields: Json) -> bool:
    """Does it look like a stat block?"""
    return "Name" in fields and any(key in fields for key in ("HP", "AC", "Abilities"))


def is_encounter(fields: Json) -> bool:
    """Does it look like an encounter?"""
    return isinstance(fields.get("Combatants"), list)


def is_dump(fields: Json) -> bool:
    """Does it look like the dump of an account, or of one list of it?"""
    return any(
        key.removeprefix(PREFIX).partition(".")[0] in LISTS and ("." in key or isinstance(each, list))
        for key, each in fields.items()
    )


def read(records: Iterable[Json], found: Found) -> None:
    """Stat blocks and encounters, one record each."""
    found.report.format = IMPROVED_INITIATIVE.name
    for fields in records:
        if is_encounter(fields):
            _add_fight(found, fields, "Encounter")
        else:
            found.add(fields, "Name", _creature)


def read_dump(entries: Iterable[tuple[str, Any]], found: Found) -> None:
    """A dump of an account: each record once, whatever its shape."""
    found.report.format = IMPROVED_INITIATIVE.name
    seen: set[tuple[str, str]] = set()
    listed: dict[str, list[str]] = {}
    for key, raw in entries:
        section, _, id_ = key.removeprefix(PREFIX).partition(".")
        if section not in LISTS:
            continue
        value = _decoded(found, key, raw)
        if not id_:
            listed[section] = [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
        elif (section, id_) not in seen and value is not None:
            seen.add((section, id_))
            _add(found, section, value if isinstance(value, dict) else {})
    for section, ids in listed.items():
        for id_ in ids:
            if (section, id_) not in seen and section != "AutoSavedEncounters":
                why = "record missing, skipped."
                found.report.skip(f"{section} {short(id_)}", "id", why)


def _decoded(found: Found, key: str, raw: object) -> Any:
    """The value behind a key, which may be JSON as text."""
    if not isinstance(raw, str):
        return raw
    try:
        return parsed(raw, key)
    except Refused:
        found.report.skip(key, "json", "not valid JSON, skipped.")
        return None


def _add(found: Found, section: str, fields: Json) -> None:
    match section:
        case "Creatures":
            found.add(fields, "Name", _creature)
        case "PersistentCharacters":
            _add_character(found, fields)
        case "SavedEncounters":
            _add_fight(found, fields, "Encounter")
        case "AutoSavedEncounters":
            _add_fight(found, fields, "Running fight")
        case _:
            found.report.skip(str(fields.get("Name") or "spell"), "spell", "spells are not imported; skipped.")


# -------------------------------------------------------------------- creatures


def _add_character(found: Found, fields: Json) -> None:
    if (known := named(fields, "Name", found.report)) is None:
        return
    name, record = known
    if not record.has_row("StatBlock"):
        record.notes.skip("StatBlock", "stat block missing, skipped.")
        return
    block = {"Player": "player", **record.get("StatBlock"), "Name": name}
    creature = _creature(name, Record(block, record.notes))
    creature.is_player, creature.side = True, "heroes"
    creature.stand_at(record, "CurrentHP")
    if text := record.text("Notes"):
        creature.text.append(f"Notes. {text}")
    found.creatures.append(creature)


def _creature(name: str, block: Record) -> Creature:
    """The creature of a stat block. A number there has words beside it; in older files it stands alone."""
    creature = Creature(name, block.notes)
    player = block.get("Player")
    creature.is_player = bool(player.strip()) if isinstance(player, str) else False
    creature.side = "heroes" if creature.is_player else ""
    creature.set_hit_points(block.get("HP", "Value"), block.text("HP.Notes"))
    creature.ac = block.number("AC", 0, 40, "ac", inner="Value")
    creature.set_abilities({key.lower(): each for key, each in block.items("Abilities")})
    _initiative(creature, block)
    for save in block.rows("Saves"):
        ability = save.text("Name").lower()[:3]
        value = save.number("Modifier", -99, 99, f"save {ability}")
        if ability in ABILITIES and value is not None:
            creature.saves[ability] = value
        else:
            save.notes.add("saves", f"{quoted(save.text('Name'))} not understood, left out.")
    _head(creature, block)
    creature.set_defences(*map(block.get, _DEFENCES))
    for key, sort in _SECTIONS:
        for each in block.rows(key):
            add_feature(creature, sort, each.text("Name"), each.text("Content"), usage=each.text("Usage"))
    return creature.finished()


def _initiative(creature: Creature, block: Record) -> None:
    """The modifier of dexterity and what the file adds to it."""
    more = block.number("InitiativeModifier", -99, 99) or 0
    if "dex" in creature.modifiers:
        creature.initiative = creature.modifiers["dex"] + more
    elif "InitiativeModifier" in block.fields:
        creature.initiative = more
        block.notes.add("initiative", f"dexterity missing; using only {more:+} from the file.")
    advantage = "advantage" if block.get("InitiativeAdvantage") is True else ""
    if special := block.text("InitiativeSpecialRoll") or advantage:
        creature.text.append(f"Initiative: {special}.")
        block.notes.add("initiative", f"{special} kept as a note.")


def _head(creature: Creature, block: Record) -> None:
    kind = block.text("Type")
    creature.set_size(kind.partition(" ")[0])
    speeds = [plain_text(each) for each in words_in(block.get("Speed"))]
    creature.set_speed(speeds[0] if speeds else None)
    skills = (f"{skill.text('Name')} {skill.whole('Modifier') or 0:+}" for skill in block.rows("Skills"))
    lines = {
        "": kind,
        "Armour": block.text("AC.Notes"),
        "Hit points": block.text("HP.Notes"),
        "Challenge": block.text("Challenge"),
        "Speed": ", ".join(speeds),
        "Skills": ", ".join(skills),
        "Senses": ", ".join(words_in(block.get("Senses"))),
        "Languages": ", ".join(words_in(block.get("Languages"))),
        "Source": block.text("Source"),
    }
    creature.describe(lines, block.text("Description"))


# -------------------------------------------------------------------- encounters


def _add_fight(found: Found, fields: Json, otherwise: str) -> None:
    """An encounter; one that was running says who stood how."""
    if not is_encounter(fields):
        found.report.skip(otherwise, "Combatants", "combatants missing, encounter skipped.")
        return
    if (known := named_as(fields.get("Name") or otherwise, fields, found.report)) is None:
        return
    name, record = known
    round_ = record.number("RoundCounter", 0, HIGHEST) or 0
    fight = record.rows("Combatants")
    placed = [one for each in fight if (one := _placed(each, name, fight)) is not None]
    if not placed:
        record.notes.skip("Combatants", "no readable combatants, encounter skipped.")
        return
    remarks = [f"Saved in round {round_}."] if round_ else []
    if (active := _with_id(record.get("ActiveCombatantId"), fight)) is not None:
        remarks.append(f"{_called(active)}'s turn.")
    found.fights.append(Fight(name, tuple(placed), tuple(remarks), round_))


def _with_id(id_: object, combatants: list[Record]) -> Record | None:
    """The combatant of that id; None if there is none."""
    return next((each for each in combatants if str(each.fields.get("Id", "")) == str(id_ or "")), None)


def _called(combatant: Record) -> str:
    of_sort, label = combatant.called("StatBlock.Name"), combatant.whole("IndexLabel")
    return combatant.called("Alias") or (f"{of_sort} {label}" if label is not None and of_sort else of_sort)


def _placed(combatant: Record, fight: str, combatants: list[Record]) -> Placed | None:
    name = _called(combatant)
    if not combatant.has_row("StatBlock") or not name:
        combatant.notes.add("Combatants", "a combatant without a stat block or a name, left out.")
        return None
    combatant = Record(combatant.fields, combatant.notes.of(f"{fight}: {name}"))
    notes = combatant.notes
    creature = _creature(combatant.called("StatBlock.Name") or name, combatant.row("StatBlock"))
    if creature.hp is None:
        creature.hp = combatant.number("MaxHP", 1, HIGHEST)
    now = combatant.number("CurrentHP", -HIGHEST, HIGHEST)
    if now is not None and creature.hp is not None and now != creature.hp:
        creature.hp_now = max(0, min(now, creature.hp))
    elif now is not None and creature.hp is None and now > 0:
        creature.hp = now
        notes.add("hp", f"maximum missing; using {now}, the current hit points.")
    return Placed(
        creature,
        name=name,
        is_hidden=combatant.get("Hidden") is True,
        temporary=combatant.number("TemporaryHP", 0, HIGHEST) or 0,
        initiative=combatant.number("Initiative", -99, 999),
        conditions=tuple(_tags(combatant, combatants)),
        remark=combatant.text("CurrentNotes"),
    )


def _tags(combatant: Record, combatants: list[Record]) -> Iterator[tuple[str, str]]:
    """The tags of a combatant as conditions, each with how long it lasts."""
    for each in combatant.entries("Tags"):
        tag = Record(each if isinstance(each, dict) else {"Text": each}, combatant.notes)
        if not (text := tag.called("Text")):
            continue
        left = tag.whole("DurationRemaining")
        if left is None or left < 1:
            yield text, ""
        elif (owner := _with_id(tag.get("DurationCombatantId"), combatants)) is not None:
            edge = "starts" if tag.get("DurationTiming") == "StartOfTurn" else "ends"
            yield text, f"{min(left, 999)} {edge} of {_called(owner)}"
        else:
            tag.notes.add(text, f"lasts {left} turns of a figure that is missing; imported without an end.")
            yield text, ""
