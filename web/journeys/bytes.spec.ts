// What the pages weigh, as a browser gets them: limits that hold on every machine. Times are measured by `make bench`.
import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { PUBLIC, test as visiting } from "./site-visitor";

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
    ["requests", all.length, 18], // a browser with windows asks for the icon and the manifest as well
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

const local = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What each file of the build holds, as the build wrote it down. */
const contents: Record<string, { modules: string[] }> = JSON.parse(
  readFileSync(local("../dist/contents.json"), "utf8"),
);

/** The scripts that hold code of staff. */
const ofStaff = (found: Fetched[]) =>
  found.filter(({ url }) => {
    const { modules = [] } = contents[new URL(url).pathname.slice(1)] ?? {};
    return modules.some((module) => /^app[/](panel|auth|offline)[/]/.test(module));
  });

/** Bytes of a script as it is sent, by its file: the network says nothing of those that a worker loads. */
const packed = ({ url }: Fetched, by: "br" | "gz") => statSync(local(`../dist${new URL(url).pathname}.${by}`)).size;

interface Act {
  what: string;
  path: string;
  /** Bytes of scripts that it may bring, beside those of the page. */
  most: number;
  /** How they are packed. */
  by?: "gz";
  /** Ends with what shows that all of its code is there. */
  act: (page: Page) => Promise<void>;
}

const opened = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => page.getByRole("button", { name }).first().click();

const dusk = (page: Page) =>
  page.waitForSelector(".studio-dusk[data-drawing=live]", { state: "attached", timeout: 60_000 });

const ACTS: Act[] = [
  {
    what: "a quote, up to its last step",
    path: "/",
    most: 49 * KB,
    act: async (page) => {
      await page.getByRole("main").getByRole("button", { name: "Get Your Free Quote" }).click();
      await opened(page).getByLabel("ZIP code").fill("44105");
      await press(page, "See My Range");
      await press(page, "Get My Written Quote");
      await press(page, "Request My Quote"); // what is missing is said
      await expect(opened(page).getByLabel("Name")).toBeFocused();
    },
  },
  {
    what: "the studio, opened",
    path: "/residential",
    most: 26 * KB,
    by: "gz",
    act: async (page) => {
      await press(page, "See It on Your House");
      await expect(page.getByLabel("Choose a Photo: file")).toBeAttached();
    },
  },
  {
    what: "the studio, up to the first dusk on a house of ours",
    path: "/residential",
    most: 45 * KB,
    by: "gz",
    act: async (page) => {
      await press(page, "See It on Your House");
      await press(page, "Farmhouse");
      await dusk(page);
    },
  },
  {
    what: "the studio, up to the first dusk on a picture of one's own",
    path: "/residential",
    most: 45 * KB,
    by: "gz",
    act: async (page) => {
      await press(page, "See It on Your House");
      await page.getByLabel("Choose a Photo: file").setInputFiles(local("../public/img/live/day-1280.jpg"));
      await expect(page.getByRole("heading", { name: "Tap one end of a roof edge" })).toBeVisible({ timeout: 60_000 });
      await press(page, "Find the Edges for Me");
      await expect(page.getByText(/\d+ edges found, \d+ lit/)).toBeVisible({ timeout: 60_000 });
      await opened(page).getByRole("button", { name: /Dusk$/ }).click();
      await dusk(page);
    },
  },
  {
    what: "the privacy policy and its request",
    path: "/",
    most: 38 * KB,
    act: async (page) => {
      await page.getByRole("contentinfo").getByRole("link", { name: "Privacy Policy" }).last().click();
      await opened(page).getByLabel("Email").fill("robin@");
      await opened(page).locator("form button[type=submit]").click();
      await expect(opened(page).getByLabel("Email")).toBeFocused();
    },
  },
  {
    what: "a picture of the gallery",
    path: "/gallery",
    most: 15 * KB,
    act: async (page) => {
      await page.getByRole("main").getByRole("figure").getByRole("link").first().click();
      await expect(opened(page).getByRole("img")).toBeVisible();
    },
  },
  {
    what: "the newsletter",
    path: "/about",
    most: 4 * KB,
    act: async (page) => {
      const form = page.getByRole("form", { name: "Newsletter" });
      await form.getByLabel("Email").fill("reader@example.com");
      await form.getByRole("button", { name: "Subscribe" }).click();
      await expect(form.getByLabel("Email")).toHaveValue("");
    },
  },
  {
    what: "a message",
    path: "/support",
    most: 28 * KB,
    act: async (page) => {
      const form = page.locator("#contact form");
      await form.getByLabel("Email").fill("robin@");
      await form.getByRole("button", { name: "Send Message" }).click();
      await expect(form.getByLabel("Name")).toBeFocused();
    },
  },
  {
    what: "the registration of a product",
    path: "/warranty",
    most: 36 * KB,
    act: async (page) => {
      await page.getByRole("main").getByRole("button").first().click();
      await expect(opened(page).getByLabel("Email")).toBeVisible();
    },
  },
];

for (const { what, path, most, by = "br", act } of ACTS) {
  visiting(`${what}: light, and without code of staff`, async ({ page, visit }) => {
    const { fetched } = await weigh(page);
    await visit(path);
    await page.waitForLoadState("networkidle");
    const before = new Set(scripts(fetched).map(({ url }) => url));
    await act(page);
    const brought = scripts(fetched).filter(({ url }) => !before.has(url));
    expect(brought.length).toBeGreaterThan(0);
    expect.soft(ofStaff(scripts(fetched)).map(({ url }) => url)).toEqual([]);
    expect(brought.reduce((total, one) => total + packed(one, by), 0)).toBeLessThanOrEqual(most);
  });
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
    const many = Array.from({ length: 18 }, (_, number) => `<img src="/${number}.png">`).join("");
    const body = `<script src="/early.js"></script>${many}<img src="/heavy.png"><img src="//elsewhere.example/a.png">${"<p>word".repeat(5000)}`;
    await page.route("**/early.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
    await page.route("**/*.png", (route) => route.fulfill({ contentType: "image/png", body: script }));
    await page.route("**/heavy", (route) => route.fulfill({ contentType: "text/html", body }));
    const noted = await weigh(page);
    await page.goto("/heavy", { waitUntil: "networkidle" });
    const found = overweight(noted, baseURL as string).join("\n");
    for (const what of [
      "requests, not 18",
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
    expect(ofStaff(scripts(fetched)).length).toBeGreaterThan(3); // they are noticed
    expect.soft(sum(scripts(fetched)), "the first screen").toBeLessThanOrEqual(150 * KB);
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
