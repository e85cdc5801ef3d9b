// Strings that want to be markup, script, template or address stand in every text that anybody may write, and are looked at in a
// real browser on every screen: nothing runs, nothing needs the content policy to stop it, and the words are read as they are.
// `tests/hostile_words.py` holds the strings and the company; a tenth of them in an ordinary run, all with DUSKLINE_TEST_PROOF=1.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./staff";

const { chosen, all }: { chosen: string[]; all: string[] } = JSON.parse(
  readFileSync(process.env.JOURNEY_WORDS ?? "", "utf8"),
);
/** Where each takes a while, an ordinary run looks at every third. */
const few = chosen.length < all.length ? chosen.filter((_, number) => number % 3 === 0) : chosen;
const PASSWORD = process.env.JOURNEY_WORDS_PASSWORD ?? "";
const LISTS = [
  { path: "leads", heading: "Leads", screen: "/panel/leads", dialog: "Edit Lead" },
  { path: "clients", heading: "Clients", screen: "/panel/clients", dialog: "Edit Client" },
  { path: "work-orders", heading: "Work Orders", screen: "/panel/work-orders", dialog: "Work Order" },
  { path: "support-tickets", heading: "Support Tickets", screen: "/panel/tickets", dialog: "Edit Ticket" },
];

interface Row {
  id: string;
  [field: string]: unknown;
}

test.use({ account: null, baseURL: process.env.JOURNEY_WORDS_URL, forgive: /status of 40[04]/ });
test.describe.configure({ timeout: 60_000 + 6_000 * chosen.length });

/** Notes every string that ran and every breach of the content policy, in all frames of the page. */
async function watch(page: Page): Promise<string[]> {
  const noted: string[] = [];
  page.on("dialog", (dialog) => {
    noted.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.exposeFunction("note", (what: string) => noted.push(what));
  await page.addInitScript(() => {
    const { note } = globalThis as unknown as { note: (what: string) => void };
    Object.assign(globalThis, { hit: () => note(`ran ${name}`) });
    document.addEventListener("securitypolicyviolation", (event) => note(`stopped ${name} ${event.violatedDirective}`));
  });
  return noted;
}

async function signIn(page: Page) {
  const data = { email: "admin@duskline.example", password: PASSWORD };
  expect((await page.request.post("/api/auth/login", { data })).ok()).toBe(true);
}

const plain = (text: string) => text.replace(/\s+/g, " ").trim();

/** All that a person reads, hears or may change on the page. */
async function read(page: Page) {
  const texts = await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, nodeValue } = walker.currentNode as Text;
      if (!parentElement?.closest("script, style")) found.push(nodeValue ?? "");
    }
    for (const element of document.querySelectorAll("[alt], [aria-label], [title]"))
      for (const name of ["alt", "aria-label", "title"]) found.push(element.getAttribute(name) ?? "");
    for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea")) found.push(field.value);
    return found;
  });
  return plain(texts.join(" "));
}

/** Every word stands somewhere on the page as it was written; a list shows more of itself as one goes down. */
async function expectWords(page: Page, words: readonly string[]) {
  const missing = new Set(words.map(plain));
  await expect(async () => {
    const text = await read(page);
    for (const word of missing) if (text.includes(word)) missing.delete(word);
    await page.evaluate(() => scrollBy(0, innerHeight));
    expect([...missing]).toEqual([]);
  }).toPass({ intervals: [100], timeout: 30_000 + 300 * words.length });
}

/** Another address without loading the page anew. */
async function go(page: Page, address: string) {
  await page.evaluate((to) => history.pushState(null, "", to), address);
}

/** All rows of a list, page after page. */
async function rows(page: Page, path: string): Promise<Row[]> {
  const answer = await page.request.get(path);
  const further = /<([^>]+)>/.exec(answer.headers().link ?? "");
  return [...(await answer.json()), ...(further?.[1] ? await rows(page, further[1]) : [])];
}

test("the lists of the panel show them as words", async ({ page, open }) => {
  const noted = await watch(page);
  await signIn(page);
  for (const { screen, heading } of LISTS) {
    await open(screen, heading);
    await expectWords(page, chosen);
  }
  await open("/panel/users", "User Management");
  await expectWords(page, chosen);
  await open("/panel/leads?tab=inbox", "Inbox");
  await expectWords(page, chosen);
  await open("/panel", "Welcome");
  await expectWords(page, chosen.slice(0, 1)); // the name of who is signed in
  expect(noted).toEqual([]);
});

for (const { path, screen, heading, dialog } of LISTS) {
  test(`each of the ${heading.toLowerCase()} opens as words, history and all`, async ({ page, open }) => {
    const noted = await watch(page);
    await signIn(page);
    await open(screen, heading);
    const wanted = new Set(few.map(plain));
    const hostile = (await rows(page, `/api/panel/${path}?limit=200`)).filter(({ description, address }) =>
      wanted.has(plain(String(description ?? address))),
    );
    expect(hostile.length).toBeGreaterThanOrEqual(few.length);
    for (const row of hostile) {
      await go(page, `${screen}?id=${row.id}`);
      const opened = page.getByRole("dialog", { name: dialog });
      await opened.getByRole("button", { name: "History" }).click();
      await expect(opened.getByText(/^(Source|Address|Description): /).first()).toBeVisible();
      await expectWords(page, [String(row.description ?? row.address)]);
      await go(page, screen);
      await expect(opened).toBeHidden();
    }
    expect(noted).toEqual([]);
  });
}

