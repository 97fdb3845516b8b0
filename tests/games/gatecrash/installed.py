"""A game as an installed package: what `pip` leaves in a folder where Python looks."""


def install(site, name="gatecrash", where="tests.games.gatecrash.game:GAME"):
    """Leaves in a folder what tells Python of the package.

    Args:
        site: The folder, which is made.
        name: Of the game.
        where: Module and name of the object that is the game.
    """
    about = site / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    about.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    about.joinpath("entry_points.txt").write_text(f"[companion.games]\n{name} = {where}\n", encoding="utf-8")
