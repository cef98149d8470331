"""Transcript help: what the lines of a transcript mean. Imports nothing, for the shell builds its help from it, too."""

TRANSCRIPT_HELP = """\
A transcript is a text file that `referee play FILE` plays, a line at a time, up to the first that fails:
  system black_keep     the first line: whose rules; the table throws all dice unless `dice app` says otherwise
  add player Ulf        any order, as behind `:`
  < 5                   answers the open question; <2 5 the second of several; < alone, or < roll: the app throws
  = ulf wounds 1        a check: a value; also ulf is dead, ulf is not prone, ulf in f1, ulf not in f1
  = turn ulf            of the table: turn, round 2, phase moves, order ulf r1, may ulf, over no,
                        asks save (a part of the question's key; asks nothing), says hits, unsaid hits,
                        test save failure (its kind, and critical, success, partial, failure or fumble)
  = says hits [BK-04]   clauses in brackets must be cited by what the last order or answer brought
  ! attack r1           must be refused, and changes nothing
  ! attack r1 :: turn   must be refused with these words in the reason; clauses in brackets stand before the ::
  # a remark            at the beginning of a line, or after two spaces"""
