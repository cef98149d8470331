"""Language help: how a plan is written. Imports nothing, for the shell prints it, too."""

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
