"""Pace: how soon a change may be drawn after the last one. Imported before the toolkit, which reads it once."""

import os

os.environ.setdefault("TEXTUAL_FPS", "240")  # at its usual 60 a key waits up to 17 ms for the next frame
