"""Every command of the encounter screen, in the order of the help."""

from referee.ui.looking_commands import LOOKING
from referee.ui.table_commands import ACTING

COMMANDS = (*ACTING, *LOOKING)
