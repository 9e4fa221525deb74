"""Whether parts of a game come to an end: rankings, what may be assumed of players, loops that were played."""
