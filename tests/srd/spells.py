"""The spells of the SRD as things of the game: from the fields of the source and the set phrases of its texts.

What attacks, asks a save, heals, harms or gives a condition is a rule; the rest is cast by name, with its slot, and
told in a line of our own.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from referee.engine.state.tags import slug
from referee.imports.described_act import Brought
from referee.imports.english.attack_text import TextRead, read_attack_text
from referee.imports.record import Json
from referee.plain_data import inline, toml_of
from referee.rules.registry import shipped
from referee.text.harmless import LONGEST_NOTE
from tests.srd.creatures import Sentence
from tests.srd.gist import ABILITIES, facts, gist, sentences
from tests.srd.spell_choices import BY_NAME, HAMPERS, LEFT_OUT, MORE, ON_THINGS, STAYS
from tests.srd.spell_durations import by_slot, lastings
from tests.srd.spell_phrases import (
    AGAIN,
    AT_ONCE,
    BREAKS,
    CHOSEN,
    FOUGHT,
    HAMPERED,
    HIGHER,
    MORE_TARGETS,
    NUMBERS,
    OBEYS,
    ON_DAMAGE,
    PUSHED,
    RENEWED,
    SPARES,
    TOUCHED,
    UP_TO,
    ZONES,
    Keys,
    lying,
    next_turn,
)
from tests.srd.spell_told import SPELLS_TOLD

_PRICES = {"1 action": "action", "1 bonus action": "bonus", "1 reaction": "reaction"}
_MANY = re.compile(
    r"\b(?:each creature|each target|up to (?:two|three|six|eight|ten|\d+) [\w ]*?creatures|any number of|"
    r"creatures (?:of your choice|you (?:choose|can see))|(?:all|each) (?:other )?creatures?)\b",
    re.IGNORECASE,
)
_UNITS = {"round": 1, "minute": 10, "hour": 600, "day": 14_400}
_DICE = re.compile(r"(\d+)d(\d+)(?: ?\+ ?(\d+))?$")
_SAVE = re.compile(rf"(?<!\d )\b({'|'.join(ABILITIES)}) saving throws?\b", re.IGNORECASE)
_ASKED = re.compile(
    r"\bmust (?:make|succeed|also|then)|\bmakes? an? \w+ saving throw|\bto make (?:an? )?\w+ saving", re.IGNORECASE
)
_ANY = 20
"""Stands for the number of whoever casts, which the texts of monsters say and those of spells do not."""
_TOLD = 180
"""Characters of what is told as a spell is cast."""
_DOES = {
    *("damage", "heal", "brings", "becomes", "test", "change", "lifts", "choices", "summons", "most", "on", "then"),
    *("anyway", "again", "shapes", "answers"),
}
"""Keys of which one at least is more than its price."""
_MORE = {name.lower(): more for name, more in MORE.items()}
_WORDS = {"Blindness/Deafness": "blindness"}
"""Spells that parties know by another word than their name."""
_DC = {"dc": "{with.dc}"}
_GONE = "by loses concentrating"


def spells(rows: list[Json], account: list[Sentence]) -> Iterator[Json]:
    """Each spell that the game's own file does not have: name, level, what is said of it, and its line."""
    own = {
        str(table.get("name", name.replace("_", " "))).lower()
        for name, table in toml_of(shipped("fifth").decode())["thing"].items()
        if table["sort"] == "spell"
    }
    for row in rows:
        if row["name"].lower() in own:
            continue
        said, plays = Spell(row).keys()
        line = _line(row, f"{inline(said)} {row.get('level')}", account)
        own_words = SPELLS_TOLD.get(row["name"], "")
        if (
            told := own_words or said.pop("tell", "") or ("" if plays else line)
        ):  # else it would be told again for each target
            said["tell"] = told if len(told) <= _TOLD else f"{told[:_TOLD].rpartition(',')[0]} …"
        yield {
            "name": row["name"],
            "word": _WORDS.get(row["name"], slug(row["name"].replace("'", "’")).replace("-", "_")),
            "level": row["level"],
            "said": inline(said),
            "plays": plays,
            "note": f"{_head(row)}; {line}" if line else _head(row),
        }


def _head(row: Json) -> str:
    """Level, school, time, range and how long it lasts."""
    level = f"level {row['level']}" if row["level"] else "cantrip"
    school = row["school"]["name"].lower()
    lasts = row["duration"].lower()
    kept = ", concentration" if row["concentration"] else ""
    far = row["range"].lower().replace(" feet", " ft")
    return f"{level}, {school}, {row['casting_time']}, {far}, {lasts}{kept}"


