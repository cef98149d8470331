"""Help on the language of plans or transcripts, as text. Imports nothing: the shell prints it, too."""

LANGUAGE_HELP = """\
A plan is a text file of commands, one on each line, as you type them after `:` in the app:
  system black_keep        which game: a name from `referee systems`, or a system file such as ./mine.toml
  # a remark               at the beginning of a line, or after two spaces
  include heroes.txt       adds the lines of another file in the same folder
  add knight Ulf attack=1  a kind of figure, its name, xN for how many, and key=value for what it has
  add rat x2
  set ulf wounds 1         any value; condition r1 stunned 2 gives a condition; note writes a line in the log
  map                      then the rows of a board on the lines below, up to an empty line
  dice table               who rolls: split, app or table; if the plan does not say it, your settings do
  next                     any other command of the game; `help` at the table lists them
  < 4                      answers the open question; <2 4 the second of several; < alone: the app rolls
  dice written             from here on, the plan also gives the answers the app would roll

referee new NAME --from plan.txt   makes the whole encounter, or none of it: then it names the file and line that failed
referee do NAME - < commands.txt   runs such commands in an encounter you already have
referee export NAME > plan.txt     writes an encounter as a plan that makes it again exactly
An exported plan holds your own system file after the system line, each line with | in front."""


TRANSCRIPT_HELP = """\
A transcript is a text file that `referee play FILE` plays line by line until one fails:
  system black_keep     the first line: which game; the table rolls all dice unless `dice app` says otherwise
  add player Ulf        any command, as after `:`
  < 5                   answers the open question; <2 5 the second of several; < alone, or < roll: the app rolls
  = ulf wounds 1        a check: a value; also ulf is dead, ulf is not prone, ulf in f1, ulf not in f1
  = turn ulf            a check of the table: turn, round 2, phase moves, order ulf r1, may ulf, over no,
                        asks save (part of the question's key; asks nothing: none is open), says hits, unsaid hits,
                        test save failure (its kind, and critical, success, partial, failure or fumble)
  = says hits [BK-04]   the last command or answer must cite the clauses in brackets
  ! attack r1           must be refused, and change nothing
  ! attack r1 :: turn   must be refused with these words in the reason; put clauses in brackets before the ::
  # a remark            at the beginning of a line, or after two spaces"""
