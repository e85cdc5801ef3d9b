"""A drawing of lights on a picture of a house: what it may say, and how many feet it comes to.

Visitors draw it in the browser, which shows feet and a range as they draw; here both are computed again, and what arrives is
never believed. `web/app/studio/` holds the twin of each half, and `tests/vectors/rooflines.json` holds both languages to the
same answers.

The geometry is that of one photograph. Once the picture is turned upright, a front is taken for a vertical plane, on which
one foot of height covers `v` of the picture, and `v` changes evenly from left to right:

    v(x) = scale + slant * (x - middle)

With the focal length that gives every point of the plane a place in feet, and every line its true length.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, floor, hypot, inf, sin
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from duskline.core.system.errors import Refusal
from duskline.core.values.bodies import Body

LARGEST_PLAN = 4096
"""Bytes of a plan as JSON without spaces."""
GRID = 4095
"""Places across the picture, and as many down it."""

Place = Annotated[int, Meta(ge=0, le=GRID)]
Share = Annotated[float, Meta(ge=0, le=1)]
Points = Annotated[list[Place], Meta(min_length=4, max_length=24)]
"""x and y in turn: 2 to 12 points."""
Quad = Annotated[list[Place], Meta(min_length=8, max_length=8)]
"""Corners: top left, top right, bottom right, bottom left."""
Word = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,39}\Z")]
ReferenceKind = Literal[
    "garage8x7", "garage16x7", "garage9x8", "garage16x8", "door3x6_8", "door3x7", "door_double", "stories"
]  # fmt: skip


class SizeReference(Body, kw_only=True):
    """Something in the picture whose size is known: a door of a usual kind, or the front from the ground to its eave."""

    kind: ReferenceKind = msgspec.field(name="k")
    corners: Quad = msgspec.field(name="q")
    stories: Annotated[int, Meta(ge=1, le=3)] | None = msgspec.field(name="n", default=None)
    """Of the front, where somebody said; the reference of that name has its height from them."""
    placed: Annotated[int, Meta(ge=0, le=15)] | None = msgspec.field(name="h", default=None)
    """Corners that a hand has set, one bit each, of a box that somebody confirmed; None where nobody has."""
    guessed: bool | None = msgspec.field(name="u", default=None)
    """Whether nothing was found where it stands."""

    def __post_init__(self) -> None:
        if self.kind == "stories" and self.stories is None:
            raise ValueError("The reference of stories says how many")


class SkyStroke(Body, kw_only=True):
    """Where the visitor says what is sky and what is not."""

    is_sky: bool = msgspec.field(name="y")
    radius: Annotated[int, Meta(ge=1, le=GRID)] = msgspec.field(name="r")
    points: Annotated[list[Place], Meta(min_length=2, max_length=48)] = msgspec.field(name="p")

    def __post_init__(self) -> None:
        _in_pairs(self.points)


class LightPlan(Body, kw_only=True):
    """The drawing as it travels; the short names are those of its JSON."""

    version: Literal[1] = msgspec.field(name="v")
    aspect: Annotated[float, Meta(ge=0.2, le=5)] = msgspec.field(name="a")
    """Width of the picture by its height: of any picture that the studio takes."""
    focal: Annotated[float, Meta(ge=0.3, le=6)] | None = msgspec.field(name="f", default=None)
    """Focal length in widths of the picture; None where the file does not say."""
    roll: Annotated[float, Meta(ge=-0.3, le=0.3)] = 0.0
    """Radians: what is level falls to the right by it."""
    lines: Annotated[list[Points], Meta(min_length=1, max_length=24)] = msgspec.field(name="l")
    reference: SizeReference | None = msgspec.field(name="r", default=None)
    coverage: Literal["front", "whole"] | None = msgspec.field(name="g", default=None)
    """Of what it is the whole, where the visitor said."""
    windows: Annotated[list[Quad], Meta(max_length=40)] = msgspec.field(name="w", default_factory=list)
    """Those that are lit."""
    scheme: Word = msgspec.field(name="s")
    colors: (
        Annotated[list[Annotated[int, Meta(ge=0, le=0xFFFFFF)]], Meta(min_length=1, max_length=6)] | None
    ) = msgspec.field(name="c", default=None)
    """The visitor's own, in place of the scheme's."""
    effect: Literal["steady", "chase", "fade", "twinkle"] = msgspec.field(name="e")
    brightness: Annotated[int, Meta(ge=10, le=100)] = msgspec.field(name="b")
    spacing: Annotated[int, Meta(ge=6, le=12)] = msgspec.field(name="d")
    """Inches from bulb to bulb."""
    evening: Share = msgspec.field(name="n")
    """How far dusk has come."""
    similar: Word | None = msgspec.field(name="m", default=None)
    """Which house of ours, where the picture is not the visitor's."""
    strokes: Annotated[list[SkyStroke], Meta(max_length=12)] = msgspec.field(name="k", default_factory=list)

    def __post_init__(self) -> None:
        for line in self.lines:
            _in_pairs(line)
        once = dict.fromkeys(map(tuple, self.lines))  # lights hang once along an edge
        self.lines = [[*line] for line in once]


