// The leads as a board: columns by status, and cards that a mouse, a finger, keys and a menu move.
import type { Locator, Page } from "@playwright/test";
import { inEveryDress } from "./dress";
import { colleague, LEADS, newLead, type Row } from "./records";
import { expect, fresh, test, toast } from "./staff";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const link = (place: Page | Locator, lead: Row) => place.getByRole("link", { name: String(lead.name), exact: true });
const statusOf = async (page: Page, { id }: Row) => (await (await page.request.get(`${LEADS}/${id}`)).json()).status;

/** A few leads of one family, which the board is narrowed to. */
async function family(page: Page, open: (path: string, heading: string) => Promise<void>) {
  const words = fresh("Board").replace(" ", "");
  const [one, two] = [
    await newLead(page, { name: `${words} One`, estimatedValue: 4000 }),
    await newLead(page, { name: `${words} Two`, status: "proposal", estimatedValue: 9000 }),
  ];
  await page.request.patch(`${LEADS}/${one.id}/details`, { data: { valueKind: "guess" } });
  await open(`/panel/leads?view=board&q=${words}`, "Leads");
  await expect(link(column(page, "New"), one)).toBeVisible();
  return { one, two };
}

test("columns count and sum by the list's filters, guesses apart @both", async ({ page, open }) => {
  const { one, two } = await family(page, open);
  await expect(column(page, "New").getByRole("heading", { level: 2 })).toHaveText("New1");
  await expect(column(page, "New")).toContainText("about $4,000 guess");
  await expect(column(page, "Proposal")).toContainText("$9,000 quoted");
  await page.getByLabel("Filter by status").selectOption("proposal");
  await expect(link(page, two)).toBeVisible();
  await expect(link(page, one)).toHaveCount(0);
  await page.getByRole("button", { name: "Cards", exact: true }).click();
  await expect(page.getByText("1 in all")).toBeVisible();
  await expect(link(page, two)).toBeVisible();
});

test("keys move a card and go from card to card @both", async ({ page, open }) => {
  const { one, two } = await family(page, open);
  await link(page, one).focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(toast(page, `${one.name} moved to Contacted`)).toBeVisible();
  await expect(link(column(page, "Contacted"), one)).toBeFocused();
  await expect(column(page, "Contacted")).toContainText("about $4,000 guess");
  await page.keyboard.press("ArrowRight");
  await expect(link(column(page, "Proposal"), two)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(link(column(page, "New"), one)).toBeFocused();
  await expect.poll(() => statusOf(page, one)).toBe("new");
  await page.getByRole("button", { name: `Move ${one.name}` }).press("Enter");
  await page.getByRole("menuitemradio", { name: "Qualified" }).press("Enter");
  await expect(link(column(page, "Qualified"), one)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: String(one.name) })).toBeVisible();
});

/** Where a card and a column lie. */
async function places(page: Page, lead: Row, name: string) {
  const from = await link(page, lead).boundingBox();
  const to = await column(page, name).boundingBox();
  if (!from || !to) throw new Error("The board does not show them.");
  return { x: from.x + 5, y: from.y + 5, across: to.x + 40 - from.x, down: to.y + 200 - from.y };
}

test("a mouse pulls a card to another column; Undo brings it back @both", async ({ page, open }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { one } = await family(page, open);
  const { x, y, across, down } = await places(page, one, "Qualified");
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + across / 2, y + 20);
  await page.mouse.move(x + across, y + down);
  await page.mouse.up();
  await expect(link(column(page, "Qualified"), one)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(toast(page, `${one.name} moved to Qualified`)).toBeVisible();
  expect(await statusOf(page, one)).toBe("qualified");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(link(column(page, "New"), one)).toBeVisible();
  await expect.poll(() => statusOf(page, one)).toBe("new");

  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + across, y + down);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(link(column(page, "New"), one)).toBeVisible();
  expect(await statusOf(page, one)).toBe("new");
});

