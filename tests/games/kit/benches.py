"""Cards on the bench of a card workshop, with all their parts and the rows of each."""

import tomllib

from companion.games.workshop import Bench, Open


def shipped(library, name):
    """The data of a pack that comes with a game."""
    return tomllib.loads(library._files.joinpath("packs", f"{name}.toml").read_text(encoding="utf-8"))


def benches(pack):
    """Each card of a pack, beside the others."""
    for card in pack["card"]:
        yield Bench(card, {**pack, "card": [each for each in pack["card"] if each is not card]})


def parts(workshop, bench, language, at=()):
    """All parts of a card below a place, each with its rows."""
    rows = workshop.rows(bench, at, language)
    yield at, rows
    for row in rows:
        if isinstance(row.entry, Open) and row.entry.start is None:
            yield from parts(workshop, bench, language, row.at)


def value(card, at):
    for step in at:
        card = card[step]
    return card
