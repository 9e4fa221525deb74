"""The public face: rulesets, games and states, on whichever engine."""
