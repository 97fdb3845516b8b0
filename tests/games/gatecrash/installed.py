"""Gatecrash as an installed package: what `pip` leaves in a folder where Python looks."""

ENTRY_POINT = "[companion.games]\ngatecrash = tests.games.gatecrash.game:GAME\n"


def install(site):
    """Leaves in a folder what tells Python of the package.

    Args:
        site: The folder, which is made.
    """
    about = site / "gatecrash-1.0.dist-info"
    about.mkdir(parents=True)
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: gatecrash\nVersion: 1.0\n", encoding="utf-8")
    about.joinpath("entry_points.txt").write_text(ENTRY_POINT, encoding="utf-8")
