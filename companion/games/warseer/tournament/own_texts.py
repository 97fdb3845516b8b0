"""The texts of the Tournament, which lie in the folder `texts` beside this."""

from companion.texts import Texts

TEXTS = Texts("companion.games.warseer.tournament")
say = TEXTS.say
