"""The companion: referees a tabletop game played with real miniatures on a real mat."""