def rounds(duration: str) -> int:
    """`Up to 1 minute` in rounds; 0 for what lasts no time, or until something happens."""
    found = re.search(r"(\d+) (round|minute|hour|day)", duration)
    return min(int(found[1]) * _UNITS[found[2]], 999_999) if found else 0


class Spell:
    """One spell of the source, and what its fields and the phrases of its text say."""

    def __init__(self, row: Json) -> None:
        self.row, self.name, self.level = row, str(row["name"]), int(row["level"])
        self.text = " ".join(row["desc"])
        self.read: TextRead = read_attack_text(_SAVE.sub(rf"DC {_ANY} \1 saving throw", self.text))
        self.kept = bool(row["concentration"])
        n = rounds(row["duration"])
        self.lasts = f"{n} rounds" if n else "open"
        self.stays = n > 0 or row["duration"].startswith(("Until", "Special"))
        self.price = _PRICES.get(row["casting_time"])
        field = row.get("dc", {}).get("dc_type", {}).get("index")
        asked = self.read.saves[0].ability if self.read.saves and _ASKED.search(self.text) else ""
        self.ability: str = field or asked
        self.attack = row.get("attack_type")

    def keys(self) -> tuple[Keys, bool]:
        """The keys of the spell, and whether more than its slot is played."""
        keys: Keys = {"name": self.name.replace("'", "’"), "cost": {self.price: 1} if self.price else {}}
        keys |= {"level": self.level} if self.level else {}
        keys |= {"turn": "any"} if self.price != "action" and self.price != "bonus" else {}
        does = self._by_phrases() if self.price and self.name not in BY_NAME else {}
        more = _MORE.get(self.name.lower(), {})
        if "targets" not in more and more.get("at") == "allies":
            does |= self._how_many()
        does |= more
        does |= self._left_out()
        does = {key: value for key, value in does.items() if value is not None}
        if "again" in does:
            does["again"] = {key: value for key, value in does["again"].items() if value is not None}
        plays = not _DOES.isdisjoint(does)
        always = {**does.pop("always", {})}
        if "again" in does and "tell" in does and does.get("targets") == "none":  # else it would be told again, too
            always["tell"] = does.pop("tell")
        own = list(always.get("brings", ()))
        if self.kept:
            long = "end of bearer" if self.lasts == "1 rounds" else self.lasts
            own.insert(0, {"condition": "concentrating", "to": "self", "for": long})
        elif "again" in does:
            own.append({"condition": "sustaining", "to": "self", "for": self.lasts})
        if own or always:
            keys["always"] = {**always, **({"brings": own} if own else {})}
        if not plays:
            marked = self._marked()
            told = {key: does[key] for key in ("tell",) if key in does}
            return self._by_slot(self._alone({**keys, **told, **marked})), self.kept
        return self._by_slot(self._alone({**keys, **self._ended(does)})), True

    def _by_slot(self, keys: Keys) -> Keys:
        """The same, with the times that higher slots give, unless that is longer than a thing may be described."""
        tiers = lastings(self.row, self.lasts, self.kept)
        timed = by_slot(keys, tiers, self.lasts, _GONE) if tiers else keys
        return timed if len(inline(timed)) <= LONGEST_NOTE else keys

    def _left_out(self) -> Keys:
        """Whom it does nothing to, whom alone it can be aimed at, whose save is worse, and that it ends by itself."""
        out = [said for phrase, said in SPARES if phrase.search(self.text)] + LEFT_OUT.get(self.name, [])
        why = {}
        if chosen := CHOSEN.search(f"beguile a beast; {self.text}" if self.name == "Dominate Beast" else self.text):
            out.insert(0, f"{{target.type}} and not {{target.type}} is {chosen['kind']}")
            why = {"why": f"Only a {chosen['kind']} can be chosen."}
        kinds = ["undead", "ooze"] if HAMPERED.search(self.text) else HAMPERS.get(self.name, [])
        hampers = {"hampers": [f"{{target.type}} is {kind}" for kind in kinds]} if kinds else {}
        eases = {"eases": ["{round} > 0"]} if FOUGHT.search(self.text) else {}
        return {**({"unless": out} if out else {}), **why, **hampers, **eases}

    def _alone(self, keys: Keys) -> Keys:
        """The same, and that it ends with the last of what it brought, unless it goes on or stays where it is."""
        over = self.kept and _GONE in inline(keys) and "again" not in keys and self.name not in STAYS
        anew = "brings" in inline(keys) and RENEWED.search(self.text)
        return {**keys, **({"ends_alone": True} if over else {}), **({"renews": True} if anew else {})}

    def _marked(self) -> Keys:
        """A spell of which nothing plays still lies on whom it is cast at, for as long as it lasts."""
        if not self.stays or not self.price or self.name in ON_THINGS:
            return {"targets": "none"}
        alone = self.row["range"] == "Self"
        touched = bool(TOUCHED.search(self.text)) and not self.row.get("area_of_effect")
        if not alone and not touched:
            return {"targets": "self" if self.kept else "none"}
        to = {"targets": "self"} if alone else {"at": "allies", **self._how_many()}
        return self._ended({**to, "brings": [{"condition": "enchanted"}]})

    def _ended(self, does: Keys) -> Keys:
        """The same where each condition that it brings lies as long as the spell, and ends with concentration."""

        def each(value: Any) -> Any:
            if isinstance(value, list):
                return [each(one) for one in value]
            if not isinstance(value, dict):
                return value
            inner = {key: each(one) for key, one in value.items()}
            if "condition" not in inner or inner.get("to") == "self":
                return inner
            lasts = "open" if inner["condition"] == "prone" else self.lasts
            ends = [*inner.get("ends", ())]
            ends_with_it = inner["condition"] != "prone" and "of by" not in inner.get("for", "")
            if self.kept and ends_with_it and not _longer(inner.get("for", ""), self.lasts):
                ends.append(_GONE)
            return {"for": lasts, **inner, **({"ends": list(dict.fromkeys(ends))} if ends else {})}

        return {key: each(value) if key != "always" else value for key, value in does.items()}

    def _by_phrases(self) -> Keys:
        keys = self._fields()
        if self.stays or self.attack or self.ability:
            self._enchant(keys)
        self._again(keys)
        self._zone(keys)
        for each in keys.get("brings", ()):
            self._breaks(each)
        return keys

    def _how_many(self) -> Keys:
        """At how many it is cast, and how many more at higher levels."""
        higher = MORE_TARGETS.search(" ".join(self.row.get("higher_level", ())))
        least = UP_TO.search(self.text)
        if not (higher or least or _MANY.search(self.text) or self.row.get("area_of_effect")):
            return {}
        if least is None and higher is None:
            return {"targets": "many"}
        n = int(NUMBERS.get(least[1].lower(), 0) or least[1]) if least else 1
        most = str(n)
        if higher:
            more = NUMBERS[higher["n"].lower()]
            most = _straight(more, n - more * self.level)
        return {"targets": "many", "up_to": most}

    def _fields(self) -> Keys:
        """What the fields of the source say, and the conditions that come with a hit or a failed save."""
        row, text = self.row, self.text
        keys = self._how_many()
        keys |= {"at": "any"} if row.get("area_of_effect") else {}
        if self.attack:
            keys |= {"test": "attack", **({"ranged": True} if self.attack == "ranged" else {})}
        elif self.ability:
            keys["test"] = f"save {self.ability}"
        if (heal := row.get("heal_at_slot_level")) and "temporary" not in text:
            return {**keys, "at": "allies", **_levelled(row, heal, "heal", "")}
        if damage := row.get("damage"):
            kind = damage.get("damage_type", {}).get("index", "")
            by_level = damage.get("damage_at_slot_level") or damage.get("damage_at_character_level") or {}
            keys |= _levelled(row, by_level, "damage", kind)
            read = self.read.hit if self.attack else self.read.saves[0].failure if self.read.saves else self.read.hit
            types = [part.type for part in read.damage]
            if isinstance(keys.get("damage"), list):
                keys["damage"] = [f"{dice} {of}" for dice, of in zip(keys["damage"], types, strict=True)]
            elif "damage" not in keys:
                keys["damage"] = [str(part) for part in read.damage]
            if row.get("dc", {}).get("dc_success") == "half" or (self.ability and "half as much" in text):
                keys |= {"spared": "half"} if not self.attack else {}
        saves = self.read.saves
        brought = self.read.hit.brings if self.attack else saves[0].failure.brings if self.ability and saves else ()
        if brings := [self._brought(each) for each in brought if each.condition != "engulfed"]:
            keys["brings"] = brings
        if "test" in keys and (pushed := PUSHED.search(text)):
            keys["tell"] = f"is pushed {pushed['n']} ft"
        return keys if {"damage", "heal", "brings", "test"} & set(keys) else {}

    def _brought(self, brought: Brought) -> Keys:
        """A condition that comes, with its end."""
        keys: Keys = {"condition": brought.condition}
        short = next_turn(self.text) if self.row["duration"] in ("1 round", "Instantaneous") else ""
        keys |= {"for": brought.lasts} if brought.lasts != "open" else {"for": short} if short else {}
        keys |= {"ends": list(brought.ends)} if brought.ends else {}
        if brought.save is not None:
            keys["save_ends"] = {"test": f"save {brought.save[0]}", "values": _DC, "at": "turn end"}
        return keys

    def _enchant(self, keys: Keys) -> None:
        """Adds what lies on whoever it is cast at."""
        found = lying(self.text)
        if not found.rows:
            return
        values = {"amount": "{casting}"} if "{with.amount}" in inline(found.rows) else {}
        keys |= {"values": {**keys.get("values", {}), **values}} if values else {}
        comes: Keys = {"condition": "enchanted", **({"for": found.lasts} if found.lasts else {})}
        comes |= {"ends": found.ends} if found.ends else {}
        comes["effects"] = found.rows
        save = next((each["save_ends"] for each in keys.get("brings", ()) if "save_ends" in each), None)
        if save is None and self.ability and re.search(r"at the end of each of its turns", self.text):
            save = {"test": f"save {self.ability}", "values": _DC, "at": "turn end"}
        comes |= {"save_ends": save} if save else {}
        keys["brings"] = [*keys.get("brings", ()), comes]
        if any(row.keys() & {"damage", "adds"} for row in found.rows) and "test" not in keys:
            keys.pop("damage", None)
        if "test" not in keys:
            alone = self.row["range"] == "Self"
            keys |= {"targets": "self"} if alone else {"at": "allies", **self._how_many()}

    def _again(self, keys: Keys) -> None:
        """Adds what it does again in later turns."""
        if not self.stays or not ({"damage", "test"} & set(keys)):
            return
        for phrase, price in AGAIN:
            if phrase.search(self.text):
                keys["again"] = {"cost": {price: 1} if price else {}}
                return

    def _zone(self, keys: Keys) -> None:
        """Marks who is in an area that stays; each of them is asked in its turn."""
        moment = next((at for phrase, at in ZONES if phrase.search(self.text)), "") if self.stays else ""
        if not moment or not self.ability or "test" not in keys:
            return
        harm = {key: keys[key] for key in ("damage", "brings", "tell") if key in keys}
        for each in harm.get("brings", ()):
            self._breaks(each)
        mark = zone(self.name, moment, self.ability, harm, keys.get("spared") == "half")
        enters = {key: keys[key] for key in ("test", "damage", "spared", "brings", "tell") if key in keys}
        keys["again"] = {"cost": {}, "turn": "any", **keys.get("again", {}), **enters, "anyway": {"brings": [mark]}}
        if AT_ONCE.search(self.text):
            keys["anyway"] = {"brings": [mark]}
        else:  # whoever is there as it appears is asked in its own turn
            for key in enters:
                del keys[key]
            keys["brings"] = [mark]
            keys["again"].setdefault("brings", [])

    def _breaks(self, brought: Keys) -> None:
        """How whoever bears a condition gets rid of it."""
        if BREAKS.search(self.text) and brought["condition"] == "restrained":
            brought["escape"] = {"test": "breakout", "values": _DC}
        if ON_DAMAGE.search(self.text) and brought["condition"] != "enchanted":
            again = {"at": "damaged", "ask": f"save {self.ability}", "values": _DC}
            brought["effects"] = [{**again, "outcome": {"success": {"lifts": [brought["condition"]]}}}]
        if OBEYS.search(self.text) and brought["condition"] == "charmed":
            brought["effects"] = [{"aims": "for by"}, *brought.get("effects", [])]


