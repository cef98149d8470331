"""Browser: whether another program shows this one in it."""

import os


def is_in_browser() -> bool:
    """Does another program show this one in a browser?"""
    return os.environ.get("TEXTUAL_DRIVER", "").startswith("textual.drivers.web_driver:")
