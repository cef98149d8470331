"""What every test finds around it, whatever the machine's own settings are."""

import os
import tempfile

# Read by modules as they are imported, so it must stand before any of them is.
for name in ("LC_ALL", "LC_CTYPE", "NO_COLOR", "REFEREE_SAVES", "REFEREE_THEME"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"
os.environ["COLORTERM"] = "truecolor"
for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
    os.environ[name] = tempfile.mkdtemp(prefix="referee-tests-")
