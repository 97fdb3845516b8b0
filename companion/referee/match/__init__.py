"""One game while it is played: intents in, durable events out, pauses, clocks and settings."""
