"""The texts of Warseer, which lie in the folder `texts` beside this."""

from companion.texts import Texts

TEXTS = Texts("companion.games.warseer")
say = TEXTS.say
