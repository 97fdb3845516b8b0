from collections import Counter

from companion.demo.summary import summary
from companion.referee.rehearsal.score import Score, VerdictScore


def test_the_summary_says_what_was_right_close_and_wrong():
    verdicts = Counter({VerdictScore.RIGHT: 900, VerdictScore.CLOSE: 7, VerdictScore.WRONG: 1})
    lines = summary(Score(12, 400, 80, 21.3, 0.998, (0.01, 0.02, 0.5), 0.955, verdicts, ("a to b: range S",)))

    said = "\n".join(lines)
    assert "on 80 of 400 pictures" in said
    assert "99.8 % of those in plain view" in said
    assert "median 0.02 mm, 95 % within 0.50 mm" in said
    assert "95.5 % of coordinates" in said
    assert "900 right, 7 too close to call, 1 wrong" in said
    assert lines[-1].endswith("a to b: range S")


def test_with_nothing_seen_the_summary_says_so():
    assert summary(Score(12, 0, 0, 0.0, None, (), None, Counter(), ())) == ["Nothing was seen."]
