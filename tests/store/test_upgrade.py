"""Upgrades: an older journal is read as if it had been written today, and goes on in today's form."""

import json
from typing import Any
from zlib import crc32

import pytest
from msgspec.json import schema

from referee.engine.record.past_states import settled_state_at
from referee.engine.record.recorded_steps import Step
from referee.engine.state.encounter import Encounter
from referee.store import journal_codec as codec
from referee.store.journal_codec import LIFTS
from referee.store.journal_line import SCHEMA
from referee.store.save_problems import Damaged
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, do, hurt, joined


def as_it_was(raw: bytes) -> bytes:
    """The journal as a referee of form 0 would have written it: a hit was called so, and counted downwards."""
    older = []
    for line in raw.splitlines():
        rest = (
            line[18:]
            .replace(b'"v":%d' % SCHEMA, b'"v":0')
            .replace(b'"t":"track"', b'"t":"hit"')
            .replace(b'"by":-', b'"by":')
        )
        older.append(b'{"crc":"%08x",' % crc32(rest) + rest + b"\n")
    return b"".join(older)


def lift(kind: str, body: Any) -> Any:
    """From form 0 to the next."""
    for move in body["moves"] if kind == "step" else ():
        for event in move.get("events", ()):
            if event["t"] == "hit":
                event.update(t="track", by=-event["by"])
    return body


def test_older_lines_are_lifted_when_they_are_read(saves: Saves, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    do(journal, hurt("ulf", -6))
    journal.close()
    path = journal.folder / "journal.jsonl"
    path.write_bytes(as_it_was(path.read_bytes()))
    assert b'"t":"hit"' in path.read_bytes()
    monkeypatch.setattr(codec, "LIFTS", {0: lift})
    journal = saves.open("ambush")
    assert journal.notices == [] and not journal.read_only
    assert settled_state_at(journal, 2).figures["ulf"].tracks["hp"].now == 14
    do(journal, hurt("ulf", -1))
    journal.close()
    assert [json.loads(line)["v"] for line in path.read_text().splitlines()] == [0, 0, 0, SCHEMA]
    assert settled_state_at(saves.open("ambush"), 3).figures["ulf"].tracks["hp"].now == 13
    assert saves.check("ambush") == []


def test_a_form_that_nothing_leads_from_is_not_read(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    journal.close()
    path = journal.folder / "journal.jsonl"
    older = as_it_was(path.read_bytes())
    path.write_bytes(older)
    (journal.folder / "encounter.json").unlink()
    with pytest.raises(Damaged):
        saves.open("ambush")
    assert path.read_bytes() == older


def test_every_older_form_is_lifted_and_none_that_never_was() -> None:
    assert min(LIFTS) == 1 and max(LIFTS) < SCHEMA
    for form in range(1, SCHEMA):
        assert codec.lifted("title", {"name": "x"}, form) == {"name": "x"}
    with pytest.raises(KeyError):
        codec.lifted("title", {"name": "x"}, 0)


def bones(schema: Any) -> Any:
    """A description of fields without its prose, and with alternatives in alphabetical order.

    The prose may change at any time, and each version of msgspec has its own order of alternatives.
    """
    if isinstance(schema, dict):
        spoken = ("title", "description")
        told = {k: bones(v) for k, v in sorted(schema.items()) if not (k in spoken and isinstance(v, str))}
        return {k: sorted(v, key=json.dumps) if k == "anyOf" else v for k, v in told.items()}
    return [*map(bones, schema)] if isinstance(schema, list) else schema


FIELDS = "6db62c63"
"""A sum over the fields of all that is saved in the form of today."""


def test_what_is_saved_has_the_fields_of_its_form() -> None:
    """Where it fails, a form has changed: raise SCHEMA, write the lift from the form before unless all that is new
    has a default that says what was so before, and take the new sum.
    """
    fields = [schema(Step), schema(Encounter)]
    assert f"{crc32(json.dumps(bones(fields)).encode()):08x}" == FIELDS


def test_a_number_said_as_init_in_an_older_form_has_a_sign_now() -> None:
    """It was the bonus in games that have one, and is the number only without a sign."""

    def order(verb: str, **given: str) -> dict[str, Any]:
        return {"verb": verb, "given": {name: {"a": "said", "text": text} for name, text in given.items()}}

    words = 'Bo init=2 INIT="3" init=+4 init_bonus=5 note="init=6"'
    chosen = {"verb": "set", "given": {"what": {"a": "chosen", "option": "init"}, "value": {"a": "said", "text": "7"}}}
    entry = {"command": order("bring", figures="foe Bo init=2; foe Al"), "items": [{"entry": {"command": chosen}}]}
    moves = [{"m": "open", "command": order("add", details=words)}, {"m": "amend", "entry": entry}]
    moves.append({"m": "reply", "key": "param details", "answer": {"a": "said", "text": "init=8"}})
    lifted = codec.lifted("step", {"moves": moves, "depth": 0}, 5)["moves"]
    assert lifted[0]["command"]["given"]["details"]["text"] == words.replace("init=2", "init=+2").replace('"3"', '"+3"')
    assert lifted[1]["entry"]["command"]["given"]["figures"]["text"] == "foe Bo init=+2; foe Al"
    assert lifted[1]["entry"]["items"][0]["entry"]["command"]["given"]["value"]["text"] == "+7"
    assert lifted[2]["answer"]["text"] == "init=+8"


def test_events_are_found_in_answers_and_corrections_also_where_an_entry_has_none_yet() -> None:
    inner = {"items": [{"events": [3]}, {"entry": {"events": None, "items": [{"events": [4]}]}}]}
    moves = [{"events": [1, 2]}, {"entry": inner}, {"later": [{"events": [5]}], "open": [{"items": [{}]}]}, {}]
    assert [event for part in codec._parts(moves) for event in part.get("events") or ()] == [1, 2, 3, 4, 5]
