// What the served HTML of the ten public pages says to those who run no script: search engines, shared links, readers.
import type { APIRequestContext } from "@playwright/test";
import { expect, PUBLIC, test } from "./site-visitor";

const TITLES: Record<string, string> = {
  "/": "Permanent Outdoor LED Lighting, Installed | Duskline",
  "/residential": "Permanent House Lights for Every Season | Duskline",
  "/commercial": "Commercial Exterior LED Lighting Systems | Duskline",
  "/how-it-works": "How Permanent LED Lighting Works in 4 Steps | Duskline",
  "/gallery": "Permanent Lighting Gallery, Day and Night | Duskline",
  "/support": "Lighting Support: App, WiFi and Warranty | Duskline",
  "/about": "About Us: Permanent Lighting Since 2015 | Duskline",
  "/blog": "Outdoor Lighting Ideas and Installation Tips | Duskline",
  "/financing": "Lighting Financing and Payment Calculator | Duskline",
  "/warranty": "5-Year Product, 2-Year Labor Warranty | Duskline",
};

/** The attributes of every tag of a name, in order. */
function tags(html: string, name: string): Record<string, string>[] {
  const found = html.matchAll(new RegExp(`<${name}\\s([^>]*)>`, "g"));
  return [...found].map(([, text = ""]) =>
    Object.fromEntries([...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])),
  );
}

async function served(request: APIRequestContext, path: string) {
  const answer = await request.get(path);
  const html = await answer.text();
  const head = html.slice(0, html.indexOf("</head>"));
  const metas = tags(head, "meta");
  const links = tags(head, "link");
  return {
    answer,
    html,
    head,
    metas,
    links,
    meta: (name: string) => metas.find((tag) => tag.name === name || tag.property === name)?.content,
    link: (rel: string) => links.find((tag) => tag.rel === rel)?.href,
    graph: () => {
      const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
      return JSON.parse(json)["@graph"] as Record<string, unknown>[];
    },
  };
}

for (const path of PUBLIC) {
  test(`${path} says what it is`, async ({ request, baseURL }) => {
    const page = await served(request, path);
    expect(page.answer.status()).toBe(200);
    expect(page.html).toMatch(/^<!doctype html><html lang="en-US">/);
    const [, title = ""] = /<title>([^<]*)<\/title>/.exec(page.head) ?? [];
    expect(title).toBe(TITLES[path]);
    const description = page.meta("description") ?? "";
    expect(description.length).toBeGreaterThan(100);
    expect(description.length).toBeLessThanOrEqual(160);

    const address = page.link("canonical") ?? "";
    expect(address.endsWith(path)).toBe(true);
    expect(new URL(address).origin).toBe(new URL(page.meta("og:url") ?? "").origin);
    expect(page.head).toContain('<meta charSet="utf-8"');
    expect(page.meta("viewport")).toBe("width=device-width, initial-scale=1");
    expect(page.meta("robots")).toBe("index,follow,max-image-preview:large");
    expect(page.metas.filter((tag) => tag.name === "theme-color").map((tag) => tag.media)).toEqual([
      "(prefers-color-scheme: light)",
      "(prefers-color-scheme: dark)",
    ]);
    expect(page.meta("color-scheme")).toBe("light dark");
    for (const rel of ["icon", "apple-touch-icon", "manifest", "alternate"]) expect(page.link(rel)).toBeTruthy();

    expect(page.meta("og:type")).toBe("website");
    expect(page.meta("og:site_name")).toBe("Duskline");
    expect(page.meta("og:locale")).toBe("en_US");
    expect(page.meta("og:title")).toBe(page.meta("twitter:title"));
    expect(page.meta("og:description")).toBe(description);
    expect(page.meta("og:url")).toBe(address);
    expect(page.meta("og:image")).toBe(page.meta("twitter:image"));
    expect(page.meta("og:image:width")).toBe("1200");
    expect(page.meta("og:image:height")).toBe("630");
    expect(page.meta("og:image:alt")).toBe(page.meta("twitter:image:alt"));
    expect(page.meta("og:image:alt")?.length).toBeGreaterThan(20);
    expect(page.meta("twitter:card")).toBe("summary_large_image");

    expect(page.html.match(/<h1[\s>]/g)).toHaveLength(1);
    expect(page.html).not.toContain("⟦");
    expect(page.html).not.toContain('href="#"');
    expect(baseURL).toBeTruthy();
  });

  test(`${path} describes itself to machines`, async ({ request }) => {
    const graph = (await served(request, path)).graph();
    const types = graph.flatMap((node) => node["@type"] as string);
    expect(types).toEqual(expect.arrayContaining(["Organization", "WebSite", "WebPage"]));
    expect(types.includes("BreadcrumbList")).toBe(path !== "/");
    expect(types.includes("FAQPage")).toBe(["/residential", "/support", "/financing"].includes(path));
    expect(types.includes("Service")).toBe(["/residential", "/commercial"].includes(path));
    expect(types.includes("Blog")).toBe(path === "/blog");
    for (const never of ["Review", "AggregateRating", "HowTo", "SearchAction"]) {
      expect(JSON.stringify(graph)).not.toContain(`"${never}"`);
    }
  });
}

test("titles, descriptions and canonical addresses are all different", async ({ request }) => {
  const pages = await Promise.all(PUBLIC.map((path) => served(request, path)));
  for (const name of ["description", "og:title", "og:url"]) {
    expect(new Set(pages.map((page) => page.meta(name))).size).toBe(PUBLIC.length);
  }
});

test("a post has a head of its own, and an unknown one shows the list", async ({ request }) => {
  const [post] = await (await request.get("/api/blog")).json();
  const page = await served(request, `/blog?post=${post.id}`);
  expect(page.meta("og:type")).toBe("article");
  expect(page.link("canonical")).toContain(`/blog?post=${post.id}`);
  expect(page.html.match(/<h1[\s>]/g)).toHaveLength(1);
  const unknown = await served(request, "/blog?post=unknown");
  expect(unknown.link("canonical")).toMatch(/\/blog$/);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  for (const path of PUBLIC) {
    test(`${path} reads completely`, async ({ page }) => {
      await page.goto(path);
      await expect(page.locator("h1")).toBeVisible();
      for (const heading of await page.locator("main :is(h2, h3):not(.sr-only)").all())
        await expect(heading).toBeVisible();
      const answers = page.locator('main [id$="-answer"] .text-muted');
      await expect(answers).toHaveCount({ "/residential": 5, "/support": 10, "/financing": 4 }[path] ?? 0);
      for (const answer of await answers.all()) {
        await expect(answer).toBeVisible();
        expect((await answer.boundingBox())?.height).toBeGreaterThan(10);
      }
    });
  }

  test("the quotes of customers stand below each other", async ({ page }) => {
    await page.goto("/");
    for (const slide of await page.locator('[aria-roledescription="slide"]').all()) await expect(slide).toBeVisible();
  });

  test("the posts can be read", async ({ page }) => {
    await page.goto("/blog");
    const first = page.getByRole("article").first();
    const title = (await first.locator("h3").textContent()) ?? "";
    await first.getByRole("link").click();
    await expect(page.locator("h1")).toHaveText(title);
    expect((await page.getByRole("article").first().textContent())?.length).toBeGreaterThan(800);
  });
});
