// The roofline studio: from a picture to a request that carries the drawing; by keys, by touch, and where something is missing.
import { fileURLToPath } from "node:url";
import type { Locator, Page } from "@playwright/test";
import { inEveryDress } from "./dress";
import { expect as briskly, test } from "./site-visitor";

// A picture is looked at and lit by the processor alone here.
const expect = briskly.configure({ timeout: 30_000 });

const HOUSE = fileURLToPath(new URL("../public/img/live/day-1280.jpg", import.meta.url));

const studio = (page: Page) => page.getByRole("dialog", { name: "See Your House Lit" });
const quote = (page: Page) => page.getByRole("dialog", { name: "Your Free Quote" });
const said = (page: Page) => page.locator(".studio-view [role=status]");
const figure = (page: Page) => page.locator("[data-slot=figure]");
const picture = (page: Page) => studio(page).getByRole("application");
const button = (page: Page, name: string | RegExp) => studio(page).getByRole("button", { name });
const title = (page: Page, name: string) => studio(page).getByRole("heading", { name });

/** Where a point of the house's picture, 1280 wide, lies on the screen. */
async function onScreen(page: Page, x: number, y: number) {
  const box = await picture(page).boundingBox();
  if (!box) throw new Error("The picture is not shown.");
  return [box.x + (x / 1280) * box.width, box.y + (y / 720) * box.height] as const;
}

async function choose(page: Page, file: string | { name: string; mimeType: string; buffer: Buffer } = HOUSE) {
  await page.getByLabel("Choose a Photo: file").setInputFiles(file);
}

/** Waits until dusk is drawn: as a simple picture, since light costs seconds here; one journey sees the other. */
const lit = (page: Page, drawing = "still") =>
  page.waitForSelector(`.studio-dusk[data-drawing="${drawing}"]`, { timeout: 60_000, state: "attached" });

/** How bright the picture is on the screen, on the whole: from 0 to 255. */
async function lightIn(page: Page) {
  const shot = (await page.locator(".studio-frame").screenshot()).toString("base64");
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const paper = new OffscreenCanvas(16, 16).getContext("2d");
    paper?.drawImage(image, 0, 0, 16, 16);
    const bytes = paper?.getImageData(0, 0, 16, 16).data ?? new Uint8ClampedArray();
    return bytes.filter((_, i) => i % 4 < 3).reduce((sum, byte) => sum + byte, 0) / 768;
  }, shot);
}

/** What no drawing says of the building, and so is asked. */
async function sayBuilding(form: Locator) {
  await expect(form.getByRole("radio", { name: /Front only|Whole roofline|^[123]/, checked: true })).toHaveCount(0);
  await form.getByText("Front only").click();
  await form.getByText("2", { exact: true }).click();
  await form.getByRole("button", { name: "I don't know" }).click();
}

/** Fills in the quote that the studio has opened, up to sending it. */
async function askFor(page: Page, form: Locator) {
  await form.getByLabel("ZIP code").fill("43215");
  await form.getByRole("button", { name: "See My Range" }).click();
  await form.getByRole("button", { name: "Get My Written Quote" }).click();
  const id = Math.random().toString(36).slice(2, 8);
  await form.getByLabel("Name").fill(`Robin ${id}`);
  await form.getByLabel("Email").fill(`robin-${id}@example.com`);
  await page.clock.fastForward(10_000);
  await form.getByRole("button", { name: "Request My Quote" }).click();
  await expect(form).toContainText("Request received");
}

/** Tab by tab, as whoever has no mouse. */
async function tabTo(page: Page, target: Locator) {
  for (let i = 0; i < 60; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not lead there.");
}

/** A browser without WebGL. */
const drawPlainly = () =>
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function get(this: HTMLCanvasElement, kind: string, ...more: []) {
        return kind === "webgl2" ? null : getContext.call(this, kind, ...more);
      } as typeof getContext;
    }),
  );

test("dusk falls on a house of ours, and the slider brings the day back", async ({ page, visit }) => {
  await visit("/residential?studio=farmhouse");
  await lit(page, "live");
  const evening = page.getByRole("slider", { name: "Day to night" });
  await expect(evening).toHaveValue("100");
  await expect.poll(() => lightIn(page)).toBeLessThan(60);
  const night = await lightIn(page);
  await evening.fill("0");
  await expect(evening).toHaveAttribute("aria-valuetext", "Day");
  await expect.poll(() => lightIn(page)).toBeGreaterThan(1.5 * night);
});

