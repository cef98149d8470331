"""An order by cards: dealt each round, typed or drawn by the app; the deck shuffled; cards whose holders wait."""

from tests.rules.open_table.test_resources import failures

DEALT = """
add hero Kit
add hero Moe
add orc x2
next
= asks card kit
< king of hearts
< queen
= asks card o1
< ace of hearts
= order o1 o2 kit moe
= turn o1
= o1 init 143
next
= turn o2
next
= turn kit
next
next
= round 2
= asks card kit
< ace of spades
< king of spades
= asks card o1
< joker
= says joker
= unsaid The deck is shuffled
= order o1 o2 kit moe
= turn kit
return o2
next
= turn o2
next
= turn moe
next
= turn o1
next
= round 3
= says The deck is shuffled
< ace of spades
"""
WILD = """
add hero Kit
add hero Moe
add orc
next
< queen of spades
< joker
< ace of hearts
= order moe o1 kit
= turn o1
"""
LIKED = f"""{WILD}
return moe
= turn o1
next
= turn moe
next
= turn kit
next
= asks card
"""
LEFT = f"""{WILD}
next
= turn kit
next
= turn moe
= round 1
hold moe
= round 2
= says The deck is shuffled
"""
BY_THE_APP = """
add hero Kit
add hero Moe
add orc x2
dice app
next
= asks nothing
= round 1
= says Kit:
add orc Bruno
= asks nothing
init kit 999
= kit init 999
over
next
= asks nothing
"""
OUT_OF_CARDS = """
add hero Kit
add hero A
add hero B
add hero C
add hero D
add hero E
add hero F
dice app
next
= says The deck is empty: no card
"""
FALLEN = """
add hero Kit
add hero Moe
add orc x2
next
< king of spades
< queen
< ace of hearts
damage moe 10
next
next
= turn kit
next
= asks card kit
< ace of spades
= asks card o1
< king of hearts
= order kit o1 o2 moe
= moe init 0
"""


def test_cards_are_dealt_each_round_and_are_out_until_the_deck_is_shuffled() -> None:
    assert failures(DEALT) == []


def test_who_has_a_wild_card_acts_when_it_likes_or_as_the_last() -> None:
    assert failures(LIKED) == []
    assert failures(LEFT) == []


def test_the_app_draws() -> None:
    assert failures(BY_THE_APP) == []


def test_more_figures_than_cards() -> None:
    assert failures(OUT_OF_CARDS) == []


def test_the_fallen_are_dealt_nothing() -> None:
    assert failures(FALLEN) == []
