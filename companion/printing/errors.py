"""What this room refuses."""


class PrintingError(ValueError):
    """A sheet that cannot be printed as asked; the message is one sentence a player understands."""
