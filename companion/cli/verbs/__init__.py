"""What each command of the program does: one file each, named after it."""
