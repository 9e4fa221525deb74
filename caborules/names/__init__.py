"""From files to one book: what a ruleset uses and extends, its names, its sheets and its deltas."""
