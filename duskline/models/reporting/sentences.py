"""The sentence with which each report answers, before anybody looks at its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from duskline.models.reporting.answers import ColumnShown, Number, Unit

Totals = Mapping[str, Number]


def _sales(totals: Totals) -> str:
    won, lost = totals["won"], totals["lost"]
    if not (won.value or lost.value or totals["leads"].value):
        return "No lead came in, and none was won or lost."
    worth = [
        f"{_dollars(totals[kind])} {words}"
        for kind, words in VALUES.items()
        if totals.get(kind) and totals[kind].value
    ]
    value = f", worth {' and '.join(worth)}" if worth else ""
    return f"{_count(won, 'lead')} won{_than(won)}{value}; {_plain(lost)} lost; {_count(totals['leads'], 'new lead')}."


def _completion(totals: Totals) -> str:
    planned = totals["planned"]
    if not planned.value:
        return f"Nothing was planned; {_count(totals['undated'], 'open job')} without a day."
    return (
        f"Of {_count(planned, 'planned job')} {_plain(totals['on_day'])} were done on the day, {_plain(totals['late'])} late, and "
        f"{_plain(totals['not_done'])} are not done yet; {_plain(totals['undated'])} have no day."
    )


def _technicians(totals: Totals) -> str:
    jobs = totals["jobs"]
    if not jobs.value:
        return "No job was completed."
    return f"{_count(jobs, 'job')} completed{_than(jobs)}; {_length(totals['feet'])}; {_hours(totals['site_hours'])}; {_returned(totals['returned'])}."


def _length(feet: Number) -> str:
    return "feet not known" if feet.value is None else f"{_plain(feet)} feet{_partly(feet)}"


def _hours(hours: Number) -> str:
    return (
        "hours on site not known" if hours.value is None else f"{_plain(hours)} hours on site{_partly(hours)}"
    )


def _partly(number: Number) -> str:
    return "" if number.known is None else f", {known_of(number)}"


def _returned(share: Number) -> str:
    if share.value is None:
        return "whether somebody had to return is known after 60 days"
    return f"{share.value:.0f}% of those completed at least 60 days ago needed a return visit within 60 days"


def _tickets(totals: Totals) -> str:
    if not (totals["tickets"].value or totals["resolved"].value):
        return f"No new ticket; {_plain(totals['waiting'])} are waiting for an answer now."
    took = totals["resolve_median"].value
    half = "" if took is None else f", half of them within {_time(took)}"
    return (
        f"{_count(totals['tickets'], 'new ticket')}, {_plain(totals['resolved'])} resolved{half}; "
        f"{_plain(totals['waiting'])} are waiting for an answer now."
    )


def _sources(totals: Totals) -> str:
    messages = f" and {_count(totals['enquiries'], 'message')}" if "enquiries" in totals else ""
    return f"{_count(totals['leads'], 'new lead')}{messages} came in; {_count(totals['won'], 'lead')} won{_than(totals['won'])}."


SENTENCES: Mapping[str, Callable[[Totals], str]] = {
    "sales": _sales, "completion": _completion, "technicians": _technicians, "tickets": _tickets, "sources": _sources,
}  # fmt: skip
VALUES = {"quoted": "as quoted", "guess": "as guessed"}
UNKNOWN = "–"
TOLD = 3
"""Of what a custom report counts, how much its sentence tells."""
SHOWN: Mapping[Unit, str] = {
    Unit.COUNT: "{:,.0f}", Unit.PERCENT: "{:,.1f}%", Unit.DAYS: "{:,.1f} days", Unit.HOURS: "{:,.1f} hours", Unit.FEET: "{:,.0f} ft",
    Unit.DOLLARS: "${:,.0f}",
}  # fmt: skip


def sentence_of(report: str, columns: Sequence[ColumnShown], totals: Totals) -> str:
    """That of a report; a custom one says the first of what it counts."""
    if report in SENTENCES:
        return SENTENCES[report](totals)
    told = (f"{each.title}: {_told(each.unit, totals[each.id])}" for each in columns[:TOLD])
    return "; ".join(told) + "." if columns else "Nothing of this is counted by branch."


def in_words(unit: Unit, value: float) -> str:
    """A number as a letter says it."""
    return _time(value) if unit is Unit.MINUTES else SHOWN[unit].format(value)


def _told(unit: Unit, number: Number) -> str:
    return told(unit, number) + (_than(number) if unit is Unit.COUNT else "")


def told(unit: Unit, number: Number) -> str:
    """A number, or a dash where nothing of it is known; and of how many it is known."""
    words = UNKNOWN if number.value is None else in_words(unit, number.value)
    return f"{words} ({known_of(number)})" if number.known is not None else words


def _plain(number: Number) -> str:
    return f"{number.value or 0:,.0f}"


def _count(number: Number, noun: str) -> str:
    return f"{_plain(number)} {noun}{'' if number.value == 1 else 's'}"


def _dollars(number: Number) -> str:
    return f"${_plain(number)}"


def known_of(number: Number) -> str:
    """Of how many it is known, where not of all."""
    return "" if number.known is None else f"known for {number.known:,} of {number.of:,}"


def _than(number: Number) -> str:
    """Against the period before."""
    return f", {number.change.words}" if number.change else ""


def _time(minutes: float) -> str:
    """As the screen shows it: days and hours, or hours and minutes."""
    whole = round(minutes)
    days, hours, rest = whole // 1440, whole % 1440 // 60, whole % 60
    parts = [(days, "day"), (hours, "hour")] if days else [(hours, "hour"), (rest, "minute")]
    return (
        " ".join(f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in parts if number)
        or "a minute"
    )
