"""Parts of the protocol for a game that brings none of its own."""
