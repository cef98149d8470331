"""Help on the language of plans or transcripts, as text. Imports nothing: the shell prints it, too."""

LANGUAGE_HELP = """\
A plan is a text file of orders, one on each line, as behind `:` in the app:
  system black_keep        whose rules: a name of `referee systems`, or a system file such as ./mine.toml
  # a remark               at the beginning of a line, or after two spaces
  include heroes.txt       the lines of another file in the same folder stand here
  add knight Ulf attack=1  a sort of figure, its name, xN for how many, and key=value for what it has
  add rat x2
  set ulf wounds 1         any value; condition r1 stunned 2 puts a condition on it; note says a line in the log
  map                      and the rows of a board on the lines after it, up to an empty one
  dice table               who throws: split, app or table
  next                     any other order of the game, as at the table: `help` there lists them
  < 4                      answers what is asked; <2 4 the second of several questions; < alone: the app throws
  dice written             from here on answers stand in the plan for what the app would throw, too

referee new NAME --from plan.txt   makes an encounter of it: whole, or not at all, with file and line of what is refused
referee do NAME - < orders.txt     does such orders at the table of an encounter that is there
referee export NAME > plan.txt     writes an encounter as a plan, from which it comes back equal
A system file of one's own stands in an exported plan behind the system line, each of its lines after a |."""


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
