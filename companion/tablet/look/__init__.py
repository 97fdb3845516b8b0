"""How things look and are drawn: colours, scale, pen, labels, sounds."""
