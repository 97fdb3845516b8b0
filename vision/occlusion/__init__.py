"""Tags that something covers in part: found by their edges, decoded from what shows, and proven or refused."""
