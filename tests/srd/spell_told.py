"""Spells that the referee plays by hand, each told in one sentence of our own as it is cast."""

from collections.abc import Mapping

SPELLS_TOLD: Mapping[str, str] = {
    "Alarm": "wards a door or an area of up to 20 ft for 8 hours; it wakes its caster within a mile, or rings for 10 s",
    "Animal Messenger": "a tiny beast carries a message for a day: 25 miles on foot, 50 on the wing",
    "Alter Self": "breathes water, or looks otherwise, or has claws (1d6, +1 to hit and damage), as it likes",
    "Animal Shapes": "any number of the willing become beasts of up to Large and CR 4; an action changes them again",
    "Antilife Shell": "only undead and constructs come within 10 ft of it; spells, bows and long weapons reach in",
    "Antimagic Field": "no magic works within 10 ft, and no spell reaches in; what lies there is held up, not ended",
    "Arcane Eye": "an invisible eye sees for the caster, in the dark to 30 ft; an action moves it 30 ft",
    "Antipathy/Sympathy": (
        "draws or drives away one kind of creature within 60 ft; each makes a WIS save when it comes near"
    ),
    "Arcane Lock": "the door opens only for those named; +10 to the DC to break it or pick its lock",
    "Arcanist's Magic Aura": "magic that detects sees the target otherwise than it is, for a day",
    "Astral Projection": (
        "the bodies lie unconscious while their astral forms travel; a form at 0 HP ends it for that one"
    ),
    "Augury": (
        "says whether what is planned for the next half hour goes well or ill; each further one today: 25 % false"
    ),
    "Awaken": "a beast or plant has INT 10 from now on and is charmed for 30 days, or until it is harmed",
    "Blink": (
        "rolls a d20 as each of its turns ends: on 11 or more it is away until its next turn starts, then within 10 ft"
    ),
    "Clairvoyance": "sees or hears at a place within 1 mile that it knows; an action changes which",
    "Clone": "the double is ripe after 120 days and takes the soul in if the original dies",
    "Commune": "three questions are answered with yes or no; each further casting before a long rest: 25 % no answer",
    "Commune With Nature": "tells three facts of the land within 3 miles, underground within 300 ft",
    "Comprehend Languages": "understands all that is spoken or read by touch, a page a minute",
    "Contact Other Plane": (
        "DC 15 INT save: on a failure 6d6 psychic and mad until a long rest, else five questions answered"
    ),
    "Control Water": (
        "a cube of water up to 100 ft rises, parts or turns; in a whirlpool, as a turn starts: STR save, 2d8 and"
        " caught, or half; out by a STR check against its DC, with disadvantage"
    ),
    "Control Weather": "the weather within 5 miles changes step by step, each after 1d4 x 10 minutes",
    "Continual Flame": "a thing burns as bright as a torch, without heat, until that is dispelled",
    "Contingency": "a spell of up to level 5 is laid up and goes off by itself when what was named happens",
    "Create Food and Water": "feeds 15 people or five mounts for a day",
    "Create or Destroy Water": "10 gallons of water come or go, or fog in a 30 ft cube; 10 more for each higher level",
    "Creation": "makes a thing of plant or stone up to a 5 ft cube, 5 ft more for each higher level",
    "Dancing Lights": "four lights for 10 ft each; a bonus action moves them 60 ft",
    "Darkness": "15 ft of darkness that no darkvision sees through; who is in it sees nobody, and is not seen",
    "Darkvision": "sees 60 ft in the dark for 8 hours",
    "Daylight": "bright light for 60 ft, dim for 60 ft more, for an hour; it ends darkness of a spell of up to level 3",
    "Demiplane": "a door opens into a room of 30 ft that stays when the door is gone",
    "Detect Evil and Good": "knows where aberrations, celestials, elementals, fey, fiends and undead are within 30 ft",
    "Detect Magic": "feels magic within 30 ft; an action shows its aura and its school",
    "Detect Poison and Disease": "knows where poison and disease are within 30 ft",
    "Detect Thoughts": (
        "reads what is on top of a mind within 30 ft; to look deeper takes a WIS save, which ends it if made; so"
        " does an INT check against it"
    ),
    "Dimension Door": "is up to 500 ft away, with one companion; where somebody stands already: 4d6 force and it fails",
    "Disguise Self": "looks otherwise for an hour; an INT (Investigation) check against its DC sees through it",
    "Dispel Magic": (
        "ends spells of up to the level of its slot on the target; higher ones on a casting check of DC 10 + level"
    ),
    "Divination": "one question about the next 7 days is answered truly; each further one today: 25 % false",
    "Dream": "enters a dream; as a nightmare: WIS save, or no rest and 3d6 psychic",
    "Druidcraft": "a small sign of nature: tomorrow’s weather, a flower, a sound, a candle lit or put out",
    "Etherealness": "is on the Ethereal Plane for up to 8 hours and sees 60 ft into this one",
    "Fabricate": "raw stuff becomes goods of the same stuff, up to a 10 ft cube",
    "Feather Fall": "up to five who fall drop 60 ft a round and land unharmed",
    "Find the Path": "knows the shortest way to a place that it knows on this plane, for a day",
    "Fly": "flies 60 ft; as the spell ends it falls",
    "Fog Cloud": "20 ft around is thick fog, 20 ft more for each higher level; who is in it is as good as blinded",
    "Find Traps": "feels whether there is a trap in sight within 120 ft, and what sort of harm, not where",
    "Floating Disk": "a disk follows within 20 ft and carries 500 pounds",
    "Forbiddance": (
        "nobody travels by magic into the area; chosen kinds of creatures take 5d10 on entering and each turn there"
    ),
    "Forcecage": "who is inside cannot leave, not even by magic without a CHA save: a cage of 20 ft or a box of 10 ft",
    "Gate": "a portal to another plane, 5 to 20 ft; a name that is spoken draws its bearer through it",
    "Globe of Invulnerability": "no spell of up to level 5 reaches in within 10 ft; 1 more for each higher level",
    "Gentle Repose": "a body does not decay for 10 days and cannot rise as undead",
    "Glibness": "its CHA checks count 15 if the die is lower, and no magic shows that it lies",
    "Goodberry": "ten berries, each 1 HP for an action, good for a day",
    "Guards and Wards": "fills up to 2,500 square ft with fog, locked doors, webs and false ways for a day",
    "Hallow": "chosen kinds of creatures cannot enter 60 ft, nor charm, frighten or possess there; and one effect more",
    "Hallucinatory Terrain": "a 150 ft cube looks like other land; an INT (Investigation) check sees through it",
    "Identify": "tells what a magic thing does, or which spells lie on somebody",
    "Illusory Script": "only those who are meant can read what it has written, for 10 days",
    "Imprisonment": "WIS save, or the target is bound in a prison of the caster’s choice until its condition is met",
    "Instant Summons": "crushing the sapphire brings the marked thing into the hand, wherever it is",
    "Jump": "jumps three times as far",
    "Knock": "one lock or bar opens, with a knock heard 300 ft away; Arcane Lock is off for 10 minutes",
    "Legend Lore": "hears what is known of somebody, a place or a thing that legends are told of",
    "Light": "a thing sheds light for 20 ft, dim for 20 ft more; an unwilling holder makes a DEX save",
    "Locate Animals or Plants": "knows where the nearest of one kind is within 5 miles",
    "Mage Hand": "a hand within 30 ft moves and carries up to 10 pounds; it cannot attack",
    "Locate Creature": "knows the direction of somebody it has seen within 1000 ft, unless water runs between",
    "Locate Object": "knows the direction of a thing that it has seen within 1000 ft, unless lead lies between",
    "Magic Circle": (
        "chosen kinds of creatures cannot cross it, have disadvantage on attacks into it and cannot charm inside"
    ),
    "Magic Jar": "its soul is in the jar and may take a humanoid within 100 ft: CHA save, and immune for a day if made",
    "Magic Mouth": "a mouth on a thing says up to 25 words when what was named happens",
    "Magnificent Mansion": "a door leads into a mansion with food for 100 and servants, for a day",
    "Meld Into Stone": "is in the stone; if that is broken it is cast out, prone, with 6d6, or 50 if it is destroyed",
    "Major Image": (
        "an image up to 20 ft with sound, smell and warmth; an action and an INT (Investigation) check against its"
        " DC see through it"
    ),
    "Mending": "a break of up to 1 ft is whole again",
    "Message": "whispers to somebody within 120 ft, who can whisper back",
    "Minor Illusion": "a sound, or an image up to a 5 ft cube; an INT (Investigation) check sees through it",
    "Mirage Arcane": "a square mile looks, sounds and feels like other land for 10 days",
    "Mirror Image": (
        "an attack on it hits a double on a d20 of 6 or more (of three), 8 (of two), 11 (of one); doubles "
        "have AC 10 + DEX"
    ),
    "Misty Step": "is up to 30 ft away, where it can see",
    "Move Earth": "earth or sand of up to 40 ft takes a new shape every 10 minutes",
    "Nondetection": "no divination finds the target for 8 hours",
    "Passwall": "a way 5 ft wide, 8 ft high and 20 ft deep goes through wood or stone for an hour",
    "Planar Ally": "a celestial, elemental or fiend comes and asks for its pay",
    "Planar Binding": "CHA save, or the summoned creature serves for a day; longer with higher slots",
    "Plant Growth": "100 ft around grows over: 4 ft of movement for each foot; or a rich harvest within half a mile",
    "Prismatic Wall": (
        "who comes within 20 ft: CON save or blinded for a minute; each of its seven layers acts on who goes through"
    ),
    "Prestidigitation": "a small trick: sparks, a smell, warmth, a stain gone, a mark, a trinket for a moment",
    "Private Sanctum": "nothing sees, hears or travels by magic into an area of up to 100 ft for a day",
    "Project Image": (
        "its image sees and speaks up to 500 miles away; then it is itself blinded, deafened; INT check: DC of it"
    ),
    "Programmed Illusion": "an illusion of up to 30 ft plays for 5 minutes each time that what was named happens",
    "Purify Food and Drink": "food and drink within 5 ft are free of poison and disease",
    "Raise Dead": (
        "one who died within 10 days is alive with 1 HP; -4 to attacks, saves and checks, 1 less each long rest"
    ),
    "Reincarnate": "one who died within 10 days lives again in a new body, of a race that a d100 finds",
    "Resurrection": (
        "one who died within a century is alive, at full HP; -4 to attacks, saves and checks, 1 less each long rest"
    ),
    "Rope Trick": "up to eight hide at the top of the rope for an hour, and nothing goes in or out by magic",
    "Scrying": (
        "WIS save by how well it is known: it is seen and heard through an invisible eye within 10 ft, or is safe"
        " from this for 24 hours"
    ),
    "Secret Chest": "the chest comes and goes with its replica in the hand; after 60 days it may be lost",
    "See Invisibility": "sees what is invisible or ethereal for an hour",
    "Seeming": "any number of creatures look otherwise for 8 hours; the unwilling make a CHA save",
    "Sending": "25 words reach somebody known, anywhere, who can answer; 5 % fail on another plane",
    "Sequester": "the target is hidden, unaging, until what was named happens",
    "Shapechange": "becomes any creature of a CR up to its own level; an action changes again; its mind stays",
    "Shillelagh": "its club or staff uses the casting ability, does d8 and is magical, for a minute",
    "Silent Image": (
        "an image up to a 15 ft cube without sound; an action and an INT (Investigation) check against its DC see"
        " through it"
    ),
    "Simulacrum": "a double with half its HP obeys the caster and cannot be healed by rest",
    "Speak with Dead": "a corpse answers up to five questions, and not again for 10 days",
    "Speak with Plants": "talks with plants within 30 ft, which may open or close a way",
    "Speak with Animals": "talks with beasts for 10 minutes",
    "Spider Climb": "climbs walls and ceilings with free hands, as fast as it walks",
    "Stone Shape": "stone of up to 5 ft takes the shape that is wanted",
    "Symbol": (
        "a hidden glyph acts within 60 ft when it is set off: death, discord, fear, pain, sleep, stunning and others"
    ),
    "Telepathic Bond": "up to eight speak in thoughts for an hour",
    "Teleport": "up to nine are elsewhere; a d100 by how well the place is known says how near",
    "Teleportation Circle": "a way to a known circle is open until its next turn ends",
    "Thaumaturgy": "a small wonder: a booming voice, flames that flicker, tremors, a sound, a door that flies open",
    "Time Stop": "takes 1d4 + 1 turns in a row; it ends as soon as it affects anybody else",
    "Tiny Hut": "a dome of 10 ft lets in nobody and nothing else for 8 hours",
    "Tongues": "understands every language that it hears, and is understood, for an hour",
    "Transport via Plants": "steps from one large plant out of another, any distance away, for a round",
    "Tree Stride": "goes into a tree and out of another of its kind within 500 ft, once a turn",
    "True Polymorph": (
        "somebody or a thing becomes another, with the HP of that, for an hour or for good; the unwilling make a"
        " WIS save; at 0 HP it is itself again"
    ),
    "True Resurrection": "one who died within 200 years is alive and whole",
    "True Seeing": "sees in the dark, the invisible, the ethereal and through illusions, 120 ft, for an hour",
    "Unseen Servant": "a servant (AC 10, 1 HP, STR 2) does simple work within 60 ft; a bonus action commands it",
    "Wall of Force": "a wall, dome or ball that nothing goes through; only Disintegrate breaks it",
    "Wall of Stone": "ten panels of 10 ft, each AC 15 and 180 HP; who would be enclosed makes a DEX save to get out",
    "Water Breathing": "up to ten breathe water, too, for a day",
    "Water Walk": "up to ten walk on water as on land for an hour",
    "Wind Walk": (
        "up to eleven are mist: fly 300 ft, resistant to nonmagical weapons; a minute to change back, incapacitated"
    ),
    "Word of Recall": "is in its sanctuary, with up to five of the willing within 5 ft",
    "Wish": (
        "does what a spell of up to level 8 does, or what is wished; the stress: 1d10 necrotic a level cast "
        "until a long rest"
    ),
}
"""What is told of a spell of which no rule plays more than how long it lasts."""
