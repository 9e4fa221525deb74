"""Whether each place keeps the secrecy that it declares, and by which lines of the rules cards become known."""
