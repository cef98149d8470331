"""Writes the spoken rounds anew: `python -m tests.voice [GAME ...]`. Read the difference aloud, then commit it."""

import sys

from tests.voice.rounds import GAMES, golden, spoken

for game in sys.argv[1:] or GAMES:
    golden(game).write_text(spoken(game), encoding="utf-8")
