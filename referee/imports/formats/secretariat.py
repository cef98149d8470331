"""Gloomhaven Secretariat: monster files and deck files, and the figures of the library that they become."""

import re
from collections.abc import Iterable, Sequence

from referee.imports.format_list import SECRETARIAT
from referee.imports.found_in_file import Deck, Found, MonsterSheet
from referee.imports.record import Json, Record, named_as, objects, plain_text, whole, words_in
from referee.imports.report import Notes
from referee.store.library_record import KeptFigure
from referee.text.harmless import clean, clean_name
from referee.text.quoting import quoted, short

SYSTEM = "gloomhaven"
USUAL_LEVEL = 1
"""The level that a figure has as it is added; those of all levels are kept as data."""
LEVELS = range(8)
MOST_CARDS = 30
"""Cards of a deck."""
LONGEST_TOLD = 160
"""Characters of an action that is kept as text."""
DEEPEST = 4
"""Actions within one another that are read."""
_RELATIVE = ("attack", "move")
_COUNTED = ("heal", "shield", "retaliate", "suffer", "loot", "push", "pull")
_SIGNS = {"plus": "+", "add": "+", "minus": "-", "subtract": "-"}
_ELEMENTS = ("fire", "ice", "air", "earth", "light", "dark")
_CONDITIONS = ("bless", "curse", "disarm", "immobilize", "invisible", "muddle", "poison", "strengthen", "stun", "wound")
_WITHIN = {"range": 0, "target": 1, "pierce": 0}
"""Each with its least number."""
_FORMULA = re.compile(r"(?=.*[CL])([0-9]{1,3}|[CL])([x*+-]([0-9]{1,3}|[CL]))*")
"""A number by the characters at the table and the level of the scenario, which the game works out as one is added."""
_KEYS = {"health": "hp", "movement": "move", "attack": "attack", "range": "range"}


def is_monster(fields: Json) -> bool:
    """Does it look like a monster file?"""
    return isinstance(fields.get("stats"), list) and "name" in fields and "baseStat" in fields


def is_deck(fields: Json) -> bool:
    """Does it look like a deck file?"""
    cards = fields.get("abilities")
    return isinstance(cards, list) and any("initiative" in card for card in objects(cards))


def read(records: Iterable[Json], found: Found) -> None:
    """Reads monsters and decks."""
    monsters = found.report.format = f"{SECRETARIAT.name} monster"
    for fields in records:
        is_of_deck = is_deck(fields) and not is_monster(fields)
        if is_of_deck:
            found.report.format = monsters if found.monsters else f"{SECRETARIAT.name} deck"
        # `bandit-guard` is read as Bandit Guard; digits alone would be the number of a standee.
        name = plain_text(fields.get("name")).replace("-", " ").title()
        known = named_as(name if re.search(r"[^\W\d]", name) else "", fields, found.report)
        if known is not None and is_of_deck:
            found.decks.append(_deck(*known))
        elif known is not None:
            found.monsters.append(_monster(*known))


def _monster(name: str, record: Record) -> MonsterSheet:
    base, notes = record.row("baseStat"), record.notes
    sheet = MonsterSheet(name, deck=record.called("deck") or record.called("name"))
    is_boss = record.get("boss") is True or base.get("type") == "boss"
    for row in record.rows("stats"):
        level = row.whole("level")
        rank = row.text("type") or base.text("type") or "normal"
        if level is None or level not in LEVELS:
            notes.add("stats", f"level {short(str(row.get('level')), 20)} is not between 0 and 7; left out.")
            continue
        values = _row(row, f"{rank} level {level}")
        sheet.ranks.setdefault("boss" if is_boss else rank, {})[level] = values
    for rank, levels in sheet.ranks.items():
        if missing := [str(level) for level in LEVELS if level not in levels]:
            notes.add("stats", f"{rank} levels missing: {', '.join(missing)}.")
    if not sheet.ranks:
        notes.add("stats", "levels missing.")
    if immune := ", ".join(words_in(base.get("immunities"))):
        sheet.text.append(f"Immune: {immune}")
        notes.add("immunities", f"{immune} kept as a note.")
    for n, special in enumerate(base.entries("special"), 1):
        sheet.text.append(f"Special {n}: {parts_of(special, notes, f'special {n}')}")
    return sheet


