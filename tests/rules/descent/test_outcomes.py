"""What an attack and the other tests of Descent leave in their events: dice, what they were compared with, sources."""

from referee.engine.event import Event, Tested, TrackChanged
from referee.engine.term import Term
from tests.rules.descent.attack_steps.test_spending import table

from referee.script.run import run_line