test("a stored address writes to nobody else, and a stored number dials no code", async ({ page, open }) => {
  await signIn(page);
  const places = [
    ["/panel/leads?q=victim", "Leads"],
    ["/panel/clients?q=victim", "Clients"],
    ["/panel/leads?tab=inbox&q=victim", "Inbox"],
    ["/panel/settings?tab=gallery", "Gallery"],
  ] as const;
  for (const [path, heading] of places) {
    await open(path, heading);
    const card = page.getByRole("main").locator("a[href^='mailto:']", { hasText: "victim@" });
    await expect(card).toHaveAttribute("href", "mailto:victim%40words.example%3Fbcc%3Dspy@words.example");
    const numbers = page.getByRole("main").locator("a[href^='tel:']");
    for (const number of await numbers.all()) await expect(number).toHaveAttribute("href", /^tel:\+?\d{7,15}$/);
  }
});

test("pickers and the palette offer them as words", async ({ page, open }) => {
  const noted = await watch(page);
  await signIn(page);
  await open("/panel/work-orders?new", "Work Orders");
  await page.getByRole("dialog").getByLabel("Client").fill("hit");
  await expect(page.locator("[role=option]").filter({ hasText: "hit()" }).first()).toBeVisible();
  await open("/panel", "Welcome");
  await page.keyboard.press("Control+k");
  for (const word of few) {
    await page.getByRole("combobox").fill(word);
    await expect(
      page
        .locator("[role=option]")
        .filter({ hasText: plain(word.trim()) })
        .first(),
    ).toBeVisible();
  }
  expect(noted).toEqual([]);
});

test("photos are moderated and shown in the gallery with their words", async ({ page, open, visit }) => {
  const noted = await watch(page);
  await signIn(page);
  await open("/panel/settings?tab=gallery", "Gallery");
  await expectWords(page, chosen);
  const waiting = (await rows(page, "/api/panel/gallery?approved=0&limit=200")).filter(({ name }) =>
    chosen.includes(String(name)),
  );
  const moderate = ({ id }: Row, approved: number) =>
    page.request.patch(`/api/panel/gallery/${id}`, { data: { approved } });
  for (let first = 0; first < waiting.length; first += 40) {
    const shown = waiting.slice(first, first + 40);
    for (const photo of shown) expect((await moderate(photo, 1)).ok()).toBe(true);
    await visit("/gallery");
    await expectWords(
      page,
      shown.map(({ description }) => String(description)),
    );
    for (const photo of shown) await moderate(photo, -1);
  }
  expect(noted).toEqual([]);
});

test("posts are served, read and fed with their words", async ({ page, visit }) => {
  const noted = await watch(page);
  await visit("/blog");
  await expectWords(page, chosen);
  for (const word of few) {
    const number = chosen.indexOf(word);
    await page.goto(`/blog?post=words-${number}`);
    await expectWords(page, [word, `${word} and more of it`]);
    expect(plain(await page.title())).toContain(plain(word));
  }
  const feed = await (await page.request.get("/feed.xml")).text();
  const titles = await page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, "application/xml");
    return [...read.querySelectorAll("parsererror, entry > title")].map((title) => title.textContent ?? "");
  }, feed);
  expect(titles.map(plain)).toEqual(expect.arrayContaining(chosen.map(plain)));
  expect(noted).toEqual([]);
});

test("in an address they name nothing and do nothing", async ({ page, open }) => {
  const noted = await watch(page);
  for (const word of few.map(encodeURIComponent)) {
    for (const address of [`/blog?post=${word}#${word}`, `/nowhere/${word}?${word}`, `/gallery?scheme=${word}`])
      await page.goto(address);
  }
  await signIn(page);
  await open("/panel/leads", "Leads");
  for (const word of chosen) {
    const query = encodeURIComponent(word);
    await go(page, `/panel/leads?q=${query}&status=${query}&tab=${query}`);
    await expect(page.getByLabel("Search leads")).toHaveValue(word.trim().replaceAll("\n", "")); // a field of one line holds no line end
  }
  expect(noted).toEqual([]);
});

test.describe("control", () => {
  test.use({ forgive: /./ });

  /** A page that trusts its words: in text, in attributes, in an address, in a script. */
  const trusting = (policy: string) => {
    const frames = chosen.map((word, number) => {
      const inside = `<p>${word}</p><img alt="${word}" src=x><img alt='${word}' src=x><a href="${word}">x</a><script>var a = "${word}"</script><script>var a = '${word}'</script>`;
      return `<iframe name="${number}" srcdoc="${inside.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"></iframe>`;
    });
    return {
      contentType: "text/html; charset=utf-8",
      headers: { "content-security-policy": policy },
      body: frames.join(""),
    };
  };

  test("where they are trusted, the same watch sees them run, and the policy stop them", async ({ page }) => {
    const noted = await watch(page);
    const of = (what: string) =>
      new Set(noted.filter((line) => line.startsWith(what)).map((line) => line.split(" ")[1]));
    await page.route("**/trusting", (route) => route.fulfill(trusting("upgrade-insecure-requests")));
    await page.goto("/trusting");
    await expect.poll(() => of("ran").size).toBeGreaterThan(chosen.length / 3);
    noted.length = 0;
    await page.unroute("**/trusting");
    await page.route("**/trusting", (route) => route.fulfill(trusting("default-src 'self'")));
    await page.goto("/trusting");
    await expect.poll(() => of("stopped").size).toBeGreaterThan(chosen.length / 3);
    expect(of("ran").size).toBe(0);
  });
});
