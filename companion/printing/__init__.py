"""True-scale sheets to print: mats, bases, terrain, rulers and boards."""
