"""Moments: when something was, in words."""

from datetime import UTC, datetime


def moment(when: datetime) -> str:
    """The local time, with its day where that is not today: `14:02`, `2026-11-21 14:02`."""
    local = when.astimezone()
    return f"{local:%H:%M}" if local.date() == datetime.now().astimezone().date() else f"{local:%Y-%m-%d %H:%M}"


def ago(when: datetime) -> str:
    """How long ago that was, in words."""
    minutes = int((datetime.now(UTC) - when).total_seconds() // 60)
    if minutes < 60:
        return f"{minutes} min ago" if minutes > 0 else "just now"
    if minutes < 24 * 60:
        return f"{minutes // 60} h ago"
    return f"{when.astimezone():%Y-%m-%d}"
