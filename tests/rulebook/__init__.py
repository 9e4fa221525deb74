"""The printed rulebook: its sentences, its pages, and whether one can play from it."""
