"""What people at the table wished for good: voice, names, agreements; a small file each."""
