"""The game in sentences: what happened, what was refused and why, what the table waits for. Pure."""
