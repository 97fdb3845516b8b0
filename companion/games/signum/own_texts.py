"""The texts of Legends of Signum, which lie in the folder `texts` beside this."""

from companion.texts import Texts

TEXTS = Texts("companion.games.signum")
say = TEXTS.say
