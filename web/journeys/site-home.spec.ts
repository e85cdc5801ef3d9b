// The landing page: its sections, the comparison that is dragged, and the quotes that turn by themselves.
import type { Page } from "@playwright/test";
import { expect, test } from "./site-visitor";

const SECTIONS = [
  "How It Works",
  "See the Transformation",
  "Perfect for Any Occasion",
  "Control from Anywhere",
  "Our Work",
  "What Our Customers Say",
  "Ready to Transform Your Property?",
];

test("shows its sections in order with their texts and counts", async ({ page, visit }) => {
  await visit("/");
  await expect(page.locator("h1")).toHaveText("Illuminate Your World, Year-Round");
  await expect(page.locator("main h2")).toHaveText(SECTIONS);
  await expect(page.locator("#how-it-works h3")).toHaveText([
    "Consultation",
    "Custom Design",
    "Professional Install",
    "Smart Control",
  ]);
  await expect(page.locator("#occasions h3")).toHaveText([
    "Residential",
    "Commercial",
    "Holiday Ready",
    "Events & Parties",
  ]);
  await expect(page.locator("#control li h3")).toHaveCount(4);
  await expect(page.locator("#work figure")).toHaveCount(6);
  await expect(page.getByRole("button", { name: "Get a Free Quote" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Get Your Free Quote" })).toBeVisible();
  await expect(page.getByRole("link", { name: "View Gallery" })).toHaveAttribute("href", "/gallery");
  await expect(page.getByRole("link", { name: "View Full Gallery" })).toHaveAttribute("href", "/gallery");
  await expect(page.getByRole("link", { name: "Download the App" })).toHaveAttribute("href", "/support#app");
});

test("the hero is 90 percent of the window high, and never under 600 pixels", async ({ page, visit }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit("/");
  const hero = page.locator("main header").first();
  expect((await hero.boundingBox())?.height).toBeGreaterThanOrEqual(810);
  await page.setViewportSize({ width: 1280, height: 500 });
  expect((await hero.boundingBox())?.height).toBeGreaterThanOrEqual(600);
});

test.describe("the comparison of day and night", () => {
  const divider = (page: Page) => page.getByRole("slider", { name: "Day and night comparison" });

  async function frame(page: Page) {
    const picture = divider(page).locator("xpath=..");
    await picture.scrollIntoViewIfNeeded();
    const box = await picture.boundingBox();
    if (!box) throw new Error("The comparison is not on the page.");
    return box;
  }

  test("starts at 50 and follows a drag, clamped to its frame", async ({ page, visit }) => {
    await visit("/");
    await expect(divider(page)).toHaveAttribute("aria-valuenow", "50");
    await expect(divider(page)).toHaveAttribute("aria-valuetext", "50 % night view");
    const box = await frame(page);
    const middle = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width / 2, middle);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.3, middle, { steps: 4 });
    await expect(divider(page)).toHaveAttribute("aria-valuenow", "30");
    await page.mouse.move(box.x + 1, middle, { steps: 4 });
    await page.mouse.up();
    await expect(divider(page)).toHaveAttribute("aria-valuenow", "0");
    await page.mouse.move(box.x + box.width * 0.8, middle);
    await expect(divider(page)).toHaveAttribute("aria-valuenow", "0");
  });

  test("goes where it is clicked, and to the ends by its buttons", async ({ page, visit }) => {
    await visit("/");
    const box = await frame(page);
    await page.mouse.click(box.x + box.width * 0.25, box.y + box.height * 0.6);
    await expect(divider(page)).toHaveAttribute("aria-valuenow", /^2[456]$/);
    await page.getByRole("button", { name: "Night", exact: true }).click();
    await expect(divider(page)).toHaveAttribute("aria-valuenow", "100");
    await page.getByRole("button", { name: "Day", exact: true }).click();
    await expect(divider(page)).toHaveAttribute("aria-valuenow", "0");
  });

  test("obeys the keys of a slider", async ({ page, visit }) => {
    await visit("/");
    await divider(page).focus();
    const keys: [string, string][] = [
      ["ArrowRight", "51"],
      ["ArrowLeft", "50"],
      ["PageUp", "60"],
      ["PageDown", "50"],
      ["Home", "0"],
      ["ArrowLeft", "0"],
      ["End", "100"],
      ["ArrowUp", "100"],
    ];
    for (const [key, value] of keys) {
      await page.keyboard.press(key);
      await expect(divider(page)).toHaveAttribute("aria-valuenow", value);
    }
  });

  test.describe("by touch", () => {
    test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

    test("goes where it is tapped and leaves scrolling to the page", async ({ page, visit }) => {
      await visit("/");
      const box = await frame(page);
      await expect(async () => {
        await page.touchscreen.tap(box.x + box.width * 0.75, box.y + box.height * 0.4);
        await expect(divider(page)).toHaveAttribute("aria-valuenow", /^7[456]$/, { timeout: 1000 });
      }, "a tap before the page's code is there moves nothing").toPass();
      expect(
        await divider(page)
          .locator("xpath=..")
          .evaluate((element) => getComputedStyle(element).touchAction),
      ).toBe("pan-y");
    });
  });
});

test.describe("the quotes", () => {
  const shown = (page: Page) =>
    page.locator('[aria-roledescription="slide"]:not([inert])').first().getAttribute("aria-label");

  async function watched(page: Page, visit: (path: string) => Promise<void>) {
    await page.clock.install();
    await visit("/");
    // The quotes sleep until they are near. From here on time passes as the journey says, however slow the machine is.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
    const quotes = page.getByRole("region", { name: "Customer quotes" });
    await quotes.scrollIntoViewIfNeeded();
    await expect(async () => {
      await page.clock.runFor(20);
      expect(await page.locator("[data-lazy]").filter({ has: quotes }).count()).toBe(0);
    }).toPass();
    await page.mouse.move(5, 5);
  }

  test("turn every five seconds and begin again after the last", async ({ page, visit }) => {
    await watched(page, visit);
    for (const label of ["1 of 4", "2 of 4", "3 of 4", "4 of 4", "1 of 4"]) {
      expect(await shown(page)).toBe(label);
      await page.clock.runFor(5000);
    }
  });

  test("stand still once one is chosen, and wrap around both ways", async ({ page, visit }) => {
    await watched(page, visit);
    await page.getByRole("button", { name: "Previous quote" }).click();
    expect(await shown(page)).toBe("4 of 4");
    await page.getByRole("button", { name: "Next quote" }).click();
    expect(await shown(page)).toBe("1 of 4");
    await page.getByRole("button", { name: "Show quote 3" }).click();
    expect(await shown(page)).toBe("3 of 4");
    await expect(page.getByRole("button", { name: "Show quote 3" })).toHaveAttribute("aria-disabled", "true");
    await page.mouse.move(5, 5);
    await page.clock.runFor(12_000);
    expect(await shown(page)).toBe("3 of 4");
  });

  test("stop at the button, which then starts them again", async ({ page, visit }) => {
    await watched(page, visit);
    await page.getByRole("button", { name: "Stop slide rotation" }).click();
    await page.mouse.move(5, 5);
    await page.clock.runFor(12_000);
    expect(await shown(page)).toBe("1 of 4");
    await page.getByRole("button", { name: "Start slide rotation" }).click();
    await page.mouse.move(5, 5);
    await page.clock.runFor(5000);
    expect(await shown(page)).toBe("2 of 4");
  });

  test("stop while pointed at, and for good when the focus goes inside", async ({ page, visit }) => {
    await watched(page, visit);
    await page.getByRole("region", { name: "Customer quotes" }).hover();
    await page.clock.runFor(12_000);
    expect(await shown(page)).toBe("1 of 4");
    await page.mouse.move(5, 5);
    await page.clock.runFor(5000);
    expect(await shown(page)).toBe("2 of 4");
    await page.getByRole("button", { name: "Next quote" }).focus();
    await page.clock.runFor(12_000);
    expect(await shown(page)).toBe("2 of 4");
    await page.getByRole("button", { name: "Start slide rotation" }).press("Enter");
    await page.clock.runFor(5000);
    expect(await shown(page)).toBe("3 of 4");
  });

  test("say their number, their rating and that they are samples", async ({ page, visit }) => {
    await visit("/");
    const slides = page.locator('[aria-roledescription="slide"]');
    await expect(slides).toHaveCount(4);
    for (const slide of await slides.all()) {
      await expect(slide).toContainText(/[1-5] out of 5/);
      await expect(slide).toContainText("Sample quote");
    }
    await page.locator("#testimonials").scrollIntoViewIfNeeded(); // it is alive from there
    await expect(page.locator('[aria-roledescription="slide"][inert]')).toHaveCount(3);
  });

  test.describe("where motion is unwanted", () => {
    test.use({ contextOptions: { reducedMotion: "reduce" } });

    test("never turn by themselves", async ({ page, visit }) => {
      await watched(page, visit);
      await page.clock.runFor(12_000);
      expect(await shown(page)).toBe("1 of 4");
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    });
  });
});

test("a scene chosen on the drawn app colors its roofline", async ({ page, visit }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await visit("/how-it-works");
  const bulb = page.locator("#app svg g").nth(1);
  const before = await bulb.getAttribute("style");
  await page.getByRole("radio", { name: "December" }).check({ force: true });
  expect(await bulb.getAttribute("style")).not.toBe(before);
});
