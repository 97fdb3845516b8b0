"""Below every page: connections and their limits, seats, addresses, certificates, and the common tick."""
