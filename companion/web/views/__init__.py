"""What the pages show, as plain data and words: made from the state, without request and without answer."""
