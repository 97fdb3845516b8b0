"""The mat from image to image: its tags as they are read, its pose, and what tells a bump from a drift."""
