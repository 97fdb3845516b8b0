"""What Signum says: its prompts and offers, its cards, its lessons and results in the reader's words."""
