"""What authors state about every play: proved by conditions that hold at each node, or refuted by a play."""
