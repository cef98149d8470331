"""JSON help: the shape of all that is printed as JSON. A test compares it with what is printed."""

from referee.script.json_events_help import EVENTS_HELP

_PARTS = """\
What is printed as JSON, part by part: each field, its type, and what it is. A field is never left out; further fields
may come with later versions. `number` is a whole number, `T by name` an object with a T for each name, and a `tag` the
word that a figure, a group or a thing is called by.

`referee ls --json` prints a list of save, `show NAME --json` one shown, `log NAME --json` and `play FILE --json` a line
of the log in each line, `systems --json` a list of system, and `follow NAME --json` an act in each line, as it comes.
`show NAME --players --json` prints one players, `follow NAME --players --json` one in each line, at first and whenever
it changes.

save: an encounter, as `referee ls` lists it
  name: text; what it is called
  folder: text; the folder it is kept in
  system: text; the game
  round: number; 0 before the first
  turn: text; the name of whose turn it is; empty: nobody's
  figures: number; how many are at the table
  actions: number; how many acts are in force
  saved: text; when it was last written, as 2026-03-01T18:30:00+00:00
  asks: text; the key of the open question; empty: nothing is asked
  trouble: text; why it cannot be opened; empty: it can

system: a game whose rules are known
  name: text; the word behind --system
  title: text; its name
  blurb: text; what sort of game it is, or what is wrong with its file
  where: text; where its rules come from
  playable: yes/no; its rules are in order

shown: an encounter as it stands
  name: text; what it is called
  position: number; how many acts are in force
  open: list of text; the commands that wait for an answer, as they were given, outermost first
  notice: text; what has to be known of it; empty: nothing
  questions: list of question; what is asked now
  encounter: encounter; the whole state, with what the open commands have done so far

act: what was done at the table, one line of `follow`
  what: opened, done, undone, redone, rewound, amended, named, anew, told; the first line is `opened`; `done` is an
    order or an answer, `named` another name, `anew` a journal that was replaced, `told` only a sentence
  position: number; how many acts are in force now
  name: text; what the encounter is called
  text: text; what was done, in words
  round: number; 0 before the first
  phase: text; the phase of the round; empty: none
  turn: tag or null; whose turn it is
  lines: list of line; what came of it, event by event; for `opened` none
  questions: list of question; what is asked now

question: what is asked
  key: text; which it is, the same each time
  kind: roll, draw, choose, pick, amount, numbers, confirm, text; how it is answered
  text: text; how it is put to the table
  by: text; who throws or decides: a tag, a side, `players` or `referee`
  expected: text; what is to be typed
  hidden: yes/no; not for the players
  cites: list of text; its clauses
  tally: any by name; what has been added up so far
  offers: list of offer; what may be answered, where that can be listed
  dice: list of dice; what is to be thrown
  numbers: list of asked number; the numbers that are asked for at once
  default: text or null; what an empty line answers; `roll` or `draw`: the app does; null: nothing

offer: what may be answered
  key: text; its letter on the screen and in the plain mode; empty: none
  word: text; the word that answers so
  label: text; how it reads; empty: as the word
  barred: text; why it cannot be chosen now; empty: it can
  number: number or null; the one that is printed on it, as on a card

dice: dice of one sort
  dice: text; as they are written: 2d6
  name: text; what they are for
  count: number; how many
  faces: list of text; what each may show, as it is typed

asked number: one of several numbers that are asked for at once
  name: text; the word it is answered by
  label: text; how it reads
  dice: text or null; what is thrown for it
  by: text; who throws
  least: number; the lowest that is possible
  most: number; the highest
  default: number or null; what it is where nothing is said
  blank: yes/no; it may be left out

line: a line of the log
  text: text; what happened, in words
  cites: list of text; its clauses
  hand: yes/no; done by the referee's hand, over the rules
  hidden: yes/no; not for the players
  round: number; in which it happened
  head: yes/no; the first line of its command
  place: number; where in the record that command was given; 0 for the lines below it
  event: event or null; what happened, with its fields; null for a command

encounter: the whole state
  system: text; the game
  figures: figure by name; all that came to the table, by tag
  groups: group by name; fights, sides, and `table` for values of the whole encounter, by tag
  things: thing by name; weapons, spells, cards, by tag
  round: number; 0 before the first
  phase: text; the phase of the round; empty: none
  order: list of slot; the order in which they act
  turn: tag or null; whose turn it is
  board: board or null; the spaces, where there is a board

figure: who fights
  tag: tag; the word it is called by
  name: text; its name
  tracks: track by name; what goes up and down: hit points, wounds
  traits: any by name; what else the game knows of it: numbers, words, yes/no, lists of words
  piles: list of tag by name; what it carries or holds
  conditions: list of condition; what lies on it
  is_: figure; that it is a figure
  kind: text; its sort
  side: text; who it fights for
  standing: text; how it stands: up, dead, away
  hidden: yes/no; the players do not know of it
  former: list of text; the names that it had before

group: figures that belong together
  tag: tag; the word it is called by
  name: text; its name
  tracks: track by name; what goes up and down
  traits: any by name; what else the game knows of it
  piles: list of tag by name; decks and discards
  conditions: list of condition; what lies on all of it; of `table`: what is counted down
  is_: group; that it is a group
  kind: text; its sort
  members: list of tag; who is in it, in order
  open: yes/no; no once it is over

thing: a weapon, a spell, a card
  tag: tag; the word it is called by
  name: text; its name
  tracks: track by name; what goes up and down
  traits: any by name; what it does
  piles: list of tag by name; what it holds
  conditions: list of condition; what lies on it
  is_: thing; that it is a thing
  kind: text; its sort

track: a number that goes up and down
  now: number; where it stands
  most: number or null; the highest; null: no bound
  least: number or null; the lowest; null: no bound

condition: what lies on somebody
  id: text; unlike any other of the encounter
  kind: text; which it is
  value: number; its level, or how many tokens
  until: until or null; when it ends; null: when somebody takes it off
  by: text or null; who brought it, by tag
  ends: list of ending; what else ends it
  note: text; what the referee wrote with it

until: a moment that ends a condition
  edge: start, end; of a turn, a round or a phase
  of: text; a tag, `round`, `phase:` and a phase, or `moment:` and a moment
  left: number; how many such moments are still to come

ending: what else ends a condition
  test: text; a test that succeeds; empty: none
  against: number or null; what the test has to reach
  at: start, end; when in the turn it is asked for
  event: text; what happens: `damaged`; empty: none
  of: text; to whom, by tag; empty: to its bearer

slot: a place in the order
  who: tag; a figure or a group
  step: number; those of the lowest step that have not acted may act
  under: tag or null; the group it is listed under
  label: text; what stands beside it: an initiative number
  begun: yes/no; its turn has begun
  acted: yes/no; its turn is over
  held: yes/no; it waits and is passed over

board: the spaces
  width: number; columns, from a
  height: number; rows, from 1
  ground: obstacle, rough, void by name; what is not plain floor, by space
  edges: wall, closed, open by name; what stands between two spaces, by edge: c5-d5
  figures: list of text by name; the spaces that each figure fills, by tag
  shown: list of text; the spaces that the players have been shown

term: a list of three: what it is called, what it adds, and the faces or cards it was read from

players: what the players may know of an encounter
  name: text; what it is called
  game: text; the title of the game
  round: number; 0 before the first
  phase: text; the phase of the round
  turn: text; the name of whose turn it is; empty: nobody's that they know of
  over: text; how the fight has ended; empty: it goes on
  order: list of place; who acts after whom
  figures: list of known; whom they know of
  board: part or null; what they were shown of the board; null: nothing
  outcome: list of text; what came of the last act that came to something

place: a place in the order, for the players
  name: text; who
  label: text; what stands beside it
  state: text; turn, done, waits, or empty
  under: text; the group it is listed under

known: a figure that the players know of
  tag: tag; the word it is called by
  name: text; its name
  side: text; who it fights for; empty: for itself
  is_foe: yes/no; the referee plays it
  standing: text; how it stands, in a word of the game
  state: text; unhurt, hurt, badly hurt, down; empty: it has no health
  health: counted or null; null: a foe's, unless --numbers is given
  tracks: list of counted; what else is counted of it
  conditions: list of lying; what lies on it

counted: a number of a figure, for the players
  name: text; which
  now: number; where it stands
  most: number or null; the highest; null: no bound
  rising: yes/no; it counts harm up to its bound

lying: a condition, for the players
  name: text; which, and its level
  left: text; how long still; empty: until it is lifted

part: the part of the board that the players were shown
  spaces: floor, obstacle, rough, void by name; what lies in each
  edges: wall, closed, open by name; what stands between two spaces
  figures: list of text by name; the spaces that each figure fills, by tag

"""

JSON_HELP = _PARTS + EVENTS_HELP
