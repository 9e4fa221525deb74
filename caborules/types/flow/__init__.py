"""What must hold on every path through the rules: definedness, totality, windows, audiences.

Reading order: ``bounds``, ``facts``, ``alias``, ``meet`` (the abstract state), ``values``, ``evaluate``, ``conditions``
(expressions), ``cards``, ``effects`` (what steps do to facts), ``totality``, ``audience``, ``walk`` (the interpreter),
``structure`` (checks that need no facts), ``disclosures``, ``check`` (the entry).
"""
