"""The texts of Super Fantasy Brawl, which lie in the folder `texts` beside this."""

from companion.texts import Texts

TEXTS = Texts("companion.games.brawl")
say = TEXTS.say
