// However many rows come at once, and however far somebody jumps, they are drawn a few at a time.
import type { Page } from "@playwright/test";
import { expect, test } from "./staff";

test.use({ account: "admin", viewport: { width: 1280, height: 900 } });

/** Rows drawn in one go. */
const SLICE = 12;

interface Drawn {
  most: number;
  all: number;
}

/** Notes how many rows are added between two moments in which the page can do something else. */
const watchRows = (page: Page) =>
  page.addInitScript(() => {
    const drawn: Drawn = { most: 0, all: 0 };
    Object.assign(window, { drawn });
    let now = 0;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      drawn.most = Math.max(drawn.most, now);
      drawn.all += now;
      now = 0;
    };
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          const rows = node.querySelectorAll("li:has(h2), tr[data-id]").length;
          now += rows + Number(node.matches("main li:has(h2), tr[data-id]"));
        }
      port2.postMessage(null);
    }).observe(document, { childList: true, subtree: true });
  });

const drawn = (page: Page) => page.evaluate(() => (window as unknown as { drawn: Drawn }).drawn);

/** Counts the pages of leads that have come; a page that is read again counts once. */
function countPages(page: Page) {
  const read = new Set<string>();
  page.on("response", (response) => {
    const { pathname, search } = new URL(response.url());
    if (pathname === "/api/panel/leads") read.add(search);
  });
  return () => read.size;
}

for (const [as, row] of [
  ["cards", "main li:has(h2)"],
  ["table", "tr[data-id]"],
] as const) {
  test(`leads as ${as}: no more than ${SLICE} at a time, also of further pages`, async ({ page, open }) => {
    await watchRows(page);
    const pages = countPages(page);
    await open(`/panel/leads?as=${as}`, "Leads");
    await expect(page.locator(row).first()).toBeVisible();
    const scroller = page.locator(as === "table" ? "[data-scrolls]" : "html");
    for (const count of [2, 3])
      await expect(async () => {
        await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        expect(pages()).toBeGreaterThanOrEqual(count);
      }).toPass();
    const inView = () =>
      page.locator(row).evaluateAll((rows) =>
        rows.some((one) => {
          const { top, bottom } = one.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        }),
      );
    await expect.poll(inView).toBe(true);
    const scrolled = await drawn(page);
    expect(scrolled.all).toBeGreaterThan(3 * SLICE);
    expect(scrolled.most).toBeLessThanOrEqual(SLICE);
  });
}

/** Of the first hundred leads, in the order of the table: of its rows not all are drawn. */
async function idsOf(page: Page): Promise<string[]> {
  const answer = await page.request.get("/api/panel/leads?limit=100");
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
}

/** Loads rows for as long as the keys go on, and back at the top gives what scrolls: its end lies far below the first rows then. */
async function loaded(page: Page) {
  const scroller = page.locator("[data-scrolls]");
  const first = await scroller.evaluate((element) => element.scrollHeight);
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect.poll(() => scroller.evaluate((element) => element.scrollHeight)).toBeGreaterThan(1.3 * first);
  await scroller.evaluate((element) => element.scrollTo(0, 0));
  return scroller;
}

test("keys go from row to row of the table, also into rows that are not drawn, and stay in view", async ({
  page,
  open,
}) => {
  await open("/panel/leads?as=table", "Leads");
  const rows = page.locator("tr[data-id]");
  await expect(rows.first()).toBeVisible();
  const ids = await idsOf(page);
  const scroller = await loaded(page);
  const last = page.locator(`tr[data-id="${ids[SLICE * 2 - 1]}"]`);
  await last.getByRole("checkbox").click();
  await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const next = page.locator(`tr[data-id="${ids[SLICE * 2]}"]`);
  await expect(next).toHaveCount(0); // the control: the row below is not drawn
  await page.keyboard.press("Shift+ArrowDown");
  await expect(next.getByRole("checkbox")).toBeFocused();
  await expect(next.getByRole("checkbox")).toBeChecked();
  await expect(page.locator("tr[data-id] input:checked")).toHaveCount(2);
  await expect(next).toBeInViewport();
  for (let press = 0; press < 60; press += 1) await page.keyboard.press("ArrowDown");
  const goal = page.locator(`tr[data-id="${ids[SLICE * 2 + 60]}"]`);
  await expect(goal.getByRole("checkbox")).toBeFocused();
  await expect(goal).toBeInViewport();
});

test("rows that come all at once are noticed", async ({ page, open }) => {
  await watchRows(page);
  await open("/panel/leads", "Leads");
  await expect(page.locator("main li:has(h2)").first()).toBeVisible();
  await page.evaluate(() => {
    const list = document.createElement("ul");
    list.innerHTML = "<li><h2>Row</h2></li>".repeat(60);
    document.querySelector("main")?.append(list);
  });
  await expect.poll(async () => (await drawn(page)).most).toBeGreaterThanOrEqual(60);
});