PlanText = Annotated[str, Meta(min_length=2, max_length=LARGEST_PLAN)]
"""A plan as JSON, as it travels."""


def read_plan(raw: bytes) -> LightPlan:
    """A plan as it arrived.

    Raises:
        Refusal: 400 too long, or none.
    """
    if len(raw) > LARGEST_PLAN:
        raise Refusal(400, "This drawing is too large to send. Please remove some of its lines or windows.")
    try:
        return kept_plan(raw)
    except (msgspec.DecodeError, RecursionError):
        raise Refusal(400, "This drawing cannot be read. Please reload the page and draw it again.") from None


def kept_plan(text: str | bytes) -> LightPlan:
    """A plan as we wrote it down: what its sender left out is spelled out there, so it may be longer than what arrives."""
    return msgspec.json.decode(text, type=LightPlan)


def _in_pairs(points: Sequence[int]) -> None:
    if len(points) % 2:
        raise ValueError("A point has two places")


# ----- feet

LENS_MM, FRAME_MM = 33, 36
"""The lens that is taken where the file does not say: between a phone's main camera and a tighter crop of it. A frame is as
wide as its picture's longer side."""
EYES = 4.9
"""Feet above the foot of a door at which people hold a camera."""
STORY = 9.5
"""Feet from floor to floor, and from the ground to the eave of a single one."""
GARAGE, DOOR, STORIES = (0.10, 0.10), (0.20, 0.10), (0.20, 0.20)
"""How far the truth may lie below and above a length, by what its size was taken from: measured, not supposed (decision 63). A front
door stands behind its eaves and never before them, so by it lengths come out long."""


HAND, UNPLACED = 0.00125, 0.03
"""How far a corner of a confirmed box may be off (SD): one that a hand has set up close, of the picture's width; any other, of the
reference's height."""
CERTAIN = 1.64
"""Deviations to either side that hold nine of ten."""
LOOSEST, ROUNDED = 0.23, 0.25
"""Half of the widest band that is shown, of its middle: before it is rounded, and after."""


class Size(NamedTuple):
    """Feet of a reference, and the band of what is measured by it."""

    width: float | None
    height: float
    band: tuple[float, float]


DOORS = {
    "garage8x7": Size(8, 7, GARAGE),
    "garage16x7": Size(16, 7, GARAGE),
    "garage9x8": Size(9, 8, GARAGE),
    "garage16x8": Size(16, 8, GARAGE),
    "door3x6_8": Size(3, 80 / 12, DOOR),
    "door3x7": Size(3, 7, DOOR),
    "door_double": Size(6, 80 / 12, DOOR),
}

SIDE_NOISE = 0.0018
"""Of the picture's width: what two corners that are each off by two pixels of 1,600 do to the length between them."""
FRONTAL = 1 / 1.2
"""How far the scale usually changes across one width, by itself: people photograph a house from the front."""
LEAST_SCALE, MOST_SLANT = 0.35, 1.2
"""Of the scale: what a point far to the side keeps at least, and how far it changes across one width at most."""
ROUNDS = 6


class Point(NamedTuple):
    """In widths of the upright picture, from its middle: right, and down."""

    x: float
    y: float


class Front(NamedTuple):
    """The plane that a front is taken for."""

    scale: float
    slant: float
    middle: float
    horizon: float
    focal: float

    def at(self, x: float) -> float:
        """What one foot of height covers there."""
        return max(self.scale * LEAST_SCALE, self.scale + self.slant * (x - self.middle))

    def between(self, a: Point, b: Point) -> float:
        """Feet from a point of the plane to another."""
        u, v = self.at(a.x), self.at(b.x)
        across = a.x / u - b.x / v
        up = (a.y - self.horizon) / u - (b.y - self.horizon) / v
        return hypot(across, up, self.focal / u - self.focal / v)


