// A visitor of the public site: opens pages and waits until they are alive; whatever the page complains about fails the
// journey at its end.
import { test as base, expect, type Page } from "@playwright/test";
import { watchFocus } from "./focus";

export { expect };

export const PUBLIC = [
  "/",
  "/residential",
  "/commercial",
  "/how-it-works",
  "/gallery",
  "/support",
  "/about",
  "/blog",
  "/financing",
  "/warranty",
];

/** Said on every page of a site without a measurement id; by the panel, whose service worker is kept out of most journeys; what the
 * journeys' own recorder is refused, also in a letter's preview, where no script runs; and what the driver of a machine without a
 * graphics card remarks when a page with a canvas is photographed. */
const EXPECTED =
  /^No analytics measurement id is set|^Service Worker registration blocked by Playwright|^Connecting to 'blob:|^Blocked script execution in '[^']*\/preview|GL Driver Message/;

/** By how much less work a page gets done, as on a machine that has this many things to do. */
const LOAD = Number(process.env.DUSKLINE_TEST_LOAD ?? 1);

/** An address that no other journey has: what one sends is not counted among what another may send. */
const address = () => `10.${[0, 1, 2].map(() => Math.floor(Math.random() * 256)).join(".")}`;

/** Slows a page down for good. */
async function burden(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Emulation.setCPUThrottlingRate", { rate: LOAD });
}

interface Visitor {
  /** Complaints that the journey brings about on purpose (a call that fails). */
  forgive: RegExp | null;
  complaints: string[];
  /** Opens a page and waits until its buttons work. */
  visit: (path: string) => Promise<void>;
}

export const test = base.extend<Visitor>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  extraHTTPHeaders: async ({}, use) => use({ "x-forwarded-for": address() }),
  page: async ({ page }, use) => {
    if (LOAD > 1) await burden(page);
    await watchFocus(page);
    await use(page);
    // A call that is still answered when the journey ends is nobody's fault.
    await page.unrouteAll({ behavior: "ignoreErrors" });
  },
  forgive: [null, { option: true }],
  complaints: [
    async ({ page, forgive }, use) => {
      const complaints: string[] = [];
      const note = (text: string) => {
        if (!EXPECTED.test(text) && !forgive?.test(text)) complaints.push(text);
      };
      page.on("console", (message) => {
        if (message.type() !== "error" && message.type() !== "warning") return;
        note(message.text());
      });
      page.on("pageerror", (error) => note(String(error)));
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  visit: async ({ page }, use) => {
    await page.addInitScript(() => {
      document.addEventListener("ready", () => document.documentElement.setAttribute("data-alive", ""));
    });
    await use(async (path) => {
      await page.goto(path);
      await page.waitForSelector("html[data-alive]", { state: "attached" });
    });
  },
});