def _row(row: Record, about: str) -> dict[str, int | str]:
    """What a figure of one rank has at one level."""
    values: dict[str, int | str] = {}
    for key, name in _KEYS.items():
        raw = row.get(key)
        if isinstance(raw, str) and _FORMULA.fullmatch(raw):
            values[name] = raw
        elif isinstance(raw, str) and whole(raw) is None:
            row.notes.add(about, f"{name} {quoted(raw, 40)} not understood, left out.")
        elif (value := row.number(key, 0, 999, f"{about} {name}")) is not None:
            values[name] = value
    inflicts: list[str] = []
    for action in row.rows("actions"):
        kind, told, n = action.text("type"), action.text("value"), action.whole("value")
        if kind == "condition" and told in _CONDITIONS:
            inflicts.append(told)
        elif kind in ("shield", "retaliate", "pierce", "range") and n is not None and 0 <= n <= 99:
            values[kind] = n
            if action.rows("subActions"):
                row.notes.add(about, f"the rest of {kind} not understood, left out.")
        else:
            row.notes.add(about, f"{quoted(f'{kind} {told}', 60)} not understood, left out.")
    return {**values, **({"inflicts": ",".join(inflicts)} if inflicts else {})}


def _deck(name: str, record: Record) -> Deck:
    deck = Deck(name)
    for card in record.rows("abilities"):
        initiative = card.number("initiative", 1, 99)
        if initiative is None:
            card.notes.add("abilities", "a card without an initiative of 1 to 99, left out.")
            continue
        parts = parts_of(card.get("actions"), card.notes, f"card {initiative}")
        told: Json = {"initiative": initiative, "parts": parts, "shuffle": card.get("shuffle") is True}
        if title := card.called("name"):
            told["name"] = title
        deck.cards.append(told)
    if len(deck.cards) > MOST_CARDS:
        record.notes.add("abilities", f"only the first {MOST_CARDS} of {len(deck.cards)} cards kept.")
        del deck.cards[MOST_CARDS:]
    return deck


def parts_of(actions: object, notes: Notes, about: str) -> str:
    """Actions in the words of the game: `move -1; attack +1`; what has no words there is a text, and noted."""
    return "; ".join(part for action in objects(actions) for part in _part(action, notes, about))


def _part(action: Json, notes: Notes, about: str) -> list[str]:
    """An action; what within it is not understood follows as a text of its own."""
    if not (head := _head(action)):
        return [_text(action, notes, about)]
    words, texts = [head], []
    for sub in objects(action.get("subActions")):
        if word := _sub(sub):
            words.append(word)
        else:
            texts.append(_text(sub, notes, about))
    return [" ".join(words), *texts]


def _text(action: Json, notes: Notes, about: str) -> str:
    """An action as a text, which is noted."""
    told = _told(action)
    kept = f"first {LONGEST_TOLD} characters kept" if len(told) >= LONGEST_TOLD else "kept"
    notes.add(about, f"{quoted(told, 60)} not understood, {kept} as a note.")
    return f"text {told}"


def _head(action: Json) -> str:
    """An action without what is within it; empty if the game has no words for it."""
    kind, value, n = plain_text(action.get("type")), plain_text(action.get("value")), whole(action.get("value"))
    sign = _SIGNS.get(plain_text(action.get("valueType")), "")
    if kind in _RELATIVE and n is not None and 0 <= n <= 99:
        return f"{kind} {sign}{n}"
    if sign:
        return ""
    if kind in _COUNTED and n is not None and 1 <= n <= 99:
        return f"{kind} {n}"
    if kind == "element" and value in _ELEMENTS and not objects(action.get("subActions")):
        return f"infuse {value}"
    return value if kind == "condition" and value in _CONDITIONS else ""


