"""Layers of light plus a look give a picture. Needs no Blender: colours, hours and weather are chosen after the render."""

from dataclasses import dataclass

import numpy as np
from PIL import Image

WARM = ((1, 0.54, 0.21),) * 3
NEUTRAL = ((1, 0.80, 0.58),) * 3
OFF = ((0, 0, 0),) * 3
RED, GREEN, WHITE = (1, 0.05, 0.035), (0.05, 0.95, 0.12), (1, 0.82, 0.62)
BLUE, TEAL, VIOLET, MAGENTA, AMBER = (0.08, 0.22, 1), (0.06, 0.72, 0.62), (0.46, 0.14, 1), (1, 0.12, 0.58), (1, 0.36, 0.06)


@dataclass(frozen=True)
class Look:
    """How strong each layer is, which colour each LED group shows, and how the picture is exposed."""

    leds: tuple = WARM
    gain: float = 1.0  # LED strength; saturated colours need 1.6 to 2
    sky: tuple = (1, 1, 1)
    home: tuple = (0.9, 0.77, 0.61)  # rooms, lanterns
    stops: float = 1.5
    white: tuple = (1, 1, 1)
    glare: float = 0.40
    vignette: float = 0.10
    flakes: int = 0
    rain: int = 0
    shade_left: float = 0.0  # darkens the picture towards the left edge: text will stand there
    mist: float = 0.0  # ground fog: a drifting veil low in the frame, lit by the picture itself
    mist_at: float = 0.72  # its height, as a share of the frame from the top
    toe: float = 0.0012  # lifts the darkest shadows


def read_layers(path):
    import OpenEXR

    layers = {}
    for part in OpenEXR.File(str(path), separate_channels=True).parts:
        for name, channel in part.channels.items():
            group, _, letter = name.rpartition(".")
            group = (group or part.name()).split(".")[0]
            if letter in "RGB":
                layers.setdefault(group, {})[letter] = np.asarray(channel.pixels, np.float32)
    return {g: np.stack([c["R"], c["G"], c["B"]], -1) for g, c in layers.items()}


def combine(layers, look):
    picture = layers["sky"] * np.asarray(look.sky, np.float32) + layers["home"] * np.asarray(look.home, np.float32)
    for group, tint in zip("ABC", look.leds):
        if group in layers:
            picture = picture + layers[group] * (look.gain * np.asarray(tint, np.float32))
    if look.shade_left:
        x = np.linspace(0, 1, picture.shape[1], dtype=np.float32)[None, :, None]
        near = np.clip(1 - x / 0.55, 0, 1)
        picture = picture * (1 - look.shade_left * near * near * (3 - 2 * near))  # no edge in the sky where it ends
    return picture


def blurred(picture, sigma):
    radius = max(1, int(sigma * 3))
    kernel = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2).astype(np.float32)
    kernel /= kernel.sum()
    for axis in (0, 1):
        padded = np.pad(picture, [(radius, radius) if a == axis else (0, 0) for a in range(3)], "edge")
        length = picture.shape[axis]
        picture = sum(k * (padded[i : i + length] if axis == 0 else padded[:, i : i + length]) for i, k in enumerate(kernel))
    return picture


def resized(picture, width, height):
    return np.stack([np.asarray(Image.fromarray(picture[..., i]).resize((width, height), Image.BILINEAR)) for i in range(3)], -1)


