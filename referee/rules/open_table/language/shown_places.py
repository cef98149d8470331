"""Places where a track or a trait is shown, as a system file names them."""

SHOWN = ("column", "order", "sheet", "library", "never", "last")
TRAIT_SHOWN = (*SHOWN, "spare")