test.describe("somebody else", () => {
  test.use({ forgive: /status of 409/ });

  test("who moved it first is right @both", async ({ page, open }) => {
    const { one } = await family(page, open);
    await colleague(page, `${LEADS}/${one.id}`, { status: "negotiation" });
    await link(page, one).press("Shift+ArrowRight");
    await expect(toast(page, `Someone else has moved ${one.name} to Negotiation meanwhile.`)).toBeVisible();
    await expect(link(column(page, "Negotiation"), one)).toBeVisible();
  });

  test("lets the card that goes back take the focus once", async ({ page, open }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const { one } = await family(page, open);
    await colleague(page, `${LEADS}/${one.id}`, { status: "qualified" });
    await link(page, one).press("Shift+ArrowRight");
    await expect(link(column(page, "Qualified"), one)).toBeFocused();
    const { x, y, across, down } = await places(page, one, "Contacted");
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + across, y + down);
    await page.mouse.up();
    await expect(link(column(page, "Contacted"), one)).toBeVisible();
    await expect(toast(page, `${one.name} moved to Contacted`)).toBeVisible();
    await expect(link(page, one)).not.toBeFocused();
  });
});

test.describe("a finger", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("holds a card and pulls it, past the edge too; without holding it scrolls", async ({ page, open }) => {
    const { one } = await family(page, open);
    const browser = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", x = 0, y = 0) =>
      browser.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
    await column(page, "New").evaluate((board) => board.scrollIntoView({ block: "end" }));
    const scrolled = () => page.locator("[data-board]").evaluate(({ scrollLeft }) => scrollLeft);
    const at = async () => {
      const box = await link(page, one).boundingBox();
      if (!box) throw new Error("The board does not show it.");
      return [box.x + 10, box.y + 5] as const;
    };

    let [x, y] = await at();
    const settled = page
      .locator("[data-board]")
      .evaluate((board) => new Promise<void>((done) => board.addEventListener("scrollend", () => done())));
    await touch("touchStart", x, y);
    for (let step = 1; step <= 8; step += 1) await touch("touchMove", x - step * 20, y);
    await touch("touchEnd");
    await expect.poll(scrolled).toBeGreaterThan(50);
    expect(await statusOf(page, one)).toBe("new");

    await settled;
    await page.locator("[data-board]").evaluate((board) => board.scrollTo({ left: 0 }));
    [x, y] = await at();
    await touch("touchStart", x, y);
    await expect(page.locator("[data-lifted]")).toHaveCount(1);
    for (let step = 1; step <= 5; step += 1) await touch("touchMove", x + (step * (370 - x)) / 5, y + step);
    await expect.poll(scrolled).toBeGreaterThan(250); // so that another column is under the finger
    await touch("touchMove", 195, y);
    const goal = await page.locator("[data-over]").getAttribute("data-column");
    expect(goal).not.toBe("new");
    await touch("touchEnd");
    await expect.poll(() => statusOf(page, one)).toBe(goal);
  });
});

test("the board has no violation", async ({ page, open }) => {
  await open("/panel/leads?view=board", "Leads");
  await expect(column(page, "New").getByRole("link").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(await inEveryDress(page)).toEqual([]);
  await page
    .getByRole("button", { name: /^Move / })
    .first()
    .click();
  await expect(page.getByRole("menu")).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
});

test("a long column comes page by page", async ({ page, open }) => {
  const words = fresh("Long").replace(" ", "");
  for (let number = 1; number <= 40; number += 1) await newLead(page, { name: `${words} ${number}` });
  await open(`/panel/leads?view=board&q=${words}`, "Leads");
  await expect(column(page, "New").getByRole("heading", { level: 2 })).toHaveText("New40");
  await expect(column(page, "New").getByRole("listitem")).toHaveCount(30);
  await column(page, "New").getByRole("listitem").last().scrollIntoViewIfNeeded();
  await expect(column(page, "New").getByRole("listitem")).toHaveCount(40);
});
