"""How a command becomes events: the draft, the stack of what is being resolved, and what waits for an answer."""
