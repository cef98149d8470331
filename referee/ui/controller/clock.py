"""Clock: a moment as it is told on the screen."""

from datetime import datetime


def moment(when: datetime) -> str:
    """The local time, with its day where that is not today: `14:02`, `2026-11-21 14:02`."""
    local = when.astimezone()
    return f"{local:%H:%M}" if local.date() == datetime.now().astimezone().date() else f"{local:%Y-%m-%d %H:%M}"
