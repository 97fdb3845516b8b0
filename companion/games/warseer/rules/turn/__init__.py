"""The set-up, and the course of turns and rounds."""
