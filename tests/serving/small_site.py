"""A small built site, in the forms the real build leaves."""

import base64
import hashlib
import json
from pathlib import Path

FACTS = {
    "brand": 'Dusk & "Line"',
    "phone": None,
    "email": "a@b.example",
    "emailHref": "mailto:a@b.example",
    "price": {"low": 3000},
}
POSTS = [
    {
        "id": "p1",
        "title": "<b>One</b> & more",
        "createdAt": "2026-11-20T23:30:00Z",
        "html": "<p>First.</p>\n<h3>Head</h3>\n<p>A &lt;i&gt;</p>\n",
    },
    {"id": "p2", "title": "Two</script>", "createdAt": "2026-01-02T00:00:00Z", "html": "<p>Only.</p>\n"},
]
PHOTO = "/uploads/" + 32 * "a"
GALLERY = [
    {"id": "g1", "imageUrl": f"{PHOTO}.webp"},
    {"id": "g2", "imageUrl": "/img/barn-960.jpg"},
    {"id": "g3", "imageUrl": "/else/<where>.png"},
]
SHELL = "<!doctype html><title>{title}</title><script>theme()</script>{body}"
DATA = '<script type="application/json" id="page">⟦ page|tojson ⟧</script>'
BLOG = (
    "⟦% if posts %⟧<ul>⟦% for row in posts %⟧<li>⟦ row.title ⟧ ⟦ row.createdAt|date ⟧</li>⟦% endfor %⟧</ul>"
    "⟦% else %⟧No blog posts available yet.⟦% endif %⟧"
    '<script type="application/ld+json">{"post":[null⟦% for row in posts %⟧,{"t":"⟦ row.title|json_text ⟧"}⟦% endfor %⟧]}</script>'
)
TEMPLATES = {
    "index.html": SHELL.format(title="⟦ facts.brand ⟧", body='<a href="⟦ publicUrl ⟧/">⟦ year ⟧</a>' + DATA),
    "about.html": SHELL.format(
        title="About",
        body="⟦% if facts.phone %⟧call ⟦ facts.phone.display ⟧⟦% else %⟧write ⟦ facts.email ⟧⟦% endif %⟧",
    ),
    "blog.html": SHELL.format(title="Blog", body=BLOG + DATA),
    "blog-post.html": SHELL.format(
        title="⟦ post.title ⟧", body="<article>⟦ post.html|safe ⟧</article>" + DATA
    ),
    "gallery.html": SHELL.format(
        title="Gallery",
        body="⟦% for row in gallery %⟧<img src=⟦ row.imageUrl ⟧ srcset='⟦ row.imageUrl|widths ⟧'>⟦% endfor %⟧"
        + DATA,
    ),
    "panel.html": SHELL.format(title="Panel", body=""),
    "404.html": SHELL.format(title="404", body="<h1>Page Not Found</h1><a href=/>Back to Home</a>"),
    "500.html": SHELL.format(title="500", body="<h1>Something went wrong</h1>"),
    "503.html": SHELL.format(title="503", body="<h1>One moment</h1>"),
    "sitemap.xml": "<urlset><url><loc>⟦ publicUrl ⟧/about</loc></url><x>⟦ facts.brand ⟧</x></urlset>",
    "robots.txt": "Sitemap: ⟦ publicUrl ⟧/sitemap.xml ⟦ facts.brand ⟧",
    "site.webmanifest": '{"name":"⟦ facts.brand|json_text ⟧"}',
}
THEME = f"sha256-{base64.b64encode(hashlib.sha256(b'theme()').digest()).decode()}"
SITE = {"scripts": [THEME], "analytics": True}
STAFF = {"scripts": [THEME], "analytics": False, "index": False}
PAGES = [
    {"path": "/", "file": "index.html", **SITE},
    {"path": "/about", "file": "about.html", **SITE},
    {"path": "/blog", "file": "blog.html", "needs": ["posts"], "post": "blog-post.html", **SITE},
    {"path": "/gallery", "file": "gallery.html", "needs": ["gallery"], **SITE},
    {"path": "/login", "file": "panel.html", **STAFF},
    {"path": "/panel", "file": "panel.html", **STAFF},
    {"path": "/panel/leads", "file": "panel.html", **STAFF},
    {"path": None, "file": "404.html", "status": 404, **SITE},
    {"path": None, "file": "500.html", "status": 500, **SITE},
    {"path": None, "file": "503.html", "status": 503, **SITE},
    {"path": "/sitemap.xml", "file": "sitemap.xml", "type": "application/xml"},
    {"path": "/robots.txt", "file": "robots.txt", "type": "text/plain; charset=utf-8"},
    {"path": "/site.webmanifest", "file": "site.webmanifest", "type": "application/manifest+json"},
]


def build_small_site(folder: Path) -> Path:
    """Write a folder as `npm run build` leaves it."""
    (folder / "pages").mkdir(parents=True)
    (folder / "assets").mkdir()
    (folder / "static" / "img").mkdir(parents=True)
    for name, text in TEMPLATES.items():
        (folder / "pages" / name).write_text(text, "utf-8")
    (folder / "pages.json").write_text(json.dumps({"pages": PAGES}), "utf-8")
    (folder / "assets" / "app-abc.js").write_text("export{}", "utf-8")
    (folder / "assets" / "app-abc.js.br").write_bytes(b"as brotli")
    (folder / "assets" / "app-abc.js.gz").write_bytes(b"as gzip")
    (folder / "static" / "img" / "a.avif").write_bytes(bytes(range(256)))
    return folder