class Length(NamedTuple):
    """Feet, and between which they lie."""

    feet: float
    low: float
    high: float


class Measured(NamedTuple):
    """The length of each line of a plan, and of all together."""

    runs: tuple[Length, ...]
    sum: Length


def measured_for(plan: LightPlan) -> Measured | None:
    """What it says of the visitor's building: of a house of ours it says nothing."""
    return None if plan.similar else measured(plan)


def measured(plan: LightPlan) -> Measured | None:
    """None where nothing in the picture says how large it is, nobody confirmed what does, or it leaves too much open."""
    reference = plan.reference
    feet = _feet(plan) if reference and _is_confirmed(reference) else None
    if feet is None or reference is None:
        return None
    doubt = _doubt(plan, reference, sum(feet))
    below, above = (hypot(end, CERTAIN * doubt) for end in _size_of(reference).band)
    if not (below + above) / (2 - below + above) <= LOOSEST:  # nor where a moved corner leaves no number
        return None
    runs = tuple(Length(each, each * (1 - below), each * (1 + above)) for each in (*feet, sum(feet)))
    return Measured(runs[:-1], runs[-1])


def _is_confirmed(reference: SizeReference) -> bool:
    """A guess is none before a hand has set at least one of its corners."""
    return reference.placed is not None and not (reference.guessed and reference.placed == 0)


def _feet(plan: LightPlan) -> list[float] | None:
    """Of each line; None where the reference cannot be read."""
    front = front_of(plan)
    return front and [length_of(front, [*upright(plan, line)]) for line in plan.lines]


def _doubt(plan: LightPlan, reference: SizeReference, whole: float) -> float:
    """What the corners leave open, as a share of the whole length: each is moved by as much as it may be off."""
    corners = [*upright(plan, reference.corners)]
    high = (corners[3].y - corners[0].y + corners[2].y - corners[1].y) / 2
    doubt = 0.0
    for at in range(8):
        off = HAND if (reference.placed or 0) >> at // 2 & 1 else max(HAND, UNPLACED * high)
        by = off * GRID * (plan.aspect if at % 2 else 1)
        doubt = hypot(doubt, (_whole(plan, reference, at, by) - whole) / (whole or 1))
    return doubt


def _whole(plan: LightPlan, reference: SizeReference, at: int, by: float) -> float:
    """The whole length with one place of the reference moved; endless where it cannot be read any more."""
    corners: list[Any] = [*reference.corners]
    corners[at] += by
    moved = msgspec.structs.replace(reference, corners=corners)
    return sum(_feet(msgspec.structs.replace(plan, reference=moved)) or [inf])


def length_of(front: Front, line: Sequence[Point]) -> float:
    return sum(front.between(a, b) for a, b in pairwise(line))


def bulbs(feet: float, spacing: int) -> int:
    """The first and the last sit half a spacing from the ends."""
    return max(1, floor(feet * 12 / spacing + 0.5))


def shown(length: Length) -> tuple[int, int] | None:
    """The range as people read it: the whole feet that hold it, from 100 feet on the fives where they make it no wider than may be
    shown. None where it is too short for whole feet to say."""
    for step in (1,) if length.feet < 100 else (5, 1):
        low, high = step * floor(length.low / step), step * ceil(length.high / step)
        if low > 0 and high - low <= ROUNDED * (high + low):
            return low, high
    return None


def upright(plan: LightPlan, points: Sequence[int]) -> Iterator[Point]:
    c, s = cos(plan.roll), sin(plan.roll)
    for x, y in zip(points[::2], points[1::2], strict=True):
        right, down = x / GRID - 0.5, (y / GRID - 0.5) / plan.aspect
        yield Point(right * c + down * s, down * c - right * s)


