"""Two thousand random matches of each shipped ruleset: the recorded run, and the page that tells what it came to."""
