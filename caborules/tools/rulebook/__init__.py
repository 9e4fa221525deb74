"""The printed rulebook: a ruleset with its options chosen becomes sentences, tables and worked examples.

``book.py`` puts the sections together; ``markdown.py`` and ``page.py`` write them down. Everything that is said about a
game comes from its ruleset; only the sentences of the language's own constructs are written here.
"""
