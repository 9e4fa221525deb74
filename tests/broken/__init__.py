"""Rulesets and lowerings that are broken on purpose, one for every way of being broken."""
