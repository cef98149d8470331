"""What was chosen in secret."""

from referee.dialogue.run_lines import run_line
from referee.engine.record.applied_commands import applied_commands
from referee.engine.record.session import Session
from referee.words.correction import summary
from referee.words.log import log
from tests.command_language.tiny import TINY
from tests.words.fight import last


def veiled(session: Session) -> list[bool]:
    """Which of the settled commands are still secret."""
    return [act.still_secret for act in applied_commands(session.step_log, session.step_log.position)]


def test_a_secret_choice_is_told_when_the_phase_has_changed() -> None:
    before, entry, session = last("plot ace")
    assert veiled(session)[-1]
    assert [line.text for line in log(before, entry, TINY, hide_secret=True)] == ["Ulf has chosen"]
    assert summary(before, entry, hide_secret=True) == "Ulf has chosen"
    for _ in range(3):
        run_line(session, "next")
    assert session.encounter.round == 2
    assert not any(veiled(session))
    assert any("ace" in line.text for line in log(before, entry, TINY))
    assert log(before, entry, TINY, full=True)[0].text == "Ulf has chosen: ace"
