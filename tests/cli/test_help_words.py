"""Every word that can be typed or pressed answers `help WORD` with something: in shell, plain mode and app."""

import io
from argparse import Namespace
from pathlib import Path

import pytest

from referee.cli.help import help_
from referee.cli.printer import Printer
from referee.cli.usage import COMMANDS
from referee.command_language.line import SESSION_WORDS
from referee.command_language.table_in_words import words_to_look
from referee.dialogue.topics import explained
from referee.engine.contract.order_keys import typed_key
from referee.engine.problem import Refused
from referee.engine.record.session import Session
from referee.engine.verbs.offered_verbs import all_verbs
from referee.rules import registry
from referee.ui.input.key_actions import shown
from referee.ui.input.own_keys import KEY_ACTIONS
from referee.ui.screens.table_help import Help
from referee.ui.screens.topic_page import TopicPage
from referee.ui.screens.topics import Topics
from tests.ui.table import drawn, page, playing, prepare, press

pytestmark = pytest.mark.one_in(10)

GAMES = registry.names()
KEYS = sorted({shown(key) for action in KEY_ACTIONS if action.help for key in action.keys} - {"Space"})
NAMES = sorted({action.name for action in KEY_ACTIONS if action.name})
SETTINGS = ("theme", "dice", "keys", "keymap.toml")


def printed(word: str) -> str:
    """What the shell prints."""
    out = io.StringIO()
    help_(Namespace(topic=word), Printer(out))
    return out.getvalue()


@pytest.mark.one_in(12, rest=9)
@pytest.mark.parametrize("word", [*COMMANDS, *SETTINGS, "Space", *SESSION_WORDS])
def test_the_shell_explains_every_subcommand_setting_and_word(word: str) -> None:
    assert word.lower() in printed(word).lower()


@pytest.mark.one_in(24, rest=18)
@pytest.mark.parametrize("word", [*KEYS, *NAMES])
def test_the_shell_explains_every_key_and_its_name(word: str) -> None:
    assert word.lower() in printed(word).lower()


@pytest.mark.one_in(7, rest=9)
@pytest.mark.parametrize("game", GAMES)
def test_every_verb_value_option_and_condition_is_explained(game: str) -> None:
    rules = registry.load(game)
    values = (*rules.tracks, *rules.traits, *rules.conditions, *rules.options)
    words = [
        *all_verbs(rules),
        *(typed_key(rules, value.name) for value in values),
        *SESSION_WORDS,
        *words_to_look(rules),
    ]
    session = play_of(game)
    for word in words:
        assert explained(session.situation, word) or word in words_to_look(rules), word


def play_of(game: str) -> Session:
    from referee.dialogue.transcript import play

    session = play(f"system {game}", registry.load).session
    assert session is not None
    return session


@pytest.mark.one_in(6)
@pytest.mark.parametrize("word", ["hide", "completion", "multi_dice", "fatigue"])
def test_the_shell_knows_what_the_games_have(word: str) -> None:
    assert word in printed(word)


def test_what_nobody_knows_is_refused_with_the_topics() -> None:
    with pytest.raises(Refused, match="There is no help on"):
        printed("qwertz")


async def test_the_app_opens_a_topic_a_command_or_the_topics_with_the_word(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add rat x2"), size=(80, 24)) as pilot:
        for word, kind in (("odds", TopicPage), ("hide", Help), ("completion", Topics), ("F2", Topics)):
            await press(pilot, f"<:help {word}>", "enter")
            assert isinstance(page(pilot), kind), word
            assert "No topic" not in drawn(pilot)
            await press(pilot, "escape")
        await press(pilot, "<:help qwertz>", "enter")
        assert "qwertz" in drawn(pilot)


async def test_help_with_typed_letters_finds_topics(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add rat x2"), size=(80, 24)) as pilot:
        await press(pilot, "?", "<odds>")
        assert "what may come of a command" in " ".join(drawn(pilot).split())
        await press(pilot, "escape", "?", "<screen readers>")
        assert "Help: plain" in drawn(pilot)
        await press(pilot, "enter")
        assert isinstance(page(pilot), TopicPage)