def glare(picture, amount):
    """Light that spreads in the lens around bulbs and lanterns."""
    h, w = picture.shape[:2]
    bright = np.maximum(np.minimum(picture, 12) - 0.6, 0)
    half = bright[: h // 2 * 2, : w // 2 * 2].reshape(h // 2, 2, w // 2, 2, 3).mean((1, 3))
    quarter = half[: h // 4 * 2, : w // 4 * 2].reshape(h // 4, 2, w // 4, 2, 3).mean((1, 3))
    k = h / 720
    spread = 0.5 * resized(blurred(half, 1.1 * k), w, h) + 0.3 * resized(blurred(half, 3.5 * k), w, h) + 0.2 * resized(blurred(quarter, 6 * k), w, h)
    return picture * (1 - amount * 0.05) + spread * amount


TO_AGX = np.array([[0.842479062253094, 0.0784335999999992, 0.0792237451477643], [0.0423282422610123, 0.878468636469772, 0.0791661274605434], [0.0423756549057051, 0.0784336, 0.879142973793104]], np.float32)
FROM_AGX = np.array([[1.19687900512017, -0.0980208811401368, -0.0990297440797205], [-0.0528968517574562, 1.15190312990417, -0.0989611768448433], [-0.0529716355144438, -0.0980434501171241, 1.15107367264116]], np.float32)


def tone_mapped(picture, power=1.22, saturation=1.3):
    """AgX as matrix, sixth-order curve, matrix; display-encoded result 0..1. The page's live recolouring uses the same numbers."""
    x = np.maximum(picture @ TO_AGX.T, 1e-10)
    x = np.clip((np.log2(x) + 12.47393) / 16.5, 0, 1)
    x2 = x * x
    x4 = x2 * x2
    y = 15.5 * x4 * x2 - 40.14 * x4 * x + 31.96 * x4 - 6.868 * x2 * x + 0.4298 * x2 + 0.1191 * x - 0.00232
    y = np.clip(y, 0, 1) ** power
    grey = (y * np.array([0.2126, 0.7152, 0.0722], np.float32)).sum(-1, keepdims=True)
    return np.clip((grey + (y - grey) * saturation) @ FROM_AGX.T, 0, 1)


def flakes(picture, count, seed=5):
    rs = np.random.RandomState(seed)
    h, w = picture.shape[:2]
    veil = np.zeros((h, w), np.float32)
    k = h / 720
    for _ in range(count):
        near = rs.rand() ** 2.2
        r, x, y = (0.7 + 2.4 * near) * k, rs.rand() * w, rs.rand() * h
        reach = int(r * 3) + 2
        xs = np.arange(max(0, int(x) - reach), min(w, int(x) + reach + 1))
        ys = np.arange(max(0, int(y) - reach), min(h, int(y) + reach + 1))
        if len(xs) and len(ys):
            veil[np.ix_(ys, xs)] += np.exp(-((xs - x)[None] ** 2 / r**2 + (ys - y)[:, None] ** 2 / (r * 1.25) ** 2)) * (0.30 - 0.16 * near) * rs.uniform(0.5, 1)
    veil = np.clip(veil, 0, 0.6)[..., None]
    return picture * (1 - veil) + (picture * 0.35 + np.array([0.26, 0.28, 0.34], np.float32) * 0.8) * veil


def misted(picture, amount, at, seed=9):
    """Ground fog takes the color of the light around it and drifts in flat swathes."""
    rs = np.random.RandomState(seed)
    h, w = picture.shape[:2]
    drift = np.zeros((h, w), np.float32)
    for rows, columns, share in ((4, 5, 0.5), (9, 11, 0.3), (20, 26, 0.2)):
        patch = Image.fromarray(rs.rand(rows, columns).astype(np.float32))
        drift += share * np.asarray(patch.resize((w, h), Image.BICUBIC))
    y = np.linspace(0, 1, h, dtype=np.float32)[:, None]
    band = np.where(y < at, np.exp(-(((y - at) / 0.06) ** 2)), np.exp(-(((y - at) / 0.16) ** 2)))
    veil = (amount * band * np.clip(drift * 1.8 - 0.35, 0, 1))[..., None]
    around = resized(blurred(resized(picture, w // 8, h // 8), max(2.0, w / 8 / 14)), w, h)
    return picture * (1 - 0.6 * veil) + veil * (around * 0.8 + np.array([0.030, 0.034, 0.045], np.float32))


def rain(picture, count, seed=6):
    rs = np.random.RandomState(seed)
    h, w = picture.shape[:2]
    veil = np.zeros((h, w), np.float32)
    for _ in range(count):
        length, x, y = int(rs.uniform(0.02, 0.07) * h), rs.rand() * w, rs.rand() * h
        strength = rs.uniform(0.04, 0.16)
        for i in range(length):
            px, py = int(x + i * 0.16), int(y + i)
            if 0 <= px < w and 0 <= py < h:
                veil[py, px] += strength * np.sin(np.pi * i / length)
    veil = blurred(veil[..., None].repeat(3, 2), 0.7)
    return picture * (1 - 0.4 * veil) + veil * np.array([0.5, 0.55, 0.65], np.float32)


def finish(layers, look, seed=1):
    """The picture, height x width x 3, 8 bit, sRGB."""
    picture = combine(layers, look) * np.asarray(look.white, np.float32) * 2**look.stops + look.toe
    if look.mist:
        picture = misted(picture, look.mist, look.mist_at)
    if look.flakes:
        picture = flakes(picture, look.flakes)
    if look.rain:
        picture = rain(picture, look.rain)
    if look.glare:
        picture = glare(picture, look.glare)
    if look.vignette:
        h, w = picture.shape[:2]
        y, x = np.mgrid[0:h, 0:w].astype(np.float32)
        away = (x / w - 0.5) ** 2 + ((y / h - 0.5) * h / w) ** 2
        picture = picture * (1 - look.vignette * away / 0.33)[..., None]
    shade = tone_mapped(picture) * 255
    dither = np.random.RandomState(seed).uniform(-0.7, 0.7, shade.shape[:2])[..., None]
    return np.clip(shade + dither + 0.5, 0, 255).astype(np.uint8)