def _sub(sub: Json) -> str:
    """What stands within an action: `range 3`, `poison`, `self`; empty if the game has no words for it."""
    kind, value, n = plain_text(sub.get("type")), plain_text(sub.get("value")), whole(sub.get("value"))
    if objects(sub.get("subActions")):
        return ""
    if kind in _WITHIN and n is not None and _WITHIN[kind] <= n <= 99 and not sub.get("valueType"):
        return f"{kind} {n}"
    if kind == "condition" and value in _CONDITIONS:
        return value
    return "self" if kind == "specialTarget" and value == "self" else ""


def _told(action: Json, depth: int = 0) -> str:
    """An action that the game has no words for, as it can be read: `element -fire: attack +1, condition wound`."""
    sign = _SIGNS.get(plain_text(action.get("valueType")), "")
    told = f"{plain_text(action.get('type'))} {sign}{plain_text(action.get('value'))}".strip()
    inner = objects(action.get("subActions"))[:10] if depth < DEEPEST else []
    more = ", ".join(filter(None, (_told(sub, depth + 1) for sub in inner)))
    # A semicolon would begin another ability.
    return clean(f"{told}: {more}" if more else told, LONGEST_TOLD).replace(";", ",").replace('"', "'")


# -------------------------------------------------------------------- figures of the library


def figures(found: Found, source: str, all_found: Sequence[Found]) -> list[KeptFigure]:
    """A figure for each rank of each monster, with the cards of its deck, and one for each deck without a monster.

    all_found: what all files of the import hold, for a deck is a file of its own.
    """
    decks = {deck.name.casefold(): deck for each in all_found for deck in each.decks}
    used = {_key(monster.deck) for each in all_found for monster in each.monsters}
    out = [
        figure
        for monster in found.monsters
        for figure in _ranks(monster, decks.get(_key(monster.deck)), source, Notes(found.report, monster.name))
    ]
    return out + [_deck_figure(deck, source) for deck in found.decks if deck.name.casefold() not in used]


def _key(deck: str) -> str:
    return deck.replace("-", " ").casefold()


def _ranks(monster: MonsterSheet, deck: Deck | None, source: str, notes: Notes) -> list[KeptFigure]:
    if monster.ranks:
        notes.add("level", f"using level {USUAL_LEVEL}; the other levels kept as a note.")
    if deck is None and monster.deck:
        notes.add("deck", f"{monster.deck} missing; import the deck file together with the monster file.")
    return [_rank(monster, rank, deck, source) for rank in monster.ranks]


def _rank(monster: MonsterSheet, rank: str, deck: Deck | None, source: str) -> KeptFigure:
    levels = monster.ranks[rank]
    usual = levels.get(USUAL_LEVEL) or next(iter(levels.values()))
    values = " ".join(f"{key}={value}" for key, value in usual.items() if not (key == "hp" and value == 0))
    elite = " rank=elite" if rank == "elite" else ""
    lines = [
        f"Level {level}: " + (", ".join(f"{key} {value}" for key, value in levels[level].items()) or "nothing")
        for level in LEVELS
        if level in levels
    ]
    data: Json = {
        "rank": rank,
        "deck": monster.deck,
        "levels": {str(level): dict(values) for level, values in sorted(levels.items())},
    }
    if deck is not None:
        data["cards"] = deck.cards
        lines += _card_lines(deck)
    return KeptFigure(
        name=monster.name if rank != "elite" else clean_name(f"{monster.name} (elite)"),
        system=SYSTEM,
        source=source,
        words=f'monster "{monster.name}" {values}{elite}'.strip(),
        side="monsters",
        note="\n".join([*lines, *monster.text]),
        data=data,
    )


def _deck_figure(deck: Deck, source: str) -> KeptFigure:
    told: Json = {"deck": deck.name, "cards": deck.cards}
    return KeptFigure(
        name=clean_name(f"{deck.name} (deck)"),
        system=SYSTEM,
        source=source,
        words=f'monster "{deck.name}"',
        side="monsters",
        note="\n".join(_card_lines(deck)),
        data=told,
    )


def _card_lines(deck: Deck) -> list[str]:
    return [f"{card['initiative']}: {card['parts']}{' (shuffle)' if card['shuffle'] else ''}" for card in deck.cards]
