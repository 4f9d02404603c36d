"""What the commands do that start no table; each ends with an exit code."""
