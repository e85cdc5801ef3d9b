// The live house: what a visitor sets is what the house shows, what an address says, and what a link brings back.
import type { Page } from "@playwright/test";
import { inEveryDress } from "./dress";
import { expect as briskly, test } from "./site-visitor";

// A canvas drawn by the processor, where the machine has no other: correct, but a few pictures a second.
const expect = briskly.configure({ timeout: 20_000 });
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM,
    args: ["--no-sandbox", "--disable-quic", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  },
});
test.describe.configure({ timeout: 90_000 });

// The small layers, which any visitor gets who saves data, are a quarter of the work.
test.beforeEach(({ context }) =>
  context.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } })),
);

const frame = (page: Page) => page.locator(".live-frame");
const status = (page: Page) => page.locator("#control [role=status]");
const scene = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Scrolls to the house and waits until it stands as it will stay. */
async function toHouse(page: Page, drawing: "live" | "still" = "live") {
  await frame(page).scrollIntoViewIfNeeded();
  await page.waitForSelector(`canvas[data-drawing="${drawing}"]`, { timeout: 60_000 });
}

/** The mean red, green and blue of a part of the house's picture, given as shares of it. */
async function seen(page: Page, [x, y, width, height]: [number, number, number, number]) {
  const shot = (await frame(page).screenshot()).toString("base64");
  return page.evaluate(
    async ([data, left, top, across, down]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 32;
      const paper = canvas.getContext("2d");
      if (!paper) throw new Error("No canvas to measure on.");
      const { naturalWidth: wide, naturalHeight: high } = image;
      paper.drawImage(image, left * wide, top * high, across * wide, down * high, 0, 0, 32, 32);
      const { data: bytes } = paper.getImageData(0, 0, 32, 32);
      const mean = (from: number) => bytes.filter((_, i) => i % 4 === from).reduce((sum, byte) => sum + byte, 0) / 1024;
      return [mean(0), mean(1), mean(2)] as [number, number, number];
    },
    [shot, x, y, width, height] as const,
  );
}

/** The lit wall under the large gable, and the sky beside it. */
const WALL: [number, number, number, number] = [0.24, 0.28, 0.18, 0.16];
const SKY: [number, number, number, number] = [0.55, 0.02, 0.4, 0.2];

test("a scene changes the light on the walls and leaves the sky alone", async ({ page, visit }) => {
  await visit("/");
  await toHouse(page);
  const [red, , blue] = await seen(page, WALL);
  expect(red).toBeGreaterThan(blue);
  const sky = await seen(page, SKY);
  await scene(page, "Lagoon").click();
  await expect(scene(page, "Lagoon")).toHaveAttribute("aria-pressed", "true");
  await expect(scene(page, "Warm white")).toHaveAttribute("aria-pressed", "false");
  await expect(status(page)).toHaveText("Lagoon, steady, 100% bright.");
  await expect
    .poll(async () => {
      const [r, , b] = await seen(page, WALL);
      return b - r;
    })
    .toBeGreaterThan(30);
  for (const [i, after] of (await seen(page, SKY)).entries()) expect(Math.abs(after - (sky[i] ?? 0))).toBeLessThan(4);
});

test("takes colors of one's own, dims, and turns to day", async ({ page, visit }) => {
  await visit("/");
  await toHouse(page);
  for (const name of ["Light 1", "Light 2", "Light 3"]) await page.getByLabel(name).fill("#00ff00");
  await expect(status(page)).toHaveText("Your own colors, steady, 100% bright.");
  await expect(page.locator("#control [aria-pressed=true]")).toHaveText(["Steady"]);
  const green = async () => {
    const [r, g] = await seen(page, WALL);
    return g - r;
  };
  await expect.poll(green).toBeGreaterThan(40);
  const full = await green();
  await page.getByRole("slider", { name: "Brightness" }).fill("30");
  await expect.poll(green).toBeLessThan(full * 0.6);
  const [, , night] = await seen(page, SKY);
  await page.getByRole("button", { name: "Daylight" }).click();
  await expect(status(page)).toHaveText("By day the lights are off and the channel disappears.");
  await expect.poll(async () => (await seen(page, SKY))[2]).toBeGreaterThan(night + 30);
  await expect.poll(async () => Math.abs(await green())).toBeLessThan(12);
});

