"""The core thread: the only place where state changes, and the session that starts and stops it."""
