"""Import help: which files can be imported, and what becomes of them. Imports nothing, for the shell prints it, too."""

IMPORT_HELP = """\
referee import FILE... finds out by itself which of these a file is:
  Improved Initiative     creatures, players, an encounter, or the export of an account (JSON)
  5e-bits                 monsters and conditions of the 5e database (JSON)
  Open5e                  an answer of the first or second version, a list, a data file, or one creature (JSON)
  Obsidian                notes with encounter blocks of the Initiative Tracker; needs pip install -e '.[import]'
  dndme                   a monster, a party or an encounter (TOML); give them together, so that counts can lean on them
  Fight Club 5e           a compendium of the app, of either dialect (XML)
  Gloomhaven Secretariat  monster files and deck files (JSON), which land in gloomhaven

Figures become kinds in the library (`add "winter wolf" x2`), with attacks, damage dice, saves, uses and recharge
where the file has them; the text is kept as a note. Encounters become plans in the library.
The report says how many records came, what of each was not understood, and what contradicted itself.
Nothing in a file is ever run. A file that cannot be read changes nothing, nor do those given with it."""
