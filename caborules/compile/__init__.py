"""The compiled engine: Python generated for one ruleset, its options and its number of players."""
