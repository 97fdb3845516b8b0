"""The part of our own die that is independent of chips; this package also runs under CPython."""
