"""Our own die, as far as it needs no chip: this package runs under CPython too."""
