"""Tasks led by scans and kept read by read: codes enrolled, a deck counted, a deck learnt into a file."""