test("obeys the keyboard alone", async ({ page, visit }) => {
  await visit("/");
  await toHouse(page);
  await scene(page, "Soft white").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(scene(page, "Holiday")).toHaveAttribute("aria-pressed", "true");
  const chain = ["Light 1", "Light 2", "Light 3"].map((name) => page.getByLabel(name));
  for (let stop = 0; stop < 6; stop++) await page.keyboard.press("Tab");
  for (const input of chain) {
    await expect(input).toBeFocused();
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await expect(scene(page, "Chase")).toHaveAttribute("aria-pressed", "true");
  const slider = page.getByRole("slider", { name: "Brightness" });
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(slider).toHaveAttribute("aria-valuetext", "95%");
  await expect(status(page)).toHaveText("Holiday, chase, 95% bright.");
});

test.describe("a link", () => {
  test.use({ contextOptions: { permissions: ["clipboard-read", "clipboard-write"], reducedMotion: "reduce" } });

  test("carries the scheme to another visitor", async ({ page, visit, context }) => {
    await visit("/?utm_source=letter");
    await toHouse(page);
    await scene(page, "July Fourth").click();
    await scene(page, "Twinkle").click();
    await page.getByRole("slider", { name: "Brightness" }).fill("60");
    await page.getByRole("button", { name: "Copy link" }).click();
    await expect(status(page)).toContainText("Link copied.");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).search).toBe("?utm_source=letter&scheme=july-twinkle-60");
    await expect(page).toHaveURL(link);

    const other = await context.newPage();
    await other.goto(link);
    await toHouse(other);
    await expect(frame(other)).toBeInViewport();
    await expect(status(other)).toHaveText("July Fourth, twinkle, 60% bright.");
    const canonical = (at: Page) => at.locator("link[rel=canonical]").getAttribute("href");
    expect(await canonical(other)).not.toContain("scheme");
    const [mine, theirs] = [await seen(page, WALL), await seen(other, WALL)];
    for (const [i, light] of mine.entries()) expect(Math.abs(light - (theirs[i] ?? 0))).toBeLessThan(4);
  });

  test("with words nobody knows shows the house as at first", async ({ page, visit }) => {
    await visit("/?scheme=%3Cb%3E-purple-999-chase");
    await toHouse(page);
    await expect(status(page)).toHaveText("Warm white, chase, 100% bright.");
    await expect(page).toHaveURL(/scheme=%3Cb%3E-purple-999-chase$/);
  });
});

/** How often the canvas has drawn. */
const drawn = (page: Page) => page.evaluate(() => (window as unknown as { draws: number }).draws);

/** Counts what the canvas draws from here on while the page shows so many frames. */
const drawsIn = (page: Page, frames: number) =>
  page.evaluate(async (count) => {
    const counted = window as unknown as { draws: number };
    const before = counted.draws;
    for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame);
    return counted.draws - before;
  }, frames);

/** Must be called before the page is opened. */
const countDraws = (page: Page) =>
  page.addInitScript(() => {
    const counted = window as unknown as { draws: number };
    counted.draws = 0;
    const { drawArrays } = WebGL2RenderingContext.prototype;
    WebGL2RenderingContext.prototype.drawArrays = function (...words) {
      counted.draws++;
      drawArrays.apply(this, words);
    };
  });

test("an effect runs while it is seen, and rests out of view and when it is over", async ({ page, visit }) => {
  await countDraws(page);
  await visit("/");
  await toHouse(page);
  await scene(page, "Chase").click();
  await expect.poll(() => drawsIn(page, 6)).toBeGreaterThan(2);
  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(() => drawsIn(page, 6)).toBe(0);
  await frame(page).scrollIntoViewIfNeeded();
  await expect.poll(() => drawsIn(page, 6)).toBeGreaterThan(2);
  await scene(page, "Steady").click();
  await expect.poll(() => drawsIn(page, 6)).toBe(0);
});

