"""The guided first game of Legends of Signum: from the hero's place to how the game is won."""

from companion.games.display.guide import GuideStep

DECKS = ("first_lanternmarch", "first_kettle_clans")
"""Both heroes shoot, and any building pays for many of the cards, so that each step comes up."""

LEFT = ("offer:shoot", "offer:play")
"""While one of these is offered, nobody is told that nothing but the end of the turn is left."""

ACTS = ("offer:finish",)
"""While a creature acts, no card of the hand can be brought in: its activation ends before the turn does."""

GUIDE = (
    GuideStep("begins", when=("asked:priority",), until=("asked:first", "said:order_set")),
    GuideStep("first", when=("asked:first",), until=("said:order_set",), light=("asked:first",)),
    GuideStep("placed", when=("asks:placehero",), until=("asked:hand", "turn:1"), light=("meant",)),
    GuideStep("place", when=("asked:place_hero",), until=("said:stands",), light=("zone",)),
    GuideStep("place_other", when=("asked:place_hero",), until=("asked:hand", "turn:1"), light=("zone",)),
    GuideStep("hand", when=("asked:hand",), until=("turn:1",), light=("asked:hand",)),
    GuideStep("refused", when=("refused",), until=("over",), light=("refused",), optional=True),
    GuideStep("back", when=("misplaced",), until=("over",), light=("misplaced",), optional=True),
    GuideStep("result", when=("result",), until=("closed",), light=("result",)),
    GuideStep("build", when=("offer:construct",), until=("said:phase.activation",), light=("offer:construct",)),
    GuideStep(
        "move",
        when=("offer:activate", "offer:move"),
        until=("said:moved_by", "meant:move", "meant:run"),
        light=("model",),
    ),
    GuideStep("why", when=("meant:move", "meant:run"), until=("why",), light=("measured", "tab:log")),
    GuideStep("keep", when=("meant:move", "meant:run"), until=("said:moved_by",), light=("meant",)),
    GuideStep(
        "card",
        when=("offer:play",),
        until=("said:tapped", "said:moved.tactics", "said:moved.relics"),
        light=("offer:play", "tab:hand"),
        optional=True,
    ),
    GuideStep(
        "melee",
        when=("offer:fight", "then:fight"),
        until=("said:told.melee_declared",),
        light=("then:fight", "offer:fight"),
    ),
    GuideStep("shot", when=("offer:shoot",), until=("said:told.shot_declared",), light=("offer:shoot",), optional=True),
    GuideStep("split", when=("asked:assign",), until=("asked:roll.melee",), light=("asked:assign",)),
    GuideStep("dice", when=("asked:roll",), until=("said:rolled", "said:rolled_well"), light=("roll",)),
    GuideStep("undo", when=("said:moved_by",), until=("undone",), light=("undoing", "undo")),
    GuideStep(
        "approach",
        when=("offer:construct", "offer:skip", "offer:activate", "offer:move"),
        until=("offer:fight", "then:fight", "said:told.melee_declared"),
        light=("meant", "model", "offer:construct|skip", "offer:end"),
    ),
    GuideStep(
        "finish",
        when=("offer:finish",),
        until=("over",),
        light=("offer:finish",),
        optional=True,
        unless=("offer:move", "offer:fight", "offer:shoot"),
    ),
    GuideStep("end_turn", when=("offer:end",), until=("turn:2",), light=("offer:end",), unless=ACTS),
    GuideStep(
        "next_turn",
        when=("offer:end",),
        until=("offer:fight", "then:fight", "said:told.melee_declared"),
        light=("offer:end",),
        unless=(*LEFT, *ACTS),
    ),
    GuideStep(
        "left",
        when=LEFT,
        until=("offer:fight", "then:fight", "said:told.melee_declared"),
        light=("offer:shoot|play|end",),
    ),
    GuideStep("goal", when=("offer:end", "over"), last=True),
)
"""The first step that can be shown is shown: what comes up in a fight stands before what can wait."""
