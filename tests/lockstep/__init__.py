"""The long run of both engines side by side, and the bugs planted in the generator: see ``__main__``."""
