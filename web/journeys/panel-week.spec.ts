// The week of a branch: planned by keyboard alone, by pulling, and moved away from a day of rain.
import type { Locator, Page } from "@playwright/test";
import { newOrder, type Row } from "./records";
import { expect, make, test, toast } from "./staff";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });
test.use({ forgive: /409 \(Conflict\)/ }); // what speaks against a plan is asked about

const VISITS = "/api/panel/visits";

interface Visit {
  id: string;
  day: string | null;
  startMinute: number | null;
  crew: string[];
  status: string;
  version: number;
}

/** A Monday that no other journey plans. */
const monday = () => {
  const start = Date.UTC(2031, 0, 6) + Math.floor(Math.random() * 1500) * 7 * 86_400_000;
  return new Date(start).toISOString().slice(0, 10);
};
const after = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

async function visitsOf(page: Page, order: Row): Promise<Visit[]> {
  return (await page.request.get(`${VISITS}?kind=work_order&recordId=${order.id}`)).json();
}

/** The three people that the board begins with: their ids and names. */
async function people(page: Page) {
  const { homeBranchId } = await (await page.request.get("/api/auth/user")).json();
  const week = await (
    await page.request.get(`/api/panel/schedule?branchId=${homeBranchId}&from=2031-01-06&days=7`)
  ).json();
  const named = (at: number) => ({
    id: String(week.people[at].id),
    name: `${week.people[at].firstName} ${week.people[at].lastName}`,
  });
  return { branch: String(homeBranchId), first: named(0), second: named(1), third: named(2) };
}

const plan = (page: Page, order: Row, fields: object) =>
  make<Row>(page, "visits", { kind: "work_order", recordId: order.id, ...fields });

const cell = (page: Page, person: string, day: string): Locator => page.locator(`[data-column="${person} ${day}"]`);
const card = (place: Locator | Page, order: Row): Locator => place.getByRole("link", { name: String(order.title) });

test("a week is planned by keyboard alone @both", async ({ page, open }) => {
  const [day, { first, second }] = [monday(), await people(page)];
  const order = await newOrder(page, { scheduledDate: day, assignedTo: first.id });
  await open(`/panel/work-orders?view=week&day=${day}`, "Week");
  const writes: string[] = [];
  page.on("request", (call) => void (call.method() === "PATCH" && writes.push(call.url())));
  const link = card(cell(page, first.id, day), order);
  await expect(link).toBeVisible();
  await page.getByRole("grid", { name: "Week" }).locator('[tabindex="0"]').focus();
  await expect(cell(page, "nobody", day)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(link).toBeFocused();

  // Carried two days on and to the next person, and left again.
  await page.keyboard.press("m");
  const status = page.getByRole("status").filter({ hasText: "with it" });
  await expect(status).toContainText(`Carrying ${order.title}`);
  await page.keyboard.press("ArrowRight");
  await expect(cell(page, first.id, after(day, 1))).toBeFocused();
  await expect(status).toContainText(`${first.name}, 8 of 8 hours with it`);
  await page.keyboard.press("Escape");
  await expect(link).toBeFocused();

  // Left of Monday is the tray of what waits; Ctrl Z brings it back from there.
  const dayNow = async () => (await visitsOf(page, order))[0]?.day;
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(card(page.getByRole("region", { name: "Not scheduled" }), order)).toBeVisible();
  await expect.poll(dayNow).toBeNull();
  await page.keyboard.press("Control+z");
  await expect(link).toBeVisible();
  await expect.poll(dayNow).toBe(day);
  await link.focus();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(card(cell(page, second.id, after(day, 1)), order)).toBeFocused();
  await expect.poll(async () => (await visitsOf(page, order))[0]?.crew).toEqual([second.id]);
  await expect(toast(page, "Success")).toBeVisible();

  // Back by Ctrl Z; hours by the dialog; another week and today by single keys.
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z"); // there is nothing more to take back
  await expect(link).toBeVisible();
  await expect.poll(dayNow).toBe(day);
  await link.focus();
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: String(order.title) });
  await expect(dialog.getByLabel("Day")).toBeFocused();
  await expect(dialog.getByRole("checkbox").first()).toBeChecked(); // whoever comes is there to see
  await dialog.getByLabel("From").fill("08:00");
  await dialog.getByLabel("Until").fill("10:30");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: `${order.title}, 8 AM to 10:30 AM` })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Work Order" })).toContainText(String(order.title));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("]");
  await expect(page).toHaveURL(new RegExp(`day=${after(day, 7)}`));
  await page.keyboard.press("[");
  await page.getByRole("button", { name: "Show Month" }).press("Enter");
  await page
    .getByRole("button", { name: /1 visit/ })
    .first()
    .press("Enter"); // the day's own, in a month that nobody else plans
  await expect(page).toHaveURL(new RegExp(`day=${day}$`));
  await expect(link).toBeVisible();
  await page.keyboard.press("t");
  await expect(page).not.toHaveURL(/day=/);
  expect(writes).toHaveLength(5); // two moves, each taken back once, and the dialog
});