def front_of(plan: LightPlan) -> Front | None:
    """The plane on which the reference has its size, and what is level in the drawing is level. One with a side that is lost in its
    own noise says nothing: by it a house would be as long as one likes."""
    if plan.reference is None:
        return None
    corners = [*upright(plan, plan.reference.corners)]
    focal = plan.focal or LENS_MM / FRAME_MM * max(1, 1 / plan.aspect)
    width, height, _ = _size_of(plan.reference)
    left, right = corners[3].y - corners[0].y, corners[2].y - corners[1].y
    x0, x1 = (corners[0].x + corners[3].x) / 2, (corners[1].x + corners[2].x) / 2
    span = x1 - x0
    if min(left, right, span) <= SIDE_NOISE:
        return None
    scale = (left + right) / 2 / height
    horizon = (corners[2].y + corners[3].y) / 2 - EYES * scale
    middle = (x0 + x1) / 2
    slant, weight = _slant(
        [[*upright(plan, line)] for line in plan.lines], scale=scale, horizon=horizon, middle=middle,
        sides=((right - left) / height / span, 1.4 * SIDE_NOISE / height / span),
    )  # fmt: skip
    if width is not None:
        scale, slant = _fitted(scale, slant, weight, span, middle, width, height, focal)
    return Front(scale, slant, middle, horizon, focal)


def _size_of(reference: SizeReference) -> Size:
    if reference.kind == "stories":
        return Size(None, STORY * (reference.stories or 1), STORIES)
    return DOORS[reference.kind]


def _slant(
    lines: Sequence[Sequence[Point]],
    *,
    scale: float,
    horizon: float,
    middle: float,
    sides: tuple[float, float],
) -> tuple[float, float]:
    """Three witnesses, each weighed by its doubt: the two sides of the reference, what is level on the house and so runs
    to the horizon, and that people stand in front of a house. With it the weight of all three."""
    slant, deviation = sides
    weight = 1 / deviation**2 + 1 / (scale * FRONTAL) ** 2
    total = slant / deviation**2
    for a, b in _level(lines):
        across = b.x - a.x
        up = horizon - (a.y + b.y) / 2
        fall = (b.y - a.y) / across
        if abs(fall) > 0.13 or up < scale * 2.5:
            continue
        deviation = scale / up * (0.0019 / abs(across) + 0.004)
        total += -fall * scale / up / deviation**2
        weight += 1 / deviation**2
    return _bounded(total / weight, scale), weight


def _level(lines: Sequence[Sequence[Point]]) -> Iterator[tuple[Point, Point]]:
    """What may be level: the pieces of each line, and from foot to foot of a gable. Short ones say nothing."""
    for line in lines:
        pairs = [*pairwise(line)]
        if len(line) == 3 and line[1].y < min(line[0].y, line[2].y):
            pairs.append((line[0], line[2]))
        yield from ((a, b) for a, b in pairs if abs(b.x - a.x) >= 1 / 14)


def _bounded(slant: float, scale: float) -> float:
    most = MOST_SLANT * scale
    return min(max(slant, -most), most)


def _fitted(
    scale: float,
    slant: float,
    weight: float,
    span: float,
    middle: float,
    width: float,
    height: float,
    focal: float,
) -> tuple[float, float]:
    """Scale and slant that fit the height and the width of a door best: least squares, by a few rounds of Gauss and Newton.

    The width says more about the scale than the height, because it covers more of the picture; it bears no weight where the
    plane is so slanted that the focal length decides.
    """
    high, first = scale, slant
    high_weight = 2 * (height / SIDE_NOISE) ** 2
    wide_weight = (width / SIDE_NOISE) ** 2
    half = span / 2

    def off(s: float, k: float) -> float:
        """How much more the span covers than the door's width would, as a scale."""
        u, v = max(s - k * half, s * LEAST_SCALE), max(s + k * half, s * LEAST_SCALE)
        return s - s * width / hypot((middle - half) / u - (middle + half) / v, focal / u - focal / v)

    step_s, step_k = scale * 1e-4, scale * 1e-3
    for _ in range(ROUNDS):
        now = off(scale, slant)
        by_s = (off(scale + step_s, slant) - now) / step_s
        by_k = (off(scale, slant + step_k) - now) / step_k
        ss = high_weight + wide_weight * by_s * by_s
        sk = wide_weight * by_s * by_k
        kk = weight + wide_weight * by_k * by_k
        s = high_weight * (high - scale) - wide_weight * by_s * now
        k = weight * (first - slant) - wide_weight * by_k * now
        whole = ss * kk - sk * sk
        scale = min(max(scale + (s * kk - k * sk) / whole, high * 0.5), high * 2)
        slant = _bounded(slant + (k * ss - s * sk) / whole, scale)
    return scale, slant
