"""Warnings about rules that are no faults, but hardly what their author meant: they need proofs, or the deck."""