type Point = [x: number, y: number];

async function middle(of: Locator): Promise<Point> {
  const box = await of.boundingBox();
  if (!box) throw new Error("The board does not show it.");
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Pulls a card to the middle of another place. */
async function pull(page: Page, from: Locator, to: Locator) {
  const [here, there] = [await from.boundingBox(), await to.boundingBox()];
  if (!here || !there) throw new Error("The board does not show them.");
  await page.mouse.move(here.x + 8, here.y + 8);
  await page.mouse.down();
  await page.mouse.move(here.x + 30, here.y + 20);
  await page.mouse.move(there.x + there.width / 2, there.y + there.height / 2, { steps: 4 });
  await page.mouse.up();
}

test("what is pulled stays under the pointer, and says at each place what the keys say", async ({ page, open }) => {
  const [day, { first, second }] = [monday(), await people(page)];
  const [order, other] = [await newOrder(page), await newOrder(page)];
  await plan(page, other, { day, startMinute: 540, endMinute: 600, crew: [second.id] });
  await plan(page, order, { day, startMinute: 480, endMinute: 600, crew: [first.id] });
  await open(`/panel/work-orders?view=week&day=${day}`, "Week");
  const link = card(cell(page, first.id, day), order);
  const places = [
    cell(page, first.id, after(day, 1)),
    cell(page, second.id, day),
    cell(page, second.id, after(day, 2)),
  ];
  const middles = await Promise.all([link.locator(".."), ...places].map(middle));
  const size = () => page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
  const before = await size();
  const picture = page.locator("body > [data-card]");
  const words = picture.locator("p");
  const heard = page.getByRole("status").filter({ hasText: "with it" });

  const [from, ...to] = middles as [Point, ...Point[]];
  await page.mouse.move(...from);
  await page.mouse.down();
  for (const [at, said] of [
    `${first.name}, 2 of 8 hours with it`,
    `${second.name}, 3 of 8 hours with it, clashes with ${other.title}`,
    `${second.name}, 2 of 8 hours with it`,
  ].entries()) {
    const [x, y] = to[at] as Point;
    await page.mouse.move(x, y, { steps: 3 });
    const [left, top] = await middle(picture);
    expect([Math.abs(left - x) < 4, Math.abs(top - y) < 4]).toEqual([true, true]);
    await expect(words).toHaveText(new RegExp(`, ${said}$`));
    await expect(words).toBeInViewport({ ratio: 1 });
    await expect(heard).toHaveText(String(await words.textContent()));
    expect(await size()).toEqual(before);
  }
  await page.keyboard.press("Escape");
  await expect(picture).toHaveCount(0);
  await expect(heard).toHaveCount(0);
  await page.mouse.up();
  await expect(link).toBeVisible();
});

test("what is pulled onto another visit is asked about, planned anyway, and taken back @both", async ({
  page,
  open,
}) => {
  const [day, { first, second, third }] = [monday(), await people(page)];
  const [order, other] = [await newOrder(page), await newOrder(page)];
  await plan(page, other, { day, startMinute: 540, endMinute: 600, crew: [second.id] });
  const moved = await plan(page, order, { day, startMinute: 480, endMinute: 600, crew: [first.id, third.id] });
  await open(`/panel/work-orders?view=week&day=${day}`, "Week");
  const goal = cell(page, second.id, day);
  await pull(page, card(cell(page, first.id, day), order), goal);
  const question = page.getByRole("dialog", { name: String(order.title) });
  await expect(question).toContainText("is on another visit from 9 AM to 10 AM.");
  await question.getByRole("button", { name: "Leave It Where It Was" }).click();
  await expect(card(cell(page, first.id, day), order)).toBeVisible();
  await pull(page, card(cell(page, first.id, day), order), goal);
  await question.getByRole("button", { name: "Next door" }).click();
  await expect(card(goal, order)).toHaveAccessibleName(/Clashes$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const now = async () => (await visitsOf(page, order)).find(({ id }) => id === moved.id);
  await expect.poll(async () => (await now())?.crew).toEqual([second.id, third.id]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(card(cell(page, first.id, day), order)).toBeVisible();
  await expect.poll(async () => (await now())?.crew).toEqual([first.id, third.id]);

  // Of two who move it at once the first is right: the board says so, and shows where it went.
  await page.request.patch(`${VISITS}/${moved.id}`, { data: { day: after(day, 2) } });
  await pull(page, card(cell(page, first.id, day), order), cell(page, first.id, after(day, 1)));
  await expect(page.getByText("This record was changed by someone else.")).toBeVisible();
  await expect(card(cell(page, first.id, after(day, 2)), order)).toBeVisible();
  await expect(card(cell(page, first.id, after(day, 1)), order)).toHaveCount(0);
  expect(await now()).toMatchObject({ day: after(day, 2), startMinute: 480, crew: [first.id, third.id] });
});

test("what has no time is put in order by keys, by pulling, and on a phone", async ({ page, open }) => {
  const [day, { branch, first }] = [monday(), await people(page)];
  const orders = [await newOrder(page), await newOrder(page), await newOrder(page)] as const;
  for (const order of orders) await plan(page, order, { day, crew: [first.id], accept: ["clash", "capacity"] });
  const inOrder = async () => {
    const week = await page.request.get(`/api/panel/schedule?branchId=${branch}&from=${day}&days=1`);
    return ((await week.json()).visits as Row[]).map(({ title }) => title);
  };
  const [one, two, three] = orders.map(({ title }) => String(title));
  await open(`/panel/work-orders?view=week&day=${day}`, "Week");
  const place = cell(page, first.id, day);
  await card(place, orders[0]).focus();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByRole("status").filter({ hasText: `${one}, 2 of 3 that day` })).toBeAttached();
  await expect.poll(inOrder).toEqual([two, one, three]);
  await expect(card(place, orders[0])).toBeFocused();
  await page.keyboard.press("Control+z");
  await expect.poll(inOrder).toEqual([one, two, three]);
  await pull(page, card(place, orders[2]), card(place, orders[0]));
  await expect.poll(inOrder).toEqual([three, one, two]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: `${one} earlier` }).click();
  await expect.poll(inOrder).toEqual([one, three, two]);
  await expect(page.getByRole("button", { name: `${one} later` })).toBeFocused();
});

test("a day of rain moves to where its crews are free, tells whom to call, and comes back @both", async ({
  page,
  open,
}) => {
  const [day, { first, second }] = [monday(), await people(page)];
  const [porch, gable] = [await newOrder(page), await newOrder(page)];
  await plan(page, porch, { day, startMinute: 480, endMinute: 600, crew: [first.id] });
  const waits = await plan(page, gable, { day, crew: [second.id] });
  await plan(page, gable, { day: after(day, 1), crew: [second.id] });
  await open(`/panel/work-orders?view=week&day=${day}`, "Week");
  await expect(card(cell(page, first.id, day), porch)).toBeVisible();
  await page.keyboard.press("r");
  const rain = page.getByRole("dialog", { name: "Move a Day's Visits" });
  await expect(rain.getByLabel(`Where ${porch.title} goes`)).toHaveValue(after(day, 1));
  await expect(rain.getByLabel(`Where ${gable.title} goes`)).toHaveValue(after(day, 2));
  await expect(rain.getByText("What has begun, is done or is pinned stays where it is.")).toBeVisible();
  await rain.getByLabel(`Where ${gable.title} goes`).selectOption("tray");
  const between = await plan(page, gable, { day: after(day, 1), startMinute: 540, endMinute: 660, crew: [first.id] });
  await rain.getByRole("button", { name: "Move 2 visits" }).click();
  await expect(rain.getByRole("alert")).toContainText(
    `${porch.title}: ${first.name.split(" ")[0]} is on another visit`,
  );
  await expect(rain.getByRole("button", { name: "Move 2 visits anyway" })).toBeVisible();
  await page.request.patch(`${VISITS}/${between.id}`, { data: { status: "cancelled", reason: "Booked by mistake" } });
  await rain.getByLabel(`Where ${gable.title} goes`).selectOption("stays");
  await expect(rain.getByRole("alert")).toHaveCount(0);
  await rain.getByLabel(`Where ${gable.title} goes`).selectOption("tray");
  await rain.getByRole("button", { name: "Move 2 visits" }).click();
  await expect(rain.getByRole("list", { name: "To tell" }).getByRole("listitem")).toHaveCount(1); // one client
  await expect(rain.getByText("Gets no email: tell them")).toBeVisible(); // no mail server is set here
  await expect(rain.getByRole("link", { name: "Mail" }).first()).toHaveAttribute("href", /^mailto:/);
  const dayOf = async (order: Row) => (await visitsOf(page, order))[0]?.day;
  await expect.poll(() => dayOf(porch)).toBe(after(day, 1));
  await page.request.patch(`${VISITS}/${waits.id}`, { data: { day: after(day, 3) } });
  await page.keyboard.press("Escape"); // the way back outlives the window
  await expect(toast(page, "2 visits moved")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, `Back where they were, but for what was changed since: ${gable.title}`)).toBeVisible();
  await expect(card(cell(page, first.id, day), porch)).toBeVisible();
  await expect(card(cell(page, second.id, after(day, 3)), gable)).toBeVisible();
  await page.keyboard.press("r");
  await rain.getByRole("button", { name: "Move 1 visit" }).click();
  await rain.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "All visits are back where they were")).toBeVisible();
  await expect(rain).toBeHidden();
  await expect(toast(page, "1 visit moved")).toHaveCount(0); // nothing is left to undo
});

test.describe("from elsewhere", () => {
  test.use({ timezoneId: "Pacific/Auckland" });

  test("a week is that of its branch, also when the clocks change there", async ({ page, open }) => {
    const { first } = await people(page);
    const [monday, sunday] = ["2061-03-07", "2061-03-13"]; // the clocks go forward that night
    const order = await newOrder(page);
    const at = { day: sunday, startMinute: 480, endMinute: 600, crew: [first.id] };
    const { id } = await plan(page, order, { ...at, accept: ["clash", "absence", "capacity"] });
    await open(`/panel/work-orders?view=week&day=${monday}`, "Week");
    const link = page.getByRole("link", { name: `${order.title}, 8 AM to 10 AM` });
    await expect(cell(page, first.id, sunday).and(page.locator(":has(a)"))).toContainText(String(order.title));
    await link.focus();
    await page.keyboard.press("m");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await expect(card(cell(page, first.id, after(sunday, -1)), order)).toBeFocused();
    const moved = async () => (await visitsOf(page, order)).find((visit) => visit.id === id);
    await expect.poll(moved).toMatchObject({ day: "2061-03-12", startMinute: 480, startsAt: "2061-03-12T13:00:00Z" });
  });
});
