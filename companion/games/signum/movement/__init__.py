"""Where creatures may go and be put down, and what happens to them on the way."""
