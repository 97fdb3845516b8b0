"""One game while it is played: wishes in, durable events out, pauses, clocks and settings."""
