// A day's work over a line that is cut: each of its ten steps at each of the four points where a call can break off. Nothing is lost, nothing
// is done twice, and what waits is told. And over a line that is away while the panel is loaded again and closed. A sample runs each time,
// every case under `make proof`.
import type { Page } from "@playwright/test";
import { kept } from "./kept";
import type { Point } from "./line";
import {
  isWork,
  mended,
  openAt,
  PRESSES,
  type Press,
  planned,
  TECHNICIAN,
  TODAY,
  test,
  unfold,
  unsent,
  workOn,
} from "./site-day";
import { expect, signIn } from "./staff";

const WHOLE = Boolean(process.env.DUSKLINE_TEST_PROOF);
const DAY = Math.floor(Date.now() / 86_400_000);
/** Another one of so many each day. */
const isChosen = (place: number, parts: number) => WHOLE || place % parts === DAY % parts;

const POINTS: Point[] = ["before", "mid-body", "after", "mid-answer"];
const CASES = POINTS.flatMap((at) => Object.entries(PRESSES).map(([name, press]) => [at, name, press] as const));

CASES.forEach(([at, name, { plan = planned, before, act, done }], place) => {
  if (!isChosen(place, 20)) return;
  test(`the line breaks ${at} while somebody ${name}`, async ({ page, line }) => {
    const job = await plan(page);
    await signIn(page, TECHNICIAN);
    await before?.(page, job);
    await openAt(page, job);
    line.asked.length = 0;
    line.cut(at, isWork);
    await act(page);
    await expect.poll(() => line.broken).toBeGreaterThan(0);
    await expect(unsent(page)).toContainText("1 change waits");
    await mended(page, line);
    await expect.poll(() => done(page, job), { timeout: 40_000 }).toBe(true);
    await expect.poll(() => workOn(line).length, { timeout: 40_000 }).toBeGreaterThan(at === "before" ? 0 : 1);
    await expect(unsent(page)).toHaveCount(0, { timeout: 40_000 });
    expect(await done(page, job)).toBe(true); // and what came more than once was done once
  });
});

/** Marks the screen as it is drawn now; `isSame` says whether that is what still stands there. */
const screen = (page: Page) => page.getByRole("heading", { level: 1, name: "Today" });
const mark = (page: Page) => screen(page).evaluate((node) => void Object.assign(node, { marked: true }));
const isSame = (page: Page) => screen(page).evaluate((node) => "marked" in node);

/** How often this page has asked who is signed in. */
function countAsked(page: Page) {
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/user")) asked += 1;
  });
  return () => asked;
}

/** What is pressed after another press. */
const nextAfter = (name: string) => (name === "counts materials" ? "writes notes" : "counts materials");

Object.entries(PRESSES).forEach(([name, { plan = planned, before, act, done }], place) => {
  if (!isChosen(place, 6)) return;
  const next = PRESSES[nextAfter(name)] as Press;
  test(`somebody ${name} without a network, loads the panel again, goes on, closes it and opens it`, async ({
    page,
    line,
    context,
  }) => {
    const job = await plan(page);
    await signIn(page, TECHNICIAN);
    await before?.(page, job);
    const tab = await context.newPage();
    await openAt(tab, job);
    line.drop();
    await act(tab);
    await expect(unsent(tab)).toContainText("1 change waits");
    const asked = countAsked(tab);
    await tab.reload();
    await unfold(tab, job);
    await expect(unsent(tab)).toContainText(/^Saved \d+:\d\d [AP]M, 1 change waits/);
    await mark(tab);
    // The panel asks, the sender asks, and some seconds later it asks once more: meanwhile nothing on the screen moves.
    await expect.poll(asked).toBeGreaterThan(2);
    expect([await isSame(tab), asked()]).toEqual([true, 3]);
    await next.act(tab);
    await expect(unsent(tab)).toContainText("2 changes wait");
    await tab.close();
    const opened = await context.newPage();
    await opened.goto(TODAY);
    await unfold(opened, job);
    await expect(unsent(opened)).toContainText("2 changes wait");
    await mended(opened, line);
    await expect.poll(() => next.done(opened, job), { timeout: 40_000 }).toBe(true);
    expect(await done(opened, job)).toBe(true);
    await expect(unsent(opened)).toHaveCount(0, { timeout: 40_000 });
  });
});

