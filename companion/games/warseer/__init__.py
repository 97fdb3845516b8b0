"""Legends of Signum II: Warseer."""
