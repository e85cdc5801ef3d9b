"""Several houses at once: a street seen from the air, and the end of a cul-de-sac."""

from .. import site
from . import colonial, craftsman, farmhouse, ranch


def drive(s, x0, x1, y0, y1):
    site.slabs(s, site.straight(x0, x1, y0, y1, 0.4), 6, 2)


def street(s):
    """Three houses along a road, lawns and trees between them."""
    site.ground(s, front=-16.1)
    site.street(s)
    with s.at(-23.5, 0):
        ranch.house(s)
        drive(s, 5.1, 10.4, -2.25, -15.9)
    farmhouse.house(s)
    farmhouse.planting(s)
    drive(s, 5.2, 10.6, -2.45, -15.9)
    with s.at(22.5, 0):
        craftsman.house(s)
        site.slabs(s, site.straight(0.0, 1.6, -3.75, -15.9), 9)
    with s.at(-47, 1):
        colonial.house(s)
    with s.at(46, 1):
        farmhouse.house(s)
        drive(s, 5.2, 10.6, -2.45, -15.9)
    for x in (-34, -12.3, 14.2, 33.5):
        s.put(f"maple{s.rng.randrange(3)}", x, -5.5, 1.1)
        s.put(f"elm{s.rng.randrange(3)}", x + 1.5, 5, 1.4)
    for x in range(-60, 61, 12):
        s.put(f"elm{s.rng.randrange(3)}", x + 4.5, -14.2, 0.72)
        s.put(f"maple{s.rng.randrange(3)}", x + s.rng.uniform(-3, 3), 14 + s.rng.uniform(0, 4), 1.6)
    for x in (-29, -6, 17.5, 40):
        site.street_lamp(s, x, -15.2, 4.6, 50)
    for i in range(12):
        site.neighbour(s, -88 + i * 16 + s.rng.uniform(-2, 2), 26, 11, 9, 5.6, 3, i % 2 == 0, 0.5)
        site.neighbour(s, -80 + i * 16 + s.rng.uniform(-2, 2), 52, 11, 9, 5.6, 3, i % 2 == 1, 0.5)
    for _ in range(90):
        x, y = s.rng.uniform(-95, 95), s.rng.uniform(20, 90)
        s.put(f"far{s.rng.randrange(3)}", x, y, s.rng.uniform(0.9, 1.5))
    site.backdrop(s, near=60, far=140, count=60, spread=120)


def cul_de_sac(s):
    """Colonial at the end, ranch on the left, farmhouse on the right, round asphalt between."""
    site.ground(s, front=-90)
    s.sheet("road", *[(x, y - 12, 0.015) for x, y in site.circle(11.5, 48)])
    s.sheet("road", (-4.5, -90, 0.014), (4.5, -90, 0.014), (4.5, -20, 0.014), (-4.5, -20, 0.014))
    ring = site.circle(11.6, 60)
    for i in range(60):
        if not (ring[i][1] < -10 and abs(ring[i][0]) < 4.6):
            a, b = ring[i], ring[(i + 1) % 60]
            s.bar("kerb", (a[0], a[1] - 12, 0.05), (b[0], b[1] - 12, 0.05), 0.16, 0.14)
    with s.at(0, 7.5):
        colonial.house(s)
        site.slabs(s, site.straight(-0.95, 0.95, -2.95, -8.0), 4, 1, "stonework")
        for x in (-6, -5, -4, -3, 3, 4, 5, 6):
            s.put(f"shrub{s.rng.randrange(3)}", x, -0.7, 0.8)
    with s.at(-20.5, -3.0, 0, 32):
        ranch.house(s)
        drive(s, 5.1, 10.4, -2.25, -8.5)
        for x in (-7.5, -6.3, -5.1, -3.9, 1.6, 2.6, 3.6):
            s.put(f"bloom{s.rng.randrange(2)}", x, -0.8, 0.7)
    with s.at(17.5, -3.5, 0, -30):
        farmhouse.house(s)
        farmhouse.planting(s)
        drive(s, 5.2, 10.6, -2.45, -6.0)
    site.lawn(s, -15, -5.5, -33, -22, [])
    site.lawn(s, 5.5, 15, -33, -22, [])
    for name, x, y, size in (("maple0", -9.8, 2.0, 1.2), ("elm1", 9.8, 3.0, 1.25), ("maple2", -13, 16, 2.0), ("elm0", 12, 17, 2.0), ("elm2", -28, 8, 1.9), ("maple1", 30, 6, 1.9), ("maple0", -10, -27, 1.0)):
        s.put(name, x, y, size)
    site.street_lamp(s, 5.4, -25, 4.2, 40)
    site.backdrop(s, near=30)
