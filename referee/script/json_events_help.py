"""JSON help: the shape of each event that is printed as JSON. A test compares it with what is printed."""

EVENTS_HELP = """\
event: what happened; its fields by its `t`; each has besides
  cites: list of text; its clauses
  hand: yes/no; done by the referee's hand

event joined: somebody or something came to the table
  bearer: figure, group, thing; who or what
event renamed: another name
  tag: tag; whose
  name: text; the new one
  remembers: yes/no; a figure remembers the one that it had
event side: somebody fights for another side
  tag: tag; who
  side: text; for whom
event standing: somebody fell, rose, died or left
  tag: tag; who
  standing: text; how it stands now
event hidden: somebody was hidden from the players, or shown to them
  tag: tag; who
  hidden: yes/no; they do not know of it now
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
  walled: yes/no; there are walls around it
event shown: spaces of the board were shown to the players, or hidden again
  space: text; one corner
  to: text; the other
  shown: yes/no; they see them now"""
