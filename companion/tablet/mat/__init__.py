"""The mat on the screen: the live image, what is drawn over it, gestures, and results."""