test("without a network every way out asks about notes that are not saved", async ({ page, line }) => {
  const job = await planned(page);
  await signIn(page, TECHNICIAN);
  await page.goto("/panel/work-orders?view=week");
  const view = (name: string) => page.getByRole("tab", { name });
  await view("Today").tap();
  await unfold(page, job);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
  await page.reload(); // the answers of the worker, and none of the open page
  await unfold(page, job);
  line.drop();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Notes/ })
    .tap();
  const notes = page.getByRole("main").getByRole("textbox", { name: "Notes" });
  await notes.fill("Not saved yet");
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  const stay = () => question.getByRole("button", { name: "Keep editing" }).tap();
  const logOut = async () => {
    await page.getByRole("button", { name: "Toggle sidebar" }).tap();
    await page.getByRole("button", { name: "Log Out" }).tap();
  };
  await view("Week").tap();
  await stay();
  await page.evaluate(() => history.back());
  await stay();
  await logOut();
  await stay();
  await page.keyboard.press("Escape"); // the menu
  await expect(notes).toHaveValue("Not saved yet");
  await logOut();
  await question.getByRole("button", { name: "Discard" }).tap();
  await expect.poll(() => kept(page, "visits")).toEqual([]);
});

test("a quantity is saved as it is typed, once it is left, and what is no number stays and is marked", async ({
  page,
}) => {
  const job = await planned(page);
  await signIn(page, TECHNICIAN);
  await page.goto(TODAY);
  await unfold(page, job);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: /^Materials/ }).tap();
  await main.getByLabel("Material", { exact: true }).fill("Channel");
  await main.getByLabel("Quantity", { exact: true }).fill("12");
  await main.getByRole("button", { name: "Add Material" }).tap();
  const quantity = main.getByLabel("Quantity of Channel");
  const order = async () => (await page.request.get(`/api/panel/work-orders/${job.order.id}`)).json();
  await quantity.fill("");
  await page.waitForTimeout(1500); // longer than presses rest
  await expect(quantity).toHaveValue("");
  await quantity.pressSequentially("1.");
  await page.waitForTimeout(1500);
  await quantity.pressSequentially("5");
  await expect(quantity).toHaveValue("1.5");
  await quantity.blur();
  await expect.poll(order).toMatchObject({ materialsUsed: [{ quantity: 1.5 }] });
  await quantity.fill("12 ft");
  await quantity.blur();
  await expect(main.getByText("Enter a number from 0 to 1,000,000.")).toBeVisible();
  await expect(quantity).toHaveValue("12 ft");
  await main.getByRole("button", { name: "One more Channel" }).tap();
  await expect.poll(order).toMatchObject({ materialsUsed: [{ quantity: 2.5 }] });
});

for (const way of ["up", "down"] as const)
  test(`a quantity that was pressed outlasts a reload right after it, with the line ${way}`, async ({ page, line }) => {
    const job = await planned(page);
    await signIn(page, TECHNICIAN);
    await page.goto(TODAY);
    await unfold(page, job);
    await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
    const main = page.getByRole("main");
    await main.getByRole("button", { name: /^Materials/ }).tap();
    await main.getByLabel("Material", { exact: true }).fill("Channel");
    await main.getByRole("button", { name: "Add Material" }).tap();
    const order = async () => (await page.request.get(`/api/panel/work-orders/${job.order.id}`)).json();
    await expect.poll(order).toMatchObject({ materialsUsed: [{ quantity: 1 }] });
    if (way === "down") line.drop();
    page.on("dialog", (dialog) => dialog.accept());
    const more = main.getByRole("button", { name: "One more Channel" });
    for (let press = 0; press < 2; press += 1) await more.tap();
    await page.reload();
    await unfold(page, job);
    await main.getByRole("button", { name: /^Materials/ }).tap();
    await expect(main.getByLabel("Quantity of Channel")).toHaveValue("3");
    if (way === "down") line.mend();
    await expect.poll(order, { timeout: 40_000 }).toMatchObject({ materialsUsed: [{ quantity: 3 }] });
  });
