"""What sentences of Signum's log are about."""

from companion.games.defaults.speech import TOPICS
from companion.games.display.speech import Phrase, Topic

_OF: dict[Topic, str] = {
    Topic.TURNS: "order_set side_claimed turn_began phase out agreed_limit draw_offered draw_offer_withdrawn won won_by"
    " gave_up ended_drawn drawn_game undecided told.priority told.priority_tied told.concedes",
    Topic.MOVES: "came left stands moved_by controlled acting template",
    Topic.FIGHTS: "rolled rolled_well rolled_again wounds armour concentration stealth lasting kills told.ability_used"
    " told.ability_used_on told.dice_assigned told.dice_assigned_expert told.melee_declared told.shot_declared"
    " told.harm_prevented",
    Topic.CARDS: "deck_shuffled drawn tapped untapped moved prosperity missed_draws relic told.cardboard_taps"
    " told.cardboard_untaps told.cardboard_returns_hand told.cardboard_returns_deck told.cardboard_prosperity_more"
    " told.cardboard_prosperity_fewer told.cardboard_steals told.effect_reaches_nobody told.relic_used"
    " told.tactic_missed told.tactic_revealed told.summoned_nowhere"
    " told.came_out_nowhere told.card_seen told.card_shown told.cardboard_looks",
    Topic.HAND: "card_told card_untold_again answered question_settled question_withdrawn questioned"
    " questioned_unmeasured overruled written_down contact keeping told.reminder told.set_by_hand told.ruins_by_hand"
    " told.refused_by_ruling told.refused_by_ruling_for told.push_by_hand told.cost_by_hand"
    " told.swap_by_hand",
}
_TOPICS = TOPICS | {word: topic for topic, words in _OF.items() for word in words.split()}
_BY_A_RULE = frozenset({"stands", "moved"})
"""What a rule brings about, unless the players put it right themselves."""


def topic_of(phrase: Phrase) -> Topic:
    """What a sentence is about.

    Raises:
        KeyError: If nobody has said so of its like.
    """
    first = phrase.key.partition(".")[0]
    if first in _BY_A_RULE and not phrase.rule:
        return Topic.HAND
    return _TOPICS[phrase.key] if phrase.key in _TOPICS else _TOPICS[first]
