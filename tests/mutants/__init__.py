"""A mutation run over Cabo: every small change to its rules must be noticed by a check, an example or a proof."""
