"""What the table says beside the plays: it is ready, hands are dealt, somebody asked, something is wrong. Pure."""
