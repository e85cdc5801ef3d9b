// What the pages weigh, as a browser gets them: limits that hold on every machine. Times are measured by `make bench`.
import { expect, type Page, test } from "@playwright/test";
import { PUBLIC } from "./site-visitor";

const KB = 1024;
const PHONE = { width: 412, height: 823 };
const DESK = { width: 1440, height: 900 };

interface Fetched {
  url: string;
  type: string;
  /** What came over the network, headers included. */
  bytes: number;
  /** Of them, the headers. */
  headers: number;
  /** Seconds on the browser's own clock. */
  asked: number;
}

/** Notes everything that the page fetches, and when it had loaded. */
async function weigh(page: Page) {
  const fetched = new Map<string, Fetched>();
  const noted = { fetched, loaded: Number.POSITIVE_INFINITY };
  const browser = await page.context().newCDPSession(page);
  browser.on("Network.requestWillBeSent", ({ requestId, request, type = "Other", timestamp }) => {
    if (!request.url.startsWith("data:"))
      fetched.set(requestId, { url: request.url, type, bytes: 0, headers: 0, asked: timestamp });
  });
  browser.on("Network.responseReceived", ({ requestId, response }) => {
    const one = fetched.get(requestId);
    if (one) one.headers = response.encodedDataLength;
  });
  browser.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const one = fetched.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  browser.on("Page.loadEventFired", ({ timestamp }) => {
    noted.loaded = timestamp;
  });
  await browser.send("Network.enable");
  await browser.send("Page.enable");
  return noted;
}

const of = (fetched: Map<string, Fetched>, type: string) => [...fetched.values()].filter((one) => one.type === type);
const carried = (list: Fetched[]) => list.reduce((total, { bytes }) => total + bytes, 0);
const weight = ({ bytes, headers }: Fetched) => bytes - headers;
const sum = (list: Fetched[]) => list.reduce((total, one) => total + weight(one), 0);
const largest = (list: Fetched[]) => Math.max(0, ...list.map(weight));
const scripts = (fetched: Map<string, Fetched>) => of(fetched, "Script");

/** A sentence for each limit that the page breaks. */
function overweight({ fetched, loaded }: Awaited<ReturnType<typeof weigh>>, site: string): string[] {
  const all = [...fetched.values()];
  const pictures = of(fetched, "Image");
  const fonts = of(fetched, "Font");
  const limits: [string, number, number][] = [
    ["requests", all.length, 20],
    ["requests to third parties", all.filter(({ url }) => !url.startsWith(site)).length, 0],
    ["bytes of the first view", carried(all), 280 * KB],
    ["bytes of HTML with its styles", sum(of(fetched, "Document")), 24 * KB],
    ["bytes of scripts", sum(scripts(fetched)), 100 * KB],
    ["scripts before load", scripts(fetched).filter(({ asked }) => asked < loaded).length, 0],
    ["font files", fonts.length, 2],
    ["bytes of fonts", sum(fonts), 26 * KB],
    ["bytes of the largest picture", largest(pictures), 45 * KB],
    ["bytes of pictures before scrolling", sum(pictures), 80 * KB],
  ];
  return limits.filter(([, found, most]) => found > most).map(([what, found, most]) => `${found} ${what}, not ${most}`);
}

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true });

  for (const path of PUBLIC) {
    test(`${path} is light`, async ({ page, baseURL }) => {
      const noted = await weigh(page);
      await page.goto(path);
      // A busy machine may be idle on its line before it is idle enough for the page's code.
      await expect.poll(() => scripts(noted.fetched).length).toBeGreaterThan(1);
      await page.waitForTimeout(2000);
      expect(noted.fetched.size).toBeGreaterThan(5);
      expect(overweight(noted, baseURL as string)).toEqual([]);
    });
  }

  test("what is too heavy is noticed", async ({ page, baseURL }) => {
    const script = `/*${"x".repeat(120 * KB)}*/`;
    const body = `<script src="/early.js"></script><img src="/heavy.png"><img src="//elsewhere.example/a.png">${"<p>word".repeat(5000)}`;
    await page.route("**/early.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
    await page.route("**/*.png", (route) => route.fulfill({ contentType: "image/png", body: script }));
    await page.route("**/heavy", (route) => route.fulfill({ contentType: "text/html", body }));
    const noted = await weigh(page);
    await page.goto("/heavy", { waitUntil: "networkidle" });
    const found = overweight(noted, baseURL as string).join("\n");
    for (const what of [
      "third parties",
      "first view",
      "HTML",
      "bytes of scripts",
      "before load",
      "largest",
      "pictures",
    ]) {
      expect(found).toContain(what);
    }
  });
});

test.describe("on a desk", () => {
  test.use({ viewport: DESK });

  for (const path of PUBLIC) {
    test(`${path} has no heavy picture`, async ({ page }) => {
      const { fetched } = await weigh(page);
      await page.goto(path, { waitUntil: "networkidle" });
      expect(largest(of(fetched, "Image"))).toBeLessThanOrEqual(130 * KB);
    });
  }

  test("the panel comes in parts", async ({ page }) => {
    const login = { email: "admin@duskline.example", password: process.env.JOURNEY_PASSWORD };
    expect((await page.request.post("/api/auth/login", { data: login })).status()).toBe(200);
    const { fetched } = await weigh(page);
    await page.goto("/panel", { waitUntil: "networkidle" });
    expect.soft(sum(scripts(fetched)), "the first screen").toBeLessThanOrEqual(150 * KB);
    // Fetched on the side some seconds later, whatever the screen: the way to sign in again.
    const isAhead = () => scripts(fetched).some(({ url, bytes }) => url.includes("/log-in-") && bytes > 0);
    await expect.poll(isAhead, { timeout: 20_000 }).toBe(true);
    await expect.poll(() => scripts(fetched).every(({ bytes }) => bytes > 0)).toBe(true);
    const screens = page.getByRole("navigation", { name: "Sidebar" }).getByRole("link");
    for (const name of (await screens.allInnerTexts()).slice(1)) {
      const before = sum(scripts(fetched));
      await screens.filter({ hasText: name }).first().click();
      await expect(page.locator("main h1")).toBeFocused(); // its code is there
      expect.soft(sum(scripts(fetched)) - before, name).toBeLessThanOrEqual(40 * KB);
    }
  });
});
