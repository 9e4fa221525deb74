"""What differs between two rulesets: their texts in the coordinates of the language, and a game in which they part."""
