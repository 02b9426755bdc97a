"""Fixed lists of the bestiary that no rule depends on: where a creature lives and what it is.

The values are stored, so a value is never renamed; the label may be.
"""

HABITATS = (
    ("aquatic", "Open water"),
    ("arctic", "Ice and snow"),
    ("coast", "Coast"),
    ("desert", "Desert"),
    ("forest", "Forest"),
    ("grassland", "Grassland"),
    ("jungle", "Jungle"),
    ("mountain", "Mountains"),
    ("otherworld", "Another world"),
    ("ruins", "Ruins"),
    ("settlement", "Town and village"),
    ("sky", "Sky"),
    ("space", "Space and starships"),
    ("swamp", "Swamp"),
    ("underground", "Underground"),
    ("volcanic", "Volcanic land"),
    ("wasteland", "Wasteland"),
)

FAMILIES = (
    ("aberration", "Aberration"),
    ("beast", "Beast"),
    ("construct", "Construct"),
    ("demon", "Demon"),
    ("dragon", "Dragon"),
    ("elemental", "Elemental"),
    ("fey", "Fey"),
    ("giant", "Giant"),
    ("goblinoid", "Goblinoid"),
    ("humanoid", "Humanoid"),
    ("insect", "Insect or spider"),
    ("machine", "Machine"),
    ("mutant", "Mutant"),
    ("plant", "Plant or fungus"),
    ("slime", "Slime"),
    ("spirit", "Spirit"),
    ("undead", "Undead"),
)

# What a Foe's damage may be called; any other word does as well.
FOE_DAMAGE_TYPES = (
    "acid",
    "bludgeoning",
    "cold",
    "electric",
    "fire",
    "force",
    "piercing",
    "poison",
    "psychic",
    "radiation",
    "slashing",
    "sonic",
)
