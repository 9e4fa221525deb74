"""That the end stays within reach: from every position that can be reached, some legal moves lead to it."""
