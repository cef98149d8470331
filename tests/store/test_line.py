"""Lines of a journal: which are sound, and where damage begins."""

from zlib import crc32

import pytest
from msgspec.structs import replace

from referee.engine.events.event import Remarked
from referee.store import journal_line as lines
from referee.store.journal_index import Checkpoints, JournalIndex
from referee.store.journal_line import NEVER, SCHEMA, Survey, dumped, last_line, read_line, survey, written
from referee.store.save_problems import CannotWrite, TooNew


def raw(*numbers: int) -> bytes:
    return b"".join(written(number, "step", b'{"a":%d}' % number, pos=number)[1] for number in numbers)


def test_a_line_is_read_as_it_was_written() -> None:
    line, content = written(3, "state", b'{"a":1}', pos=7, depth=2, at="2024-05-06T07:08:09.010Z")
    found = read_line(content, 0, len(content) - 1)
    assert found == line and (line.number, line.schema, line.kind, line.pos, line.depth) == (3, SCHEMA, "state", 7, 2)
    assert content[line.start : line.start + line.length] == b'{"a":1}' and line.end == len(content)
    assert line.when.isoformat() == "2024-05-06T07:08:09.010000+00:00" and replace(line, at="x").when == NEVER


def test_numbers_go_up_by_one_from_one() -> None:
    assert replace(survey(raw(1, 2, 3)), lines=[]) == Survey([], len(raw(1, 2, 3)), False)
    for numbers, sound in (((2, 3), 0), ((1, 3), 1), ((1, 1), 1), ((1, 2, 2), 2), ((1, 2, 4), 2)):
        found = survey(raw(*numbers))
        assert (len(found.lines), found.broken) == (sound, True)


def test_an_end_that_was_never_finished_is_torn_and_damage_before_sound_lines_is_broken() -> None:
    good = raw(1, 2)
    for end in (b"x", b'{"crc":"', raw(3)[:-1], raw(3)[:-3] + b"\n", b"\n", b"\0\0\0"):
        found = survey(good + end)
        assert (len(found.lines), found.good, found.broken) == (2, len(good), False)
    for damage in (b"x\n", raw(3)[:-3] + b"\n", b"\n", b"x" * 9 + b'\n{"crc":"\n'):
        found = survey(good + damage + raw(4))
        assert (len(found.lines), found.good, found.broken) == (2, len(good), True)
    assert survey(b"") == Survey([], 0, False)
    assert survey(b"\n" + raw(1)) == Survey([], 0, True)


@pytest.mark.parametrize("place", range(0, len(raw(1)) - 1, 3))
def test_a_changed_byte_is_not_believed(place: int) -> None:
    content = bytearray(raw(1))
    content[place] ^= 1
    assert read_line(bytes(content), 0, len(content) - 1) is None


def test_a_line_ends_with_the_brace_of_its_object_though_its_sum_is_right() -> None:
    front = raw(1)[len(b'{"crc":"00000000",') : -2]
    sealed = front + b"]"
    content = b'{"crc":"' + f"{crc32(sealed):08x}".encode() + b'",' + sealed + b"\n"
    assert read_line(content, 0, len(content) - 1) is None


def test_what_looks_like_lines_and_goes_on_is_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_LOOKS", 3)
    fakes = [survey(raw(1) + b"x" + b'\n{"crc":"' * count) for count in (2, 3)]
    assert [found.broken for found in fakes] == [False, True]


def test_a_newer_form_is_told_and_only_of_a_sound_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(lines, "SCHEMA", SCHEMA + 1)
        content = raw(1)
    with pytest.raises(TooNew, match=r"^it was written by a newer Referee$"):
        survey(content)
    assert survey(content.replace(b'"a":1', b'"a":2')).lines == []
    assert survey(raw(1)).lines[0].schema == SCHEMA


def test_the_last_line_is_found_from_the_end() -> None:
    content = raw(1, 2)
    assert (last := last_line(content)) is not None and (last.number, last.end) == (2, len(content))
    assert (only := last_line(raw(1))) is not None and only.number == 1
    assert [last_line(each) for each in (b"", b"\n", b"\n\n", content[:-1], content + b"x", content + b"\n")] == [
        None
    ] * 6
    assert last_line(raw(1)[:-1] + b"x") is None
    assert last_line(b"\n" + raw(1)) is not None, "what was read may begin with the end of another line"


def test_a_line_that_cannot_follow_changes_nothing() -> None:
    index = JournalIndex()

    def play(kind: str, pos: int = 0) -> bool:
        return index.play(written(1, kind, b"{}", pos=pos)[0])

    assert not play("step") and not play("name") and not len(index)
    assert play("head") and not play("head") and play("name") and len(index.names) == 2
    assert play("step", 0) and play("step", 1) and not play("step", 3) and (len(index.steps), index.position) == (2, 2)
    assert play("state", 2) and not play("state", 3) and len(index.states) == 1
    assert play("move", 1) and index.position == 1 and not play("move", 3) and not play("other")
    assert (
        play("state", 1) and play("step", 1) and (len(index.steps), index.position, index.states.before(9)) == (2, 2, 1)
    )


def test_checkpoints_are_found_by_their_place() -> None:
    kept = Checkpoints[str]()
    for place in (5, 2, 9, 5):
        kept[place] = f"at {place}"
    assert [kept.before(place) for place in (1, 2, 4, 5, 8, 9, 99)] == [-1, 2, 2, 5, 5, 9, 9]
    kept.cut(5)
    assert kept == {2: "at 2", 5: "at 5"}


def test_a_body_that_no_file_can_hold_is_refused_in_a_sentence() -> None:
    assert dumped(None) == b"null" and dumped(Remarked(text="é")).startswith(b'{"')
    with pytest.raises(CannotWrite, match=r"^That text has a character that cannot be saved; nothing was changed\.$"):
        dumped(Remarked(text="\ud800"))
