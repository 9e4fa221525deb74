"""What must hold on every path through the rules: definedness, totality, windows, audiences.

Reading order: ``bounds``, ``facts`` (the abstract state), ``symbols``, ``merge``, ``processed``, ``values``; then what
expressions are worth: ``labels``, ``names``, ``evaluate``, ``handfuls``, ``conditions``; what steps do: ``effects``,
``cards``, ``steps``; what is asked of them: ``audience``, ``totality``, ``decisions``; ``walk`` (the interpreter),
``structure`` (checks that need no facts), ``check`` (the entry).
"""
