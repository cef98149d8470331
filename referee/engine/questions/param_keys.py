"""Keys of the questions that ask for a param of a verb."""

_PARAM = "param "


def param_key(name: str) -> str:
    """The key of the question that asks for a parameter of a verb."""
    return f"{_PARAM}{name}"


def param_of(key: str) -> str:
    """The parameter that the question of that key asks for; empty if it asks for none."""
    return key.removeprefix(_PARAM) if asks_param(key) else ""


def asks_param(key: str) -> bool:
    """True if that is the key of a question that asks for a parameter of a verb."""
    return key.startswith(_PARAM)
