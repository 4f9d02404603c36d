"""What commands say that do one thing without a game: check the parts, enrol codes, count a deck, print labels."""
