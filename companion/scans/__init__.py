"""What a scanned card means at this moment: a command, a part of one, or an answer. Pure."""
