"""How a number compares with that of the period before: one rule for every screen, sentence and letter (product.md, rule 161)."""

from __future__ import annotations

from typing import NamedTuple

from duskline.models.reporting.answers import Better, Change, ColumnShown, Tone, Unit

FEW = 20
"""Below so many, a count is compared by how many more there are: of one more than one nobody says 100%."""
SEVERAL_TIMES = 200
"""From so many percent more, it is told as how many times what was before."""


class Told(NamedTuple):
    """A number as it is told: of how many records it is about and known, how many its list has, and by how many percent it may be off."""

    value: float | None
    of: int
    known: int
    listed: int
    error: int | None = None
    hidden: float = 0
    """What a sum would be more by if the records of which nothing is known were like the others."""

    @property
    def off(self) -> float:
        """By how much it may be off."""
        return (self.value or 0) * (self.error or 0) / 100


def compared(column: ColumnShown, now: Told, before: Told) -> Change | None:
    """None where one of the two is not known, and where what is not known of them may outweigh what they differ by. What lies within
    their error is about the same, and neither good nor bad."""
    if now.value is None or before.value is None:
        return None
    difference = now.value - before.value
    if now.hidden + before.hidden > abs(difference):
        return None
    counts = column.unit == Unit.COUNT
    if not difference and not (now.error or before.error):
        return Change("as many as before" if counts else "as before", Tone.SAME)
    words = _words(column, now.value, before.value)
    if words is None or abs(difference) <= now.off + before.off:
        return Change("about the same as before", Tone.SAME)
    return Change(words, _tone(column.better, difference))


def _words(column: ColumnShown, now: float, before: float) -> str | None:
    """None where rounding leaves no difference."""
    difference = now - before
    more = "more" if difference > 0 else "fewer" if column.unit == Unit.COUNT else "less"
    if column.unit == Unit.PERCENT:
        points = round(abs(difference))
        return f"{points} {'point' if points == 1 else 'points'} {more} than before" if points else None
    if column.unit == Unit.COUNT and before < FEW:
        return f"{abs(difference):,.0f} {more} than before"
    if not before:
        return f"{more} than before"
    percent = round(100 * difference / before)
    if percent >= SEVERAL_TIMES:
        much = "many" if column.unit == Unit.COUNT else "much"
        return f"{round(percent / 100 + 1):,} times as {much} as before"
    return f"{abs(percent)}% {more} than before" if percent else None


def _tone(better: Better | None, difference: float) -> Tone:
    if better is None:
        return Tone.SAME
    return Tone.GOOD if (difference > 0) is (better is Better.UP) else Tone.BAD
