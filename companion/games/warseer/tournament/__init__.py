"""The Tournament: a series of matches between the same two, kept as a record of its own (W-TRN)."""