test.describe("drawn plainly", () => {
  drawPlainly();

  test("a house of ours is lit, and goes with a request @both", async ({ page, visit }) => {
    await page.clock.install();
    await page.clock.resume();
    const loaded: string[] = [];
    page.on("request", (one) => loaded.push(one.url()));
    await visit("/residential");
    expect(loaded.filter((url) => /[/]studio-[\w-]{7}[.]/.test(url))).toEqual([]);
    const opener = page.getByRole("button", { name: "See It on Your House" });
    await opener.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    await opener.click();
    await expect(studio(page)).toBeVisible();
    await expect(page).toHaveURL(/[?]studio$/);
    await page.goBack();
    await expect(studio(page)).toBeHidden();
    await expect(opener).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);

    await opener.click();
    await button(page, "Farmhouse").click();
    await lit(page);
    await button(page, "Holiday").click();
    await expect(button(page, "Holiday")).toHaveAttribute("aria-pressed", "true");
    await button(page, "Save or Send").click();
    await expect(figure(page)).toContainText(
      /Front only: \d+-\d+ ft, about \$[\d,]+ to \$[\d,]+[.] We measure on site/,
    );
    await expect(studio(page).getByRole("checkbox")).toHaveCount(0);
    await button(page, "Get a Quote for This").click();
    const form = quote(page);
    await expect(studio(page)).toBeHidden();
    await expect(form.locator("[data-slot=carried]")).toContainText("lit in Holiday, without a picture");
    // The length of our house says nothing about theirs.
    await expect(form.getByRole("textbox", { name: "Length in feet, typed" })).toHaveValue("");
    await sayBuilding(form);
    const sent = page.waitForRequest("**/api/drawings");
    await askFor(page, form);
    const body = (await sent).postData() ?? "";
    expect(body).toContain('"m":"farmhouse"');
    expect(body).toContain('"s":"holiday"');
    expect(body).not.toContain("image/jpeg");
    await expect(form).toContainText("Your drawing has arrived.");
  });

  test.describe("by touch on a phone", () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, forgive: /ERR_FAILED/ });

    test("two taps trace an edge, one the garage; the picture goes along where it is agreed to", async ({
      page,
      visit,
    }) => {
      await page.clock.install();
      await page.clock.resume();
      await visit("/residential?studio");
      await choose(page);
      await expect(title(page, "Tap one end of a roof edge")).toBeFocused();
      const tap = async (x: number, y: number) => page.touchscreen.tap(...(await onScreen(page, x, y)));
      const top = (await picture(page).boundingBox())?.y;
      await tap(505, 295);
      await expect(said(page)).toHaveText("First end set. Now tap the other one.");
      await tap(720, 301);
      await expect(said(page)).toHaveText("1. Gable added.");
      expect((await picture(page).boundingBox())?.y).toBe(top);
      await button(page, /^1[.] Gable/).tap();
      await expect(button(page, "Point 1 of")).toHaveCount(0);
      await tap(560, 221);
      await expect(said(page)).toHaveText("1. Gable chosen. Tap it again to begin an edge there.");

      // Two fingers bring the picture closer, and tap nothing; an end is taken back.
      const touches = await page.context().newCDPSession(page);
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...at: (readonly [number, number])[]) =>
        touches.send("Input.dispatchTouchEvent", { type, touchPoints: at.map(([x, y], id) => ({ x, y, id })) });
      const [x, y] = await onScreen(page, 640, 360);
      const wide = (await picture(page).boundingBox())?.width ?? 0;
      await touch("touchStart", [x - 20, y]);
      await touch("touchStart", [x - 20, y], [x + 20, y]);
      await touch("touchMove", [x - 40, y], [x + 40, y]);
      await touch("touchEnd");
      expect((await picture(page).boundingBox())?.width).toBeCloseTo(2 * wide, 0);
      await expect(said(page)).toHaveText(/^1[.] Gable chosen/);
      await tap(800, 200);
      await expect(said(page)).toHaveText("First end set. Now tap the other one.");
      await button(page, "Undo").tap();
      await expect(said(page)).toHaveText("The end you began with was dropped.");
      await button(page, "Whole Picture").tap();
      expect((await picture(page).boundingBox())?.width).toBeCloseTo(wide, 0);

      await button(page, "Set a Size").tap();
      await expect(figure(page)).toHaveText("Feet and a price range appear once a size is set.");
      await expect(studio(page)).not.toContainText("$");
      await tap(1062, 500);

      // The box is shown up close: no figure before it is confirmed, and a finger sets its corners.
      await expect(title(page, "Does the box fit the door?")).toBeFocused();
      expect((await picture(page).boundingBox())?.width).toBeGreaterThan(1.5 * wide);
      await expect(figure(page)).toHaveCount(0);
      const corner = button(page, "Corner 1 of 4");
      const at = await corner.boundingBox();
      expect(at?.width).toBeGreaterThanOrEqual(44);
      const [left, high] = [(at?.x ?? 0) + 22, (at?.y ?? 0) + 22];
      await touch("touchStart", [left, high]);
      await touch("touchMove", [left - 12, high - 6]);
      await expect(page.locator(".studio-loupe")).toBeVisible();
      await touch("touchEnd");
      expect((await corner.boundingBox())?.x).toBeCloseTo(left - 34, 0);
      await button(page, "Undo").tap();
      expect((await corner.boundingBox())?.x).toBeCloseTo(left - 22, 0);
      await expect(button(page, "One")).toHaveAttribute("aria-pressed", "false");
      await button(page, "Yes, It Fits").tap();
      expect((await picture(page).boundingBox())?.width).toBeCloseTo(wide, 0);
      await expect(figure(page)).toHaveText(/^Front only: \d+-\d+ ft[.] Say how many stories for a price range[.]/);
      await expect(studio(page)).not.toContainText("$");
      await button(page, "Two").tap();
      await expect(figure(page)).toContainText(/Front only: \d+-\d+ ft, about \$/);
      await studio(page).getByText("The whole house").tap();
      await expect(figure(page)).toContainText(/Whole house: \d+-\d+ ft, about \$/);
      const told = (await figure(page).textContent()) ?? "";
      const [, feet = "", range = ""] = /: (\d+-\d+ ft), about (\$[\d,]+ to \$[\d,]+)[.]/.exec(told) ?? [];

      await button(page, "See It Lit").tap();
      await lit(page);
      await tap(611, 338);
      await expect(said(page)).toHaveText("Window lit.");
      await tap(611, 338);
      await expect(said(page)).toHaveText("Window dark.");

      await button(page, "Save or Send").tap();
      const consent = studio(page).getByRole("checkbox", { name: "Send my picture with my request" });
      await expect(consent).not.toBeChecked();
      await consent.tap();
      await button(page, "Get a Quote for This").tap();
      const form = quote(page);
      await expect(form.locator("[data-slot=carried]")).toContainText("with your picture");
      await expect(form.getByRole("radio", { name: "Whole roofline" })).toBeChecked();
      await expect(form.getByRole("textbox", { name: "Length in feet, typed" })).not.toHaveValue("150");
      await expect(form.locator("[data-slot=carried]")).toContainText(`${feet} as drawn`);
      await expect(form.getByRole("radio", { name: "2", exact: true })).toBeChecked();

      // The first answer is lost on the way.
      await page.route("**/api/drawings", (route) => route.abort(), { times: 1 });
      await askFor(page, form);
      await expect(form.getByText("Your drawing did not arrive.")).toBeVisible();
      const sent = page.waitForRequest("**/api/drawings");
      await form.getByRole("button", { name: "Send the Drawing Again" }).tap();
      expect((await sent).headers()["content-type"]).toContain("multipart");
      await expect(form).toContainText("Your drawing has arrived.");
      // What the studio said is what the server says.
      await expect(form).toContainText(`Your estimated range is ${range}.`);
    });
  });
  test.describe("without a mouse", () => {
    test.use({ contextOptions: { reducedMotion: "reduce" } });

    test("found edges are checked in a list, and everything else goes by keys", async ({ page, visit }) => {
      await page.clock.install();
      await page.clock.resume();
      await visit("/commercial");
      const keys = page.keyboard;
      await page.getByRole("button", { name: "See It on Your Building" }).focus();
      await keys.press("Enter");
      await expect(button(page, "Choose a Photo")).toBeFocused();
      await choose(page);
      await expect(title(page, "Tap one end of a roof edge")).toBeFocused();
      await keys.press("Tab");
      await keys.press("Enter");
      // Those that are surely of the roof are lit at once.
      await expect(said(page)).toHaveText(/\d+ edges found, [2-9] lit[.] /);
      const count = Number((await said(page).textContent())?.match(/(\d+) lit/)?.[1]);
      const last = button(page, new RegExp(`^${count}[.] `));
      await expect(last).toBeVisible();
      const checks = studio(page).getByRole("checkbox");
      await expect(checks.first()).toBeChecked();
      await expect(checks.last()).not.toBeChecked();
      await tabTo(page, checks.first());
      await keys.press("Space");
      await expect(last).toHaveCount(0);
      await keys.press("Space");
      await expect(last).toBeVisible();

      await tabTo(page, picture(page));
      await keys.press("ArrowRight");
      await expect(said(page)).toHaveText(/\d+% from the left, \d+% from the top[.]/);
      const from = await page.locator(".studio-cursor").boundingBox();
      for (let i = 0; i < 10; i++) await keys.press("ArrowRight");
      const to = await page.locator(".studio-cursor").boundingBox();
      expect((to?.x ?? 0) - (from?.x ?? 0)).toBeGreaterThan(40);
      await keys.press("Enter");
      await expect(said(page)).toHaveText("First end set. Now tap the other one.");
      await keys.press("Escape");
      await expect(said(page)).toHaveText("The end you began with was dropped.");
      await expect(studio(page)).toBeVisible();
      await keys.press("Backspace");
      await expect(last).toHaveCount(0);
      await keys.press("Control+z");
      await expect(last).toBeVisible();

      // A point of an edge is moved, and the edge is split there.
      await tabTo(page, button(page, /^1[.] /));
      await keys.press("Enter");
      await tabTo(page, button(page, "Add a Point"));
      await keys.press("Enter");
      await tabTo(page, button(page, "Split"));
      await keys.press("Enter");
      await expect(said(page)).toHaveText("Split in two.");
      await expect(button(page, new RegExp(`^${count + 1}[.] `))).toBeVisible();

      await tabTo(page, button(page, "Set a Size"));
      await keys.press("Enter");
      await expect(title(page, "Draw a box")).toBeFocused();
      await tabTo(page, studio(page).getByLabel("What you know the size of"));
      await keys.press("End");
      await expect(title(page, "Draw a box from the ground to the eave.")).toBeVisible();
      await keys.press("Shift+Tab");
      await tabTo(page, picture(page));
      await keys.press("Enter");
      await expect(title(page, "Does the box reach from the ground to the eave?")).toBeFocused();
      await tabTo(page, button(page, "Yes, It Fits"));
      await keys.press("Enter");
      await expect(said(page)).toHaveText("First say how many stories there are.");
      await tabTo(page, button(page, "Two"));
      await keys.press("Enter");
      // What was guessed is looked at: a corner is set before it fits.
      await tabTo(page, button(page, "Yes, It Fits"));
      await keys.press("Enter");
      await expect(said(page)).toHaveText("This box is a guess. First set at least one of its corners.");
      await tabTo(page, button(page, "Corner 3 of 4"));
      await keys.press("ArrowDown");
      const confirm = async () => {
        await tabTo(page, button(page, "Yes, It Fits"));
        await keys.press("Enter");
        await expect(figure(page)).toContainText(/Front only: \d+-\d+ ft, about \$/);
      };
      await confirm();
      await tabTo(page, button(page, "Look Again"));
      await keys.press("Enter");
      await expect(figure(page)).toHaveCount(0);
      await tabTo(page, button(page, "Corner 1 of 4"));
      const high = await button(page, "Corner 1 of 4").boundingBox();
      for (let i = 0; i < 4; i++) await keys.press("ArrowUp");
      expect((await button(page, "Corner 1 of 4").boundingBox())?.y).toBeLessThan(high?.y ?? 0);
      await confirm();

      await tabTo(page, button(page, "See It Lit"));
      await keys.press("Enter");
      await lit(page);
      await expect(studio(page)).toContainText("Effects are paused");
      await tabTo(page, button(page, "Save or Send"));
      await keys.press("Enter");
      await tabTo(page, button(page, "Get a Quote for This"));
      await keys.press("Enter");
      await expect(quote(page).locator("[data-slot=carried]")).toContainText("lit in Warm white, without a picture");
      await tabTo(page, quote(page).getByRole("button", { name: "Leave It Out" }));
      await keys.press("Enter");
      await expect(quote(page).locator("[data-slot=carried]")).toHaveCount(0);
      // Its length goes with it.
      await expect(quote(page).getByRole("textbox", { name: "Length in feet, typed" })).toHaveValue("150");
      let sent = 0;
      page.on("request", (one) => {
        if (one.url().includes("/api/drawings")) sent++;
      });
      await askFor(page, quote(page));
      expect(sent).toBe(0);
    });
  });

  /** A tap on the garage, which shows it up close. */
  async function tapDoor(page: Page) {
    await page.mouse.click(...(await onScreen(page, 1062, 500)));
    await expect(title(page, "Does the box fit the door?")).toBeFocused();
  }

  /** A gable of the house, and its garage in a box up close. */
  async function boxed(page: Page) {
    await choose(page);
    await expect(title(page, "Tap one end of a roof edge")).toBeFocused();
    for (const [x, y] of [
      [505, 295],
      [720, 301],
    ] as const) {
      await page.mouse.click(...(await onScreen(page, x, y)));
      await expect(said(page)).toHaveText(x === 505 ? /^First end set/ : /added/);
    }
    await button(page, "Set a Size").click();
    await tapDoor(page);
  }

  const kept = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem("studioPlan") ?? "null"));
  const toQuote = async (page: Page) => {
    await button(page, /Finish$/).click();
    await button(page, "Get a Quote for This").click();
    return quote(page);
  };
  const lengthIn = (form: Locator) => form.getByRole("textbox", { name: "Length in feet, typed" });

  test("what a step back takes back is what the size is taken from", async ({ page, visit }) => {
    await visit("/residential?studio");
    await boxed(page);
    const kind = studio(page).getByLabel("What you know the size of");
    const found = await kind.inputValue();
    const other = found === "garage8x7" ? "garage16x7" : "garage8x7";
    await kind.selectOption(other);
    await expect(kind).toHaveValue(other); // control
    await button(page, "Undo").click();
    await expect(kind).toHaveValue(found);
    await button(page, "Yes, It Fits").click();
    await expect.poll(async () => (await kept(page))?.r).toMatchObject({ k: found, h: 0 });
    await button(page, "Look Again").click();
    await kind.selectOption("stories");
    await expect(title(page, "Draw a box from the ground to the eave.")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(title(page, "Does the box fit the door?")).toBeVisible();
    await expect(kind).toHaveValue(found);
  });

  test("a request takes from a drawing what it says, and asks for the rest", async ({ page, visit }) => {
    test.slow();
    await visit("/residential?studio");
    await boxed(page);
    // Without a confirmed size: what was chosen goes along, and no length is made up.
    await button(page, "Two").click();
    let form = await toQuote(page);
    await expect(form.getByRole("radio", { name: "2", exact: true })).toBeChecked();
    await expect(lengthIn(form)).toHaveValue("");
    await form.getByLabel("ZIP code").fill("43215");
    await form.getByRole("button", { name: "See My Range" }).click();
    await expect(form.getByText("Please say how much of it to light")).toBeVisible();
    await expect(form.getByText(/^Choose a length between/)).toBeVisible();
    await expect(form).not.toContainText("$");
    await page.keyboard.press("Escape");

    // The same once its size is confirmed, and for the whole house: one range, also after a reload.
    await page.goto("/residential?studio");
    await button(page, "Go On with It").click();
    await studio(page).getByRole("button", { name: "Size", exact: true }).click();
    await button(page, "Yes, It Fits").click();
    await studio(page).getByText("The whole house").click();
    await expect(figure(page)).toContainText(/Whole house: \d+-\d+ ft, about \$/);
    const told = (await figure(page).textContent()) ?? "";
    await expect.poll(async () => (await kept(page))?.g).toBe("whole");
    await page.reload();
    await button(page, "Go On with It").click();
    await button(page, /Finish$/).click();
    await expect(figure(page)).toHaveText(told);
    form = await toQuote(page);
    await expect(form.getByRole("radio", { name: "Whole roofline" })).toBeChecked();
    await expect(lengthIn(form)).toHaveValue(/^\d+$/);
    await form.getByRole("button", { name: "See My Range" }).click();
    await expect(form).toContainText(/\d+-\d+ feet of roofline/);
    const [, range = ""] = /about (\$[\d,]+ to \$[\d,]+)[.]/.exec(told) ?? [];
    await expect(form).toContainText(range.replace(" to ", "-"));

    // The page is loaded again: the drawing is gone from the request, and its feet with it.
    await page.reload();
    await page.getByRole("main").getByRole("button", { name: "Schedule Consultation", exact: true }).click();
    form = quote(page);
    await expect(form).toContainText("Your drawing is no longer part of this request");
    await expect(lengthIn(form)).toHaveValue("150");
    await expect(form.getByLabel("ZIP code")).toHaveValue("43215");
    await lengthIn(form).fill("88");

    // A drawing whose size was taken back has no feet; what the visitor typed is theirs.
    await page.goto("/residential?studio");
    await button(page, "Go On with It").click();
    await studio(page).getByRole("button", { name: "Size", exact: true }).click();
    await button(page, "Look Again").click();
    form = await toQuote(page);
    await expect(lengthIn(form)).toHaveValue("88");
    await expect(form).not.toContainText("no longer part");
  });

  test("what is no photo is refused in a sentence, and nothing of a photo leaves the device", async ({
    page,
    visit,
  }) => {
    await visit("/residential?studio");
    await expect(studio(page)).toBeVisible();
    await choose(page, { name: "house.jpg", mimeType: "image/jpeg", buffer: Buffer.from("no picture at all") });
    await expect(studio(page).getByRole("status")).toHaveText(/[A-Z].+[.]/);
    await expect(button(page, "Choose a Photo")).toBeVisible();
    const posted: string[] = [];
    page.on("request", (one) => one.method() !== "GET" && posted.push(one.url()));
    await choose(page);
    await expect(title(page, "Tap one end of a roof edge")).toBeFocused();
    await button(page, "Turn It").click();
    await expect.poll(async () => (await picture(page).boundingBox())?.width ?? 0).toBeLessThan(500);
    await button(page, "Another Picture").click();
    await choose(page);
    await expect(title(page, "Tap one end of a roof edge")).toBeFocused();
    await page.mouse.click(...(await onScreen(page, 505, 295)));
    await expect(said(page)).toHaveText("First end set. Now tap the other one.");
    await page.mouse.click(...(await onScreen(page, 720, 301)));
    await expect(said(page)).toHaveText("1. Gable added.");

    // A point is dragged, and its way back is one step.
    const grip = button(page, "Point 1 of");
    const at = await grip.boundingBox();
    const [x, y] = [(at?.x ?? 0) + 22, (at?.y ?? 0) + 22];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 30, y + 10, { steps: 4 });
    await expect(page.locator(".studio-loupe")).toBeVisible();
    await page.mouse.up();
    expect((await grip.boundingBox())?.x).toBeCloseTo((at?.x ?? 0) + 30, 0);
    await button(page, "Undo").click();
    expect((await grip.boundingBox())?.x).toBeCloseTo(at?.x ?? 0, 0);

    // The same edge once more is no other one.
    await button(page, /^1[.] Gable/).click();
    await page.mouse.click(...(await onScreen(page, 505, 295)));
    await expect(said(page)).toHaveText("First end set. Now tap the other one.");
    await page.mouse.click(...(await onScreen(page, 720, 301)));
    await expect(said(page)).toHaveText("This edge is drawn already.");
    await expect(button(page, /^2[.] /)).toHaveCount(0);

    // It is there again after a reload, until its owner deletes it.
    await page.waitForTimeout(600);
    await page.reload();
    await button(page, "Go On with It").click();
    await lit(page);
    await button(page, /Edges$/).click();
    await expect(button(page, /^1[.] Gable/)).toBeVisible();
    await button(page, /Finish$/).click();
    await button(page, "Delete This Drawing").click();
    await expect(button(page, "Choose a Photo")).toBeVisible();
    await expect(button(page, "Go On with It")).toHaveCount(0);
    await page.reload();
    await expect(button(page, "Choose a Photo")).toBeVisible();
    await expect(button(page, "Go On with It")).toHaveCount(0);
    expect(posted).toEqual([]);
  });

  test("a link brings a house of ours as it was lit; a broken one says so", async ({ page, context, visit }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await visit("/residential?studio=colonial&scheme=july-60");
    await lit(page);
    await expect(button(page, "July Fourth")).toHaveAttribute("aria-pressed", "true");
    await expect(studio(page).getByRole("slider", { name: "Brightness" })).toHaveValue("60");
    await button(page, "Lagoon").click();
    await studio(page).getByRole("slider", { name: "Spacing" }).fill("10");
    await button(page, "Save or Send").click();
    const download = page.waitForEvent("download");
    await button(page, "Save Picture").click();
    expect((await download).suggestedFilename()).toBe("house-in-lights.png");
    await button(page, "Copy Link").click();
    await expect(said(page)).toContainText("Link copied.");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain("?studio#plan=");
    // Painted all over, it opens as well, but is more than a request takes.
    const [address = "", packed = ""] = link.split("#plan=");
    const p = Array.from({ length: 48 }, (_, i) => 1000 + i);
    const k = Array.from({ length: 12 }, () => ({ y: true, r: 9, p }));
    const w = Array.from({ length: 40 }, () => [1000, 1000, 1100, 1000, 1100, 1100, 1000, 1100]);
    const full = { ...JSON.parse(Buffer.from(packed, "base64url").toString()), k, w };
    await page.goto("/");
    await page.goto(`${address}#plan=${Buffer.from(JSON.stringify(full)).toString("base64url")}`);
    await lit(page);
    await button(page, /Finish$/).click();
    await expect(studio(page)).toContainText("There is too much in this drawing to send it.");
    await expect(button(page, "Get a Quote for This")).toBeDisabled();
    await page.goto("/");
    await page.goto(link);
    await lit(page);
    await expect(button(page, "Lagoon")).toHaveAttribute("aria-pressed", "true");
    await expect(studio(page).getByRole("slider", { name: "Spacing" })).toHaveValue("10");
    await page.goto("/");
    await page.goto("/residential?studio#plan=broken");
    await expect(studio(page).getByRole("status")).toContainText("This link is not whole.");
    await page.keyboard.press("Escape");
    await expect(studio(page)).toBeHidden();
    await expect(page).toHaveURL("/residential");
  });

  test("a picture of the gallery leads to a house like it", async ({ page, visit }) => {
    await visit("/gallery");
    const holiday = page.locator("#pictures li", { hasText: "Holiday" }).getByRole("link").first();
    await holiday.scrollIntoViewIfNeeded();
    await holiday.click();
    const way = page.getByRole("dialog").getByRole("link", { name: "See it on a house like this" });
    await expect(way).toHaveAttribute("href", /^[/]residential[?]studio=/);
    await way.click();
    await lit(page);
  });

  test("a size up close has no fault that axe finds, in both themes, from 360 to 1280 px", async ({ page, visit }) => {
    await visit("/residential?studio=farmhouse");
    await lit(page);
    await studio(page).getByRole("button", { name: "Size", exact: true }).click();
    await expect(title(page, "The size is set")).toBeVisible();
    await button(page, "Look Again").click();
    await expect(button(page, "Corner 4 of 4")).toBeVisible();
    expect(await inEveryDress(page)).toEqual([]);
  });

  test("no step has a fault that axe finds, in both themes, from 360 to 1280 px", async ({ page, visit }) => {
    await visit("/residential?studio");
    await expect(studio(page)).toBeVisible();
    expect.soft(await inEveryDress(page), "the start").toEqual([]);
    await button(page, "Farmhouse").click();
    await lit(page);
    expect.soft(await inEveryDress(page), "dusk").toEqual([]);
    await button(page, /Edges$/).click();
    // The ends of a short edge lie as close on a phone as they do on the house.
    await button(page, /^3[.] Gable/).click();
    expect.soft(await inEveryDress(page), "edges").toEqual([]);
    await studio(page).getByRole("button", { name: "Size", exact: true }).click();
    expect.soft(await inEveryDress(page), "size").toEqual([]);
    await button(page, /Finish$/).click();
    expect.soft(await inEveryDress(page), "finish").toEqual([]);
  });
});
