"""Keys of an effect of a system file: what an act comes to."""

from referee.imports.described_act import Brought, Effect, Save
from referee.text.harmless import clean

LONGEST_TOLD = 190
"""Characters of a text that is told where it comes up."""
_DROPPED = str.maketrans("", "", '"\\{}')

Keys = dict[str, str]


def given(**keys: str) -> Keys:
    """The keys that say something, in this order; `self_` is the key self, `for_` the key for."""
    return {key.rstrip("_"): value for key, value in keys.items() if value}


def failed(save: Save) -> Keys:
    """What a save comes to, for those who fail it and those who make it."""
    made = f"{{success={table(effect_keys(save.success))}}}" if save.success else ""
    half = save.on_success == "half" and bool(save.damage)
    return {**given(spared="'half'" if half else "", on=made), **effect_keys(save.failure)}


def effect_keys(effect: Effect, own: bool = False) -> Keys:
    """What happens, as the keys of an effect. own: without a roll; with one it is who rolls that regains hit points."""
    heal = f"'{effect.heal}'" if effect.heal else ""
    regained = f"'{{dealt.{effect.drains or 'all'}}}'" if effect.feeds else "" if own else heal
    told = " / ".join(filter(None, (effect.moved, *effect.tell)))
    return given(
        damage=_list([str(part) for part in effect.damage]),
        heal=heal if own else "",
        self_=f"{{heal={regained}}}" if regained else "",
        change="{hp='empty'}" if effect.falls else "",
        brings=f"[{','.join(map(_brought, effect.brings))}]" if effect.brings else "",
        becomes="'dead'" if effect.dies else "",
        most=f"{{hp='-{{dealt.{effect.drains}}}'}}" if effect.drains else "",
        tell=f"'{told_text(told, LONGEST_TOLD)}'" if told else "",
    )


def _brought(brought: Brought) -> str:
    save = ""
    if brought.save is not None:
        fails, at = "", ", at='next turn end'" if brought.later else ""
        if brought.fails is not None:
            fails = f", fails={{lifts=['{brought.condition}'], brings=[{_brought(brought.fails)}]}}"
        save = f"{{test='save {brought.save[0]}', values={{dc='{brought.save[1]}'}}{at}{fails}}}"
    margin = (f"{{margin}} {brought.margin[0]} {brought.margin[1]}",) if brought.margin else ()
    escape = f"{{test='{brought.escape[0]}', values={{dc={brought.escape[1]}}}}}" if brought.escape else ""
    when = " and ".join((*margin, *brought.when))
    rows = filter(None, ("{bars=['healing']}" if brought.unhealing else "", _harm(brought)))
    return table(
        given(
            condition=f"'{brought.condition}'",
            for_=f"'{brought.lasts}'",
            ends=f"[{','.join(map(repr, brought.ends))}]" if brought.ends else "",
            save_ends=save,
            immune_after="'long'" if brought.immune else "",
            when=f"'{when}'" if when else "",
            escape=escape,
            effects=f"[{', '.join(rows)}]" if brought.unhealing or brought.harm else "",
        )
    )


def _harm(brought: Brought) -> str:
    """The row of what a condition does each turn; empty for nothing."""
    if not brought.harm:
        return ""
    at, of = brought.harm_at
    damage = f"damage={_list([str(part) for part in brought.harm])}"
    if brought.harm_save is not None:
        ability, dc = brought.harm_save
        damage = f"ask='save {ability}', values={{dc='{dc}'}}, outcome={{failure={{{damage}}}}}"
    return f"{{at='{at}', of='{of}', {damage}}}"


def table(keys: Keys) -> str:
    return "{" + ", ".join(f"{key}={value}" for key, value in keys.items()) + "}"


def told_text(text: str, most: int) -> str:
    """A text that can stand in quotes, cut after a word."""
    plain = clean(text, 1_000).replace("'", "’")
    plain = plain.translate(_DROPPED)
    return plain if len(plain) <= most else f"{plain[: most - 1].rpartition(' ')[0] or plain[: most - 1]}…"


def _list(words: list[str]) -> str:
    """The words as a list; one alone as itself, none as nothing."""
    quoted = [f"'{word}'" for word in words]
    return f"[{','.join(quoted)}]" if len(words) > 1 else "".join(quoted)
