"""Writes anew what the games ask and refuse: `python -m tests.asked [NAME ...]`. Read the difference and commit it."""

import sys

from tests.asked.walk import NAMES, dialogue, golden

for name in sys.argv[1:] or NAMES:
    golden(name).write_text(dialogue(name), encoding="utf-8")
