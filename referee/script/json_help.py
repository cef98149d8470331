"""JSON help: the shape of all that is printed as JSON. Imports nothing; a test compares it with what is printed."""

JSON_HELP = """\
What is printed as JSON, part by part: each field, its type, and what it is. A field is never left out; further fields
may come with later versions. `number` is a whole number, `T by name` an object with a T for each name, and a `tag` the
word that a figure, a group or a thing is called by.

`referee ls --json` prints a list of save, `show NAME --json` one shown, `log NAME --json` and `play FILE --json` a line
of the log in each line, `systems --json` a list of system, and `follow NAME --json` an act in each line, as it comes.

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

term: a list of three: what it is called, what it adds, and the faces or cards it was read from

event: what happened; its fields by its `t`; each has besides
  cites: list of text; its clauses
  hand: yes/no; done by the referee's hand

event joined: somebody or something came to the table
  bearer: figure, group, thing; who or what
event renamed: another name
  tag: tag; whose
  name: text; the new one
event side: somebody fights for another side
  tag: tag; who
  side: text; for whom
event standing: somebody fell, rose, died or left
  tag: tag; who
  standing: text; how it stands now
event track: a number went up or down
  tag: tag; whose
  track: text; which: hp
  by: number; by so much
  source: tag or null; who did it
  terms: list of term; what that was added up from
event bound: a number got other bounds
  tag: tag; whose
  track: text; which
  most: number or null; the highest from now on
  least: number or null; the lowest; null: as it was
event trait: something else of it changed
  tag: tag; whose
  trait: text; which
  value: any; the new value; null: as it is by default
event cond+: a condition came upon somebody
  tag: tag; whom
  condition: condition; which
event cond=: its level, or its tokens, changed
  tag: tag; whose
  id: text; which condition
  by: number; by so much
event cond.: one of the moments it waits for passed
  tag: tag; whose
  id: text; which condition
event cond-: a condition is over
  tag: tag; whose
  id: text; which condition
event in: somebody joined a group
  group: tag; which
  member: tag; who
  at: number or null; at which place; null: at the end
event out: somebody left a group
  group: tag; which
  member: tag; who
event closed: a fight or a combat is over
  group: tag; which
event cards: cards or things went from pile to pile
  src: list of text or null; whose pile and which; null: from the box
  dst: list of text or null; whose pile and which; null: into the box
  cards: list of tag; what
event order: the order was laid out anew
  slots: list of slot; all places
event slot+: a place was put into the order, or moved
  slot: slot; which
  before: tag or null; before whom; null: last
event slot.: a place has acted, or waits
  who: tag; whose
  acted: yes/no; it has acted
  held: yes/no; it waits
event turn+: a turn began
  who: tag; whose
event phase: a phase of a round began
  phase: text; which
  round: number; of which round
event test: an attack, a save, a check was made
  kind: text; which, as the game calls it: attack, save
  who: tag; who made it
  target: tag or null; against whom
  using: text; with what
  terms: list of term; the dice or cards, and what was added
  total: number or null; what that comes to; null: nothing was added up
  against: number or null; what it, or each die, had to reach
  opposing: list of term; the other side's terms, where both threw
  each: yes/no; each die counts for itself
  count: number or null; how many dice succeeded
  result: critical, success, partial, failure, fumble; how it ended for who made it
  amounts: list of term; what else it came to: damage, surges
  hidden: yes/no; not for the players
event told: a remark, changes nothing
  text: text; what
  terms: list of term; a sum
  against: number or null; only in old encounters
  hidden: yes/no; not for the players
  detail: yes/no; only where the log is read in full
event board: a board was laid out, or taken away
  board: board or null; which
event edge: a wall or a door was put up, opened, closed or taken away
  edge: text; between which spaces
  barrier: wall, closed, open or null; what stands there now
event ground: spaces got other ground
  space: text; which, or one corner
  to: text or null; the other corner
  ground: obstacle, rough, void or null; what is there now; null: plain floor
event placed: somebody stands elsewhere on the board
  tag: tag; who
  spaces: list of text; where; none: off the board
event sides: walls or doors were put along a side, or taken away
  space: text; one corner
  to: text; the other
  side: north, east, south, west, around; which side
  barrier: wall, closed, open or null; what stands there now
event room: spaces became floor with nothing in it
  space: text; one corner
  to: text; the other
  walled: yes/no; there are walls around it"""
