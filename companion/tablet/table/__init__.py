"""The table among the pages: the mat, the panel, seats, and hands without a camera."""
