"""Lowering: rules become decision points, windows and operations: the transition system that is proved and run."""

from caborules.lower.build import groups, lower

__all__ = ["groups", "lower"]
