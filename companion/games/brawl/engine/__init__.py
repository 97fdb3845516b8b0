"""How a command becomes events: what is resolved, and who is asked."""