def _longer(one: str, other: str) -> bool:
    """Does the first duration in rounds last longer than the other?"""
    n, of = (int(each.split()[0]) if each.endswith("rounds") else 0 for each in (one, other))
    return bool(of) and n > of


def zone(name: str, moment: str, ability: str, harm: Keys, half: bool) -> Keys:
    """The mark of whoever is in an area that stays: asked for a save in each of its turns, until it is out."""
    row: Keys = {"at": moment, "confirm": f"still in {name.replace(chr(39), '’')}?", "ends_own": "no"}
    if not ability:
        return {"condition": "in_area", "effects": [{**row, **harm}]}
    outcome: Keys = {"failure": harm}
    if half and (damage := harm.get("damage")):
        parts = damage if isinstance(damage, list) else [damage]
        halved = [f"({part.rpartition(' ')[0]}) / 2 {part.rpartition(' ')[2]}" for part in parts]
        outcome["success"] = {"damage": halved if len(halved) > 1 else halved[0]}
    return {
        "condition": "in_area",
        "effects": [{**row, "ask": f"save {ability}", "values": _DC, "outcome": outcome}],
    }


def _levelled(row: Json, by_level: Mapping[str, str], key: str, kind: str) -> Keys:
    """Dice that grow: with the slot `{with.level}d8 + {casting}`, or as values of their own; of a cantrip by the level
    of whoever casts it.
    """
    levels = sorted((int(level), dice.replace("MOD", "").strip(" +")) for level, dice in by_level.items())
    if not levels:
        return {}
    plus = " + {casting}" if any("MOD" in dice for dice in by_level.values()) else ""
    if " + " in levels[0][1] and levels[0][1].count("d") > 1:  # two types
        split = [(level, dice.split(" + ")) for level, dice in levels]
        columns = [_levelled(row, {str(level): parts[n] for level, parts in split}, key, "") for n in (0, 1)]
        values = next((each["values"] for each in columns if "values" in each), {})
        return {**({"values": values} if values else {}), key: [each[key] for each in columns]}
    parts = [(level, _DICE.match(dice if "d" in dice else f"0d0+{dice}")) for level, dice in levels]
    found = [(level, int(each[1]), each[2], int(each[3] or 0)) for level, each in parts if each is not None]
    if not found:
        return {}
    first, count, sides, more = found[0]
    if not row["level"]:
        return {key: f"{'{cantrip}' if len(found) > 1 else count}d{sides}{plus} {kind}".strip()}
    higher = HIGHER.search(" ".join(row.get("higher_level", ())))
    if len(found) == 1 and higher and higher["sides"] == sides:
        found.append((first + 1, count + int(higher["n"]), sides, more))
    dice = _grown(first, [(level, n) for level, n, _, _ in found])
    extra = _grown(first, [(level, n) for level, _, _, n in found]) if more else ""
    if sides == "0":
        return {key: f"{extra}{plus} {kind}".strip()}
    out: Keys = {}
    if "{" in dice and dice != "{with.level}":
        out["values"] = {"dice": dice}
        dice = "{with.dice}"
    said = f"{dice}d{sides}" + (f" + {extra}" if extra else "")
    return {**out, key: f"{said}{plus} {kind}".strip()}


