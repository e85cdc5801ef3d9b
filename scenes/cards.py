"""Social cards, 1200 x 630: a crop of a picture, a dark foot and the brand in the site's own display face."""

import io
import tomllib

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .encode import ROOT, packed

SIZE = (1200, 630)
MOST = 180_000
CARDS = {  # page: picture, where the crop sits from top (0) to bottom (1), and what stands in until that picture is rendered
    "home": ("home-hero", 0.55),
    "residential": ("residential-hero", 0.5),
    "commercial": ("commercial-hero", 0.6),
    "how-it-works": ("install-eave-wide", 0.4),
    "gallery": ("pool-house", 0.5),
    "support": ("controller-wide", 0.5),
    "about": ("workshop", 0.5, "install-eave-wide"),
    "blog": ("craftsman-porch", 0.5),
    "financing": ("cul-de-sac", 0.5, "ranch-dusk"),
    "warranty": ("parts-on-slate", 0.5, "channel-night"),
}


def display_face(size):
    """The site's display font, unpacked from its web format, at its boldest weight."""
    from fontTools.ttLib import TTFont

    font = TTFont(ROOT / "web" / "app" / "fonts" / "bricolage.woff2")
    font.flavor = None
    plain = io.BytesIO()
    font.save(plain)
    plain.seek(0)
    face = ImageFont.truetype(plain, size)
    if "fvar" in font:
        face.set_variation_by_axes([axis.defaultValue if axis.axisTag != "wght" else min(700, axis.maxValue) for axis in font["fvar"].axes])
    return face


def card(pixels, lean):
    """The picture cropped to the card's ratio, with the brand on a shaded foot."""
    image = Image.fromarray(pixels)
    width, height = SIZE
    scale = max(width / image.width, height / image.height)
    image = image.resize((round(image.width * scale), round(image.height * scale)), Image.LANCZOS)
    left, top = (image.width - width) // 2, round((image.height - height) * lean)
    image = image.crop((left, top, left + width, top + height))
    shade = np.clip((np.arange(height) / height - 0.55) / 0.45, 0, 1)[:, None, None] * 0.78
    image = Image.fromarray((np.asarray(image) * (1 - shade) + np.array((10, 15, 30)) * shade).astype(np.uint8))
    brand = tomllib.loads((ROOT / "company.toml").read_text())["brand"]
    draw = ImageDraw.Draw(image)
    face = display_face(76)
    draw.text((64, height - 64), brand, font=face, fill=(255, 255, 255), anchor="ls")
    end = 64 + draw.textlength(brand, font=face)
    light_line(image, 64, round(end), height - 36)
    return image


def light_line(image, x0, x1, y):
    """The site's motif: a row of lit points under the brand."""
    glow = np.asarray(image).astype(np.float32)
    yy, xx = np.mgrid[0 : image.height, 0 : image.width].astype(np.float32)
    band = slice(y - 22, min(image.height, y + 22))
    count = (x1 - x0) // 16
    for i in range(count + 1):
        d2 = (xx[band] - (x0 + i * (x1 - x0) / count)) ** 2 + (yy[band] - y) ** 2
        glow[band] += (np.exp(-d2 / 5)[..., None] * 190 + np.exp(-d2 / 60)[..., None] * 46) * np.array((1.0, 0.76, 0.42))
    image.paste(Image.fromarray(np.clip(glow, 0, 255).astype(np.uint8)))


def draw_cards(picture):
    """Writes every card whose picture can be made; `picture(name)` gives its pixels or None."""
    folder = ROOT / "web" / "public" / "og"
    folder.mkdir(parents=True, exist_ok=True)
    for page, (name, lean, *stand_in) in CARDS.items():
        pixels = next((p for p in map(picture, (name, *stand_in)) if p is not None), None)
        if pixels is not None:
            (folder / f"{page}.jpg").write_bytes(packed(card(pixels, lean), "jpeg", MOST, 86))
