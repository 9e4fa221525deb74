"""Witnesses for others to use: a game as data, as an ITF trace, as an example to paste into the ruleset."""
