"""Games as records: written out, taken in, summed up, put right after the fact."""
