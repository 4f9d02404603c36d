"""What a table keeps on its disk: the journal, and small files beside it that are written whole or not at all."""
