"""Images as they come in: frames with their time, files, and what is decoded of them."""
