"""What the lines of the settings file are called on the screen. Knows nothing of Kivy."""

from collections.abc import Iterable

from companion.texts import Language, say

TITLES = {
    "language": "shell.settings.language",
    "light": "shell.settings.colours",
    "apart": "shell.settings.sides",
    "full_screen": "shell.settings.window",
    "animations": "shell.settings.animations",
    "letters": "shell.settings.letters",
    "sounds": "shell.settings.sounds",
    "volume": "shell.settings.sounds",
    "camera": "shell.settings.camera",
    "table": "setup.camera.table",
    "dice": "shell.settings.dice",
    "symbols": "faces.key",
    "confirm": "shell.settings.confirm",
    "strictness": "shell.settings.strictness",
    "pause_s": "shell.settings.pause",
    "limit_s": "setup.rules.limit_s",
    "each_s": "setup.rules.each_s",
    "players": "setup.players.name",
    "decks": "setup.players.deck_is",
    "packs": "shell.start.cards",
    "cardboard": "setup.players.deck_is",
    "print_asked": "measure.key",
    "guided": "shell.start.practise",
    "guide_game": "shell.start.practise",
    "guide_taken": "shell.start.practise",
    "last_game": "shell.start.continue",
    "last_camera": "shell.settings.camera",
    "last_table": "setup.camera.table",
}
"""Keys of texts by what is set; all other lines are of a game's rules."""


def setting_names(language: Language, lines: Iterable[str]) -> str:
    """The settings behind lines of the file as the screen calls them, each once.

    Args:
        language: The reader's.
        lines: Names of lines; those of a game that is not the first begin with its name.
    """
    keys = (TITLES.get(line.rpartition(".")[2], "setup.rules.title") for line in lines)
    return ", ".join(dict.fromkeys(say(language, key) for key in keys))
