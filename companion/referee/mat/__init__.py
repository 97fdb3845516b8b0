"""The mat compared with the record: which model is which piece, where it rests, and what moving it meant."""
