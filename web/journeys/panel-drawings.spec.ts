// A visitor's drawing of lights, from the lead to the crew: seen, put right, printed, measured.
import type { Page } from "@playwright/test";
import { drawn, HOUSE, PLAN } from "./drawn";
import { inEveryDress, violations } from "./dress";
import type { Row } from "./records";
import { expect, fresh, PHOTO, signIn, test } from "./staff";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const runs = (page: Page) => page.getByRole("region", { name: "Runs" }).getByRole("row");

test("a drawing is seen with the lead, put right, and measured on site by the crew", async ({ page }) => {
  await signIn(page, "admin");
  const name = fresh("Drawn");
  const lead = await drawn(page, name, PLAN, HOUSE);
  await page.goto(`/panel/leads?record=lead.${lead}`);
  const part = page.getByRole("region", { name: "Drawing of lights" });
  await expect(part.getByRole("img", { name: "2 runs of lights" })).toBeVisible();
  await expect(part.getByText(/^As drawn: 48-60 ft, about \$/)).toBeVisible();
  await expect(part.getByText("Warm white, steady, 100 % bright, a bulb every 8 inches")).toBeVisible();
  expect(
    await part.getByRole("img", { name: "The house by day" }).evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(0);

  // Lit as the visitor saw it; by day its runs are lines.
  const run = part.locator("svg polyline").last();
  await expect(part.locator("canvas")).toHaveAttribute("data-drawing", /live|still/);
  await expect(run).toBeHidden();
  await part.getByRole("button", { name: "Day" }).click();
  await expect(run).toBeVisible();
  await part.getByRole("button", { name: "Night" }).click();
  await expect(run).toBeHidden();

  await part.getByRole("button", { name: "Correct Drawing" }).click();
  const dialog = page.getByRole("dialog", { name: "Correct the drawing" });
  const point = dialog.getByRole("button", { name: "Run 1, point 1," });
  await point.focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press("Shift+ArrowLeft");
  await expect(point).toHaveAccessibleName("Run 1, point 1, 4 % across, 37 % down");
  const gable = dialog.getByRole("button", { name: "Run 2, point 2," });
  const before = await gable.boundingBox();
  if (!before) throw new Error("no point");
  await page.mouse.move(before.x + before.width / 2, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width / 2, before.y - 30, { steps: 4 });
  await page.mouse.up();
  expect((await gable.boundingBox())?.y).toBeLessThan(before.y - 20);
  await dialog.getByLabel("Run 1: where power comes in").fill("Outlet by the door");
  await dialog.getByRole("button", { name: "Add a Run" }).click();
  await dialog.getByRole("button", { name: "Delete run 3" }).click();
  expect(await violations(page)).toEqual([]);
  const corrected = page.waitForRequest((one) => one.method() === "PATCH");
  await dialog.getByRole("button", { name: "Save" }).click();
  expect((await corrected).headers()["if-match"]).toBe('"1"');
  await expect(dialog).toBeHidden();
  await expect(part.getByText(/, corrected by .*Dashed: the lines as they were sent/)).toBeVisible();
  await expect(runs(page).nth(1)).toContainText("Outlet by the door");
  await expect(part.getByText(/^As drawn: \d+-\d+ ft, about \$/)).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);

  const made = await page.request.post(`/api/panel/leads/${lead}/hand-over`, { data: { title: fresh("Lights") } });
  const order: string = (await made.json()).workOrder.id;
  await page.goto(`/panel/work-orders?id=${order}`);
  const plan = page.getByRole("region", { name: "Lighting plan" });
  await plan.getByRole("button", { name: "Lighting Plan to Print" }).click();
  const sheet = page.getByRole("dialog", { name: /^Lighting plan: / });
  await expect(sheet.getByRole("button", { name: "Print" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  for (const format of ["A4", "Letter"]) {
    const pdf = await page.pdf({ format, margin: { top: "12mm", bottom: "12mm", left: "12mm", right: "12mm" } });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
  await page.keyboard.press("Escape");

  const people: Row[] = await (await page.request.get("/api/panel/assignees?limit=200")).json();
  const self = people.find(({ email }) => email === "admin@duskline.example")?.id;
  const [visit] = await (await page.request.get(`/api/panel/visits?kind=work_order&recordId=${order}`)).json();
  const day = new Date().toISOString().slice(0, 10);
  const at = { day, crew: [self], accept: ["clash", "absence", "capacity"] };
  expect((await page.request.patch(`/api/panel/visits/${visit.id}`, { data: at })).status()).toBe(200);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/panel/work-orders?view=today");
  const line = page.locator(`[data-visit="${visit.id}"]`);
  await line.waitFor();
  if ((await line.getAttribute("aria-expanded")) === "false") await line.click();
  const item = page.getByRole("region", { name: "Lighting plan" });
  await item.getByRole("button", { name: /^Lighting plan/ }).click();
  await expect(item.getByText("Power comes in: Outlet by the door")).toBeVisible();
  const feet = item.getByLabel("Feet of run 1, measured on site");
  await feet.fill("2000");
  await expect(item.getByText("Please enter feet, from 1 to 1,000")).toBeVisible();
  await feet.fill("41.5");
  await item.getByRole("button", { name: "Save the feet of run 1" }).click();
  await expect(item.getByText("1 of 2 measured")).toBeVisible();
  await expect(item.getByText(/Run 1.*62 bulbs/)).toBeVisible();
  // At its end nothing of the page lies under the next step.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  expect(await inEveryDress(page)).toEqual([]);
  await page.goto(`/panel/leads?record=lead.${lead}`);
  await expect(runs(page).nth(1)).toContainText("41.5 ft");
});

test("a sample house of ours is not passed off as the visitor's, and what is too short has no range", async ({
  page,
}) => {
  await signIn(page, "admin");
  const part = page.getByRole("region", { name: "Drawing of lights" });
  const open = async (plan: object) => {
    const lead = await drawn(page, fresh("Sample"), { ...PLAN, ...plan }, PHOTO);
    await page.goto(`/panel/leads?record=lead.${lead}`);
  };
  await open({ m: "farmhouse" });
  await expect(part.getByText(/^Drawn on a sample house of ours, so it says nothing of the feet/)).toBeVisible();
  await expect(runs(page).nth(1)).toContainText("Sample house");
  await expect(part).not.toContainText(/\d ft/);
  await open({ l: [[400, 1500, 440, 1500]] });
  await expect(part.getByText("The drawing is too short to price.")).toBeVisible();
  await expect(runs(page).nth(1)).toContainText("Too short to say");
  await open({});
  await expect(part.getByText(/^As drawn: 48-60 ft/)).toBeVisible();
});

test("a plan of 24 runs is printed on one page", async ({ page }) => {
  await signIn(page, "admin");
  const lines = Array.from({ length: 24 }, (_, i) => [200, 100 + i * 160, 3900, 100 + i * 160]);
  const lead = await drawn(page, fresh("Large"), { ...PLAN, l: lines }, PHOTO);
  await page.goto(`/panel/leads?record=lead.${lead}`);
  await expect(page.getByText("The lights cannot be drawn on this picture here.")).toBeVisible();
  await page.getByRole("button", { name: "Lighting Plan to Print" }).click();
  await expect(page.getByRole("dialog", { name: /^Lighting plan: / }).getByRole("row")).toHaveCount(26);
  for (const format of ["A4", "Letter"]) {
    const pdf = await page.pdf({ format, margin: { top: "12mm", bottom: "12mm", left: "12mm", right: "12mm" } });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
});