test.describe("where motion is unwanted", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("a scene is there at once and no effect runs", async ({ page, visit }) => {
    await countDraws(page);
    await visit("/?scheme=holiday-chase");
    await toHouse(page);
    await expect.poll(() => drawsIn(page, 6)).toBe(0);
    await expect(page.getByText("Effects are paused")).toBeVisible();
    const [red, , blue] = await seen(page, WALL);
    const before = await drawn(page);
    await scene(page, "Lagoon").click();
    await expect.poll(() => drawn(page)).toBe(before + 1);
    expect(await drawsIn(page, 6)).toBe(0);
    const [r, , b] = await seen(page, WALL);
    expect(b - r).toBeGreaterThan(blue - red + 30);
  });

  test("has no violation with the house alive", async ({ page, visit }) => {
    await visit("/?scheme=holiday");
    await toHouse(page);
    expect(await inEveryDress(page)).toEqual([]);
  });
});

test("comes only when it is near, and moves nothing when it comes", async ({ page, visit }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await visit("/");
  const parts = () => asked.filter((path) => /live-house.*\.js|\/img\/live\//.test(path));
  const block = page.locator("#control");
  const before = await block.evaluate((element) => element.getBoundingClientRect().height);
  expect(parts()).toEqual([]);
  await toHouse(page);
  // The example below shows the house by day in a picture of its own; the live house has not asked for its own by day.
  const byDay = await page
    .locator(".falling img")
    .first()
    .evaluate((img: HTMLImageElement) => new URL(img.currentSrc).pathname);
  const ofHouse = parts().filter((path) => path !== byDay);
  expect(ofHouse.length).toBe(5);
  expect(ofHouse.join()).not.toContain("/img/live/day");
  expect(await block.evaluate((element) => element.getBoundingClientRect().height)).toBe(before);
});

test.describe("without WebGL", () => {
  test("the still picture stays, and no control pretends to work", async ({ page, visit }) => {
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await visit("/");
    const height = await page.locator("#control").evaluate((element) => element.getBoundingClientRect().height);
    await toHouse(page, "still");
    await expect(page.getByRole("img", { name: "White modern farmhouse after dusk" })).toBeVisible();
    await expect(status(page)).toContainText("this browser cannot draw the live view");
    await expect(scene(page, "Holiday")).toBeHidden();
    expect(await page.locator("#control").evaluate((element) => element.getBoundingClientRect().height)).toBe(height);
  });
});

test("lights the house of the residential page too", async ({ page, visit }) => {
  await visit("/residential?scheme=lagoon#house");
  await toHouse(page);
  const [red, , blue] = await seen(page, WALL);
  expect(blue).toBeGreaterThan(red);
  await scene(page, "Warm white").click();
  await expect(page).toHaveURL(/\/residential\?scheme=warm#house$/);
});

test("every control can be reached at 360 pixels with the house in view", async ({ page, visit }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit("/");
  await toHouse(page);
  for (const control of await page.locator(".live-controls :is(button, input)").all()) {
    await control.focus();
    await expect(frame(page)).toBeInViewport({ ratio: 0.9 });
    const covered = await control.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return !there || !element.contains(there);
    });
    expect(covered, await control.evaluate((element) => element.outerHTML.slice(0, 90))).toBe(false);
  }
});

test("stands behind the quote in the visitor's light, and not at all on a phone", async ({ page, visit }) => {
  await visit("/?scheme=lagoon");
  await page.getByRole("button", { name: "Get a Free Quote" }).click();
  await page.waitForSelector("[data-state=open] canvas[data-drawing=live]", { timeout: 60_000 });
  await page.keyboard.press("Escape");
  await expect(page.locator("canvas")).toHaveCount(1);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("button", { name: "Get a Free Quote" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expect(page.locator("canvas")).toHaveCount(1);
});