def _grown(first: int, levels: list[tuple[int, int]]) -> str:
    """What is `first` at the least level and more at higher ones: straight, or one more for every two levels."""
    base = levels[0][1]
    if all(n == base for _, n in levels):
        return str(base)
    for per in (1, 2, 3, 5, 10):
        if all(n == base + per * (level - first) for level, n in levels):
            return _straight(per, base - per * first) if len(levels) > 1 else str(base)
    if all(n == base + (level - first) // 2 for level, n in levels) and len(levels) > 1:
        return f"({{with.level}} - {first}) / 2 + {base}"
    return str(base)


def _straight(per: int, rest: int) -> str:
    """`2 * {with.level} + 1`."""
    slope = "{with.level}" if per == 1 else f"{{with.level}} * {per}"
    return f"{slope} + {rest}" if rest > 0 else f"{slope} - {-rest}" if rest < 0 else slope


def _line(row: Json, said: str, account: list[Sentence]) -> str:
    """What the keys do not say, and where each sentence went."""
    held = facts(said) | {f"{row['level']}", "1", "2"} & facts(str(row["level"]))
    held |= {f"{n} {unit}" for n, unit in re.findall(r"(\d+) (round|minute|hour|day)", row["duration"])}
    held |= facts(_head(row))
    parts: list[str] = []
    for paragraph in row["desc"]:
        if paragraph.startswith("|"):
            account.append(Sentence(row["name"], "spell", paragraph, "a table, not retold"))
    for paragraph in (*row["desc"], *row.get("higher_level", ())):
        for sentence in sentences("" if paragraph.startswith("|") else paragraph):
            own = facts(sentence)
            lost = own - held
            higher = paragraph in row.get("higher_level", ()) and "{with.level}" in said
            if lost and not higher:
                parts.append(gist(sentence))
            missing = lost - facts("; ".join(parts)) if not higher else set()
            where = "LOST " + ", ".join(missing) if missing else "nothing" if not own else "keys"
            where = "by hand" if where == "keys" and lost and not higher else where
            account.append(Sentence(row["name"], "spell", sentence, where))
    return "; ".join(dict.fromkeys(filter(None, parts)))
