"""Images: frames with their capture time, image files, and decoding on demand."""
