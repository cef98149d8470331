"""The pictures: one can be drawn, twice the same, and those that the README shows can all be drawn."""

import xml.etree.ElementTree as Xml

import pytest

from tests.picture import COMMITTED, SCENES, drawn, fight, shown_in_readme, write

KEEP = next(scene for scene in SCENES if scene.name == "black_keep")
SMALL = (80, 24)


def texts(svg: str) -> str:
    """All texts of a picture, which has to be well-formed."""
    return "\n".join(Xml.fromstring(svg).itertext()).replace("\xa0", " ")


async def test_a_picture_of_a_sample_shows_its_fight_and_is_the_same_each_time() -> None:
    svg = await drawn(KEEP, SMALL, "dark")
    assert "Tia's save: roll d6" in texts(svg)
    assert svg == await drawn(KEEP, SMALL, "dark") != await drawn(KEEP, SMALL, "parchment")


@pytest.mark.one_in(6)
async def test_the_players_read_that_somebody_plays_and_the_clock_is_fixed() -> None:
    scenes = {scene.name: scene for scene in SCENES}
    assert "away" not in (players := texts(await drawn(scenes["players"], SMALL, "players"))) and "Mira" in players
    assert "3 h ago" in texts(await drawn(scenes["shelf"], SMALL, "dark"))
    assert "22:00" in texts(await drawn(scenes["history"], SMALL, "dark"))


@pytest.mark.one_in(6)
async def test_the_animation_is_small_and_has_all_its_frames() -> None:
    svg = await fight()
    assert len(svg.encode()) < 400_000
    assert "Goblin 1 is dead." in texts(svg) and "Redo: the same dice again." in texts(svg)
    used = {each.get("href", "")[1:] for each in Xml.fromstring(svg).iter("{http://www.w3.org/2000/svg}use")}
    assert used == {each.get("id") for each in Xml.fromstring(svg).iterfind(".//{*}defs/{*}g")}


def test_what_the_readme_shows_is_drawn_and_nothing_else_is_kept_but_the_bench() -> None:
    names = {name for scene in SCENES for name in scene.pictures} | {"fight"}
    shown = shown_in_readme()
    assert "fight" in shown and shown <= names
    assert {path.stem for path in COMMITTED.iterdir()} == shown | {"bench"}


def test_a_picture_that_the_readme_does_not_show_is_not_copied(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, kept = tmp_path_factory.mktemp("out"), tmp_path_factory.mktemp("kept")
    monkeypatch.setattr("tests.picture.OUT", out)
    monkeypatch.setattr("tests.picture.COMMITTED", kept)
    write("shelf-80x24-dark", "<svg/>")
    write("fight", "<svg/>")
    assert [path.name for path in kept.iterdir()] == ["fight.svg"] and len([*out.iterdir()]) == 2
