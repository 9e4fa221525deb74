"""Games on a lowered system, from ``explore``: here for the modules of this folder."""

from caborules.explore.games import (
    LENGTH,
    SIZES,
    Table,
    Turn,
    begin,
    legal_actions,
    random_game,
    replayed,
    tables,
    take,
    trouble,
)

__all__ = [
    "LENGTH",
    "SIZES",
    "Table",
    "Turn",
    "begin",
    "legal_actions",
    "random_game",
    "replayed",
    "tables",
    "take",
    "trouble",
]
