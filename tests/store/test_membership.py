"""Membership: the file in the folder of an encounter that says which campaign it belongs to."""

import json
from pathlib import Path

import pytest

from referee.store.campaign_membership import CAMPAIGN, Membership, id_of_name, membership_of, put_membership
from referee.store.file import Folder


def test_it_is_put_in_and_taken_out(tmp_path: Path) -> None:
    folder, member = Folder(tmp_path), Membership("cafe", 7, "Ford")
    assert membership_of(folder) is None
    put_membership(folder, member, "bridge", "hills")
    assert membership_of(folder) == member
    assert json.loads((tmp_path / CAMPAIGN).read_text()) == {"campaign": "cafe", "place": 7, "plan": "Ford"}
    put_membership(folder, None, "bridge", "hills")
    put_membership(folder, None, "bridge", "hills")
    assert membership_of(folder) is None


def test_one_of_an_earlier_version_leads_to_the_same_campaign_whatever_the_letters(tmp_path: Path) -> None:
    (tmp_path / CAMPAIGN).write_text('{"system": "fifth", "campaign": "HILLS", "since": 5}')
    assert membership_of(Folder(tmp_path)) == Membership(id_of_name("fifth", "hills"), 5)
    assert id_of_name("fifth", "hills") != id_of_name("plain", "hills")


@pytest.mark.parametrize(
    "content",
    [
        *("", "[]", "7", "{}", '{"campaign": 7, "place": 1}', '{"campaign": "a", "place": "x"}', '{"place": 1}'),
        *('{"campaign": "a", "place": 1e999}', '{"campaign": "a", "place": NaN}', "x" * 5000),
    ],
)
def test_what_makes_no_sense_is_no_membership(tmp_path: Path, content: str) -> None:
    (tmp_path / CAMPAIGN).write_text(content)
    assert membership_of(Folder(tmp_path)) is None
