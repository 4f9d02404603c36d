"""The rules in sentences, as a deck has them and as a table agreed on them; what is wise, what goes wrong. Pure."""
