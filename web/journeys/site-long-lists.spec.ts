// More photos and posts than a page carries: the page says how many there are, the others come on scroll, nothing moves.
import type { Page } from "@playwright/test";
import { expect, test } from "./site-visitor";

test.use({ baseURL: process.env.JOURNEY_LONG_URL });

const [PHOTOS, SAMPLES, CARRIED, POSTS] = [68, 12, 24, 30];
const gallery = (page: Page) => page.getByRole("region", { name: "Gallery" });
const tiles = (page: Page) => gallery(page).getByRole("figure");
const places = (page: Page) => gallery(page).locator("[data-slot=place]");
/** Scrolls to the first place that waits for its photo, if one does. In the page: a place may be filled between two calls. */
const nextPlace = (page: Page) =>
  page.evaluate(() => document.querySelector("[data-slot=place]")?.scrollIntoView({ block: "center" }));
const heightOf = async (page: Page) => (await gallery(page).getByRole("list").boundingBox())?.height ?? 0;

test("all photos are counted and come on scroll, each in its place", async ({ page, visit }) => {
  const asked: string[] = [];
  page.on("request", (call) => call.url().includes("/api/gallery") && asked.push(call.url()));
  await visit("/gallery");
  await expect(gallery(page).getByRole("status")).toHaveText(`Showing ${PHOTOS + SAMPLES} projects`);
  await expect(tiles(page)).toHaveCount(CARRIED + SAMPLES);
  await expect(places(page)).toHaveCount(PHOTOS - CARRIED);
  expect(asked).toEqual([]);
  const height = await heightOf(page);
  await expect(async () => {
    await nextPlace(page);
    await expect(gallery(page).getByRole("status")).toHaveText(`Showing ${PHOTOS + SAMPLES} projects`);
    expect(await tiles(page).count()).toBe(PHOTOS + SAMPLES);
  }).toPass();
  await expect(places(page)).toHaveCount(0);
  expect(Math.abs((await heightOf(page)) - height)).toBeLessThan(12);
  const names = await gallery(page)
    .getByRole("img")
    .evaluateAll((found) => found.map((one) => one.getAttribute("alt")));
  expect(new Set(names).size).toBe(PHOTOS + SAMPLES);
  expect(names[0]).toBe("Photo number 67, Street 67");
  expect(names[PHOTOS - 1]).toBe("Photo number 0, Street 0");
});

test("each category is counted truly at once and filled as it comes near", async ({ page, visit, request }) => {
  await visit("/gallery");
  for (const category of ["Residential", "Commercial", "Holiday", "Events"]) {
    const answer = await request.get(`/api/gallery?category=${category}&limit=1`);
    const count = Number(answer.headers()["x-total-count"]) + 3;
    await page.getByRole("button", { name: category, exact: true }).click();
    await expect(gallery(page).getByRole("status")).toHaveText(`${count} ${category} projects`);
    await nextPlace(page);
    await expect(tiles(page)).toHaveCount(count);
  }
});

test("eight tiles move while photos are fetched", async ({ page, visit }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/gallery*", async (route) => {
    await held;
    return route.continue();
  });
  await visit("/gallery");
  await nextPlace(page);
  await expect(gallery(page).getByRole("status")).toHaveText("Loading projects...");
  await expect(gallery(page).locator("[aria-busy=true] .animate-pulse:not(.animate-none)")).toHaveCount(8);
  answer();
  await expect(tiles(page)).not.toHaveCount(CARRIED + SAMPLES);
});

test("posts that are not in the page follow, with words while it lasts", async ({ page, visit }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/blog", async (route) => {
    await held;
    return route.continue();
  });
  await visit("/blog");
  const blog = page.getByRole("region", { name: "Blog" });
  await expect(blog.getByRole("status")).toHaveText(`${POSTS} posts`);
  await expect(blog.getByRole("article")).toHaveCount(CARRIED);
  await blog.getByRole("article").last().scrollIntoViewIfNeeded();
  await expect(blog.getByText("Loading blog posts...").last()).toBeVisible();
  answer();
  await expect(blog.getByRole("article")).toHaveCount(POSTS);
  await expect(blog.getByRole("status")).toHaveText(`${POSTS} posts`);
});

test.describe("when the rest cannot be fetched", () => {
  test.use({ forgive: /Failed to load resource/ });

  test("what is there stays, and it can be tried again", async ({ page, visit }) => {
    await page.route("**/api/gallery*", (route) => route.abort(), { times: 1 });
    await visit("/gallery");
    await nextPlace(page);
    await expect(gallery(page).getByRole("alert")).toContainText("Some photos could not be loaded just now.");
    await expect(tiles(page)).toHaveCount(CARRIED + SAMPLES);
    await gallery(page).getByRole("button", { name: "Try again" }).click();
    await nextPlace(page);
    await expect(tiles(page)).not.toHaveCount(CARRIED + SAMPLES);
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the newest photos are there, and no empty place", async ({ page }) => {
    await page.goto("/gallery");
    await expect(tiles(page)).toHaveCount(CARRIED + SAMPLES);
    await expect(places(page).first()).toBeHidden();
  });
});
