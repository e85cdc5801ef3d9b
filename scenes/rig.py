"""The product: bulbs every 0.20 m on a slim channel, and beside the wall one narrow spot per two bulbs, which draws the scallops.

A run gives its groups A, B, C in turn, so that one render can be coloured in any scheme afterwards (`post.py`).
"""

import numpy as np

SPACING = 0.40  # metres between spots; two bulbs each
FROM_WALL = 0.10  # metres between spot and wall: nearer burns a line, farther loses the scallop


def run(stage, start, end, wall_y, group=None, spacing=SPACING, drop=0.03, from_wall=FROM_WALL, wall_span=None, edge=(0.1, 0.03, 0.25)):
    """Lights from start to end (local points, the line of the bulbs) along a wall that stands at `wall_y`. `edge`: see `stage.Run`.

    `wall_span` keeps the spots to the stretch of x where there is a wall to light.
    """
    start, end = np.asarray(start, float), np.asarray(end, float)
    stage.run(start, end, edge)
    count = max(2, round(float(np.linalg.norm(end - start)) / spacing))
    for i in range(count):
        letter = group or stage.letters[(stage.phase + i) % len(stage.letters)]
        p = start + (end - start) * (i + 0.5) / count
        if wall_y is not None and (wall_span is None or wall_span[0] + 0.03 < p[0] < wall_span[1] - 0.03):
            stage.spot((p[0], wall_y - from_wall, p[2] - drop), (0, -1, 0), letter)
        for j in (0.25, 0.75):
            stage.bulb(start + (end - start) * (i + j) / count, letter)
    stage.phase += count


def strand(stage, start, end, sag=0.35, spacing=0.45, group=None, wire="black"):
    """A festoon: bulbs on a hanging wire, lit by themselves and by one soft light per few bulbs."""
    start, end = np.asarray(start, float), np.asarray(end, float)
    length = float(np.linalg.norm(end - start))
    count = max(3, round(length / spacing))
    points = []
    for i in range(count + 1):
        t = i / count
        points.append(start + (end - start) * t - np.array((0, 0, sag * 4 * t * (1 - t))))
    stage.tube(wire, points, 0.008, 4)
    for i, p in enumerate(points[1:-1]):
        letter = group or stage.letters[(stage.phase + i) % len(stage.letters)]
        stage.bulb(p - np.array((0, 0, 0.05)), letter)
        if i % 3 == 1:
            stage.lamp("point", *(p - np.array((0, 0, 0.1))), power=3.0, color=(1, 1, 1), group=letter)
    stage.phase += count
