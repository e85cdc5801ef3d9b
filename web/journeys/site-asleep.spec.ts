// What is far below the view of a public page costs nothing until it is near, and works by the first press all the same.
import type { Page } from "@playwright/test";
import { expect, PUBLIC, test } from "./site-visitor";

test.use({ viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true });

/** A part comes to life within 600 pixels of the view; parts beyond this are far from it. */
const FAR = 700;

/** Parts of the page that are far below the view: how many, and those among them that are alive. */
const farBelow = (page: Page) =>
  page.evaluate((far) => {
    const parts = [...document.querySelectorAll("main > *, body footer")].filter(
      (part) => part.checkVisibility() && part.getBoundingClientRect().top > innerHeight + far,
    );
    const alive = parts.filter((part) => !part.matches("[data-lazy]"));
    return { count: parts.length, alive: alive.map((part) => part.id || part.outerHTML.slice(0, 80)) };
  }, FAR);

for (const path of PUBLIC) {
  test(`${path}: what is far below sleeps, and wakes when it comes near`, async ({ page, visit }) => {
    await visit(path);
    await expect(page.locator("main > [data-lazy]").first()).toBeAttached();
    const found = await farBelow(page);
    expect(found.count).toBeGreaterThan(0);
    expect(found.alive).toEqual([]);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await expect(page.getByRole("contentinfo")).not.toHaveAttribute("data-lazy");
    await page.evaluate(() => scrollTo(0, 0));
    expect((await farBelow(page)).alive.length).toBeGreaterThan(0); // what has come to life is noticed
  });
}

test("what comes near wakes before it is in view", async ({ page, visit }) => {
  await visit("/residential");
  const part = page.locator("#questions");
  await expect(part).toHaveAttribute("data-lazy");
  await part.evaluate((element) => scrollBy(0, element.getBoundingClientRect().top - innerHeight - 300));
  await expect(part).not.toHaveAttribute("data-lazy");
  await expect(part).not.toBeInViewport();
});

test("a press on what sleeps is done, and done once", async ({ page, visit }) => {
  await visit("/residential");
  const question = page.locator("#questions").getByRole("button").first();
  await expect(page.locator("#questions")).toHaveAttribute("data-lazy");
  await question.evaluate((button: HTMLElement) => button.click()); // without coming near
  await expect(question).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator("#questions")).not.toHaveAttribute("data-lazy");
  await expect(question).toHaveAttribute("aria-expanded", "true");
});

test("keys reach what sleeps", async ({ page, visit }) => {
  await visit("/residential");
  const question = page.locator("#questions").getByRole("button").first();
  await question.evaluate((button: HTMLElement) => button.focus({ preventScroll: true }));
  await page.keyboard.press("Enter");
  await expect(question).toHaveAttribute("aria-expanded", "true");
});

test("a choice that another part of the page makes holds when the sleeping part wakes", async ({ page, visit }) => {
  await visit("/financing");
  await page.locator("#plans").getByRole("button").first().click();
  await expect(page.locator("#calculator h2")).toBeFocused();
  await expect(page.locator("#calculator")).not.toHaveAttribute("data-lazy");
  await expect(page.locator("#questions h3").first()).toBeAttached();
});
