"""Which form of a word goes with a number.

References:
    Unicode CLDR, cardinal plural rules for English, Russian and Ukrainian.
"""


def plural_form(language: str, count: float) -> str:
    """The CLDR category of a number: `one`, `few`, `many` or `other`.

    Args:
        language: `en`, `ru` or `uk`.
        count: The number that stands before the word.
    """
    if count != int(count):
        return "other"
    whole = abs(int(count))
    if language == "en":
        return "one" if whole == 1 else "other"
    last, last_two = whole % 10, whole % 100
    if last == 1 and last_two != 11:
        return "one"
    if 2 <= last <= 4 and not 12 <= last_two <= 14:
        return "few"
    return "many"
