// The gallery: its filter, its comparison, and a photo on its way in.
import type { Page } from "@playwright/test";
import { expect, test } from "./site-visitor";

/** The smallest PNG that is one: a single pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const photo = (name = "porch.png", buffer = PIXEL, mimeType = "image/png") => ({ name, mimeType, buffer });

const grid = (page: Page) => page.getByRole("region", { name: "Gallery" });
const form = (page: Page) => page.locator("#share form");
const toast = (page: Page) => page.locator("[data-slot=toast]");

async function fillIn(page: Page) {
  await form(page).getByLabel("Name").fill("Robin Gale");
  await form(page).getByLabel("Email").fill("robin@example.com");
  await form(page).getByLabel("Location", { exact: true }).fill("Dublin, Ohio");
  await form(page).getByLabel("Category", { exact: true }).selectOption("Holiday");
  await form(page).getByLabel("Description", { exact: true }).fill("Two gables in red and white for December");
  await form(page)
    .getByRole("checkbox", { name: /^I took this photo/ })
    .check();
}

test("filters by category and counts what it shows", async ({ page, visit, request }) => {
  const sent: { category: string }[] = await (await request.get("/api/gallery")).json();
  await visit("/gallery");
  const tiles = grid(page).getByRole("figure");
  const all = sent.length + 12;
  await expect(tiles).toHaveCount(all);
  await expect(grid(page).getByRole("status")).toHaveText(`Showing ${all} projects`);
  for (const category of ["Residential", "Commercial", "Holiday", "Events"]) {
    const choice = page
      .getByRole("group", { name: "Filter projects by category" })
      .getByRole("button", { name: category });
    await choice.click();
    await expect(choice).toHaveAttribute("aria-pressed", "true");
    const count = sent.filter((item) => item.category === category).length + 3;
    await expect(tiles).toHaveCount(count);
    await expect(grid(page).getByRole("status")).toHaveText(`${count} ${category} projects`);
  }
  await page.getByRole("button", { name: "All", exact: true }).click();
  await expect(tiles).toHaveCount(all);
});

test("a picture shows its category on hover and on focus", async ({ page, visit }) => {
  await visit("/gallery");
  const tile = grid(page).getByRole("figure").last();
  const badge = tile.locator("[data-slot=badge]");
  await expect(badge).toHaveCSS("opacity", "0");
  await tile.hover();
  await expect(badge).toHaveCSS("opacity", "1");
  await page.mouse.move(0, 0);
  await expect(badge).toHaveCSS("opacity", "0");
  await page.keyboard.press("Tab");
  await tile.getByRole("link").focus();
  await expect(badge).toHaveCSS("opacity", "1");
});

test("a picture is enlarged, with its words, and arrow keys lead on", async ({ page, visit }) => {
  await visit("/gallery");
  const links = grid(page).getByRole("figure").getByRole("link");
  const names = await grid(page)
    .getByRole("img")
    .evaluateAll((found) => found.map((one) => one.getAttribute("alt") ?? ""));
  await links.nth(1).focus();
  await page.keyboard.press("Enter");
  const window = page.getByRole("dialog");
  await expect(window.getByRole("img", { name: names[1] ?? "" })).toBeVisible();
  await expect(window).toContainText("Customer photo,");
  await page.keyboard.press("ArrowRight");
  await expect(window.getByRole("img", { name: names[2] ?? "" })).toBeVisible();
  await window.getByRole("button", { name: "Previous picture" }).click();
  await page.keyboard.press("ArrowLeft");
  await expect(window.getByRole("img", { name: names[0] ?? "" })).toBeVisible();
  await expect(window.getByRole("button", { name: "Previous picture" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Escape");
  await expect(links.nth(1)).toBeFocused();
});

test("compares the same street by day and by night", async ({ page, visit }) => {
  await visit("/gallery");
  const divider = page.getByRole("slider", { name: "Day and night comparison" });
  await expect(divider).toHaveAttribute("aria-valuenow", "50");
  await page.getByRole("button", { name: "Night", exact: true }).click();
  await expect(divider).toHaveAttribute("aria-valuenow", "100");
});

test.describe("a photo", () => {
  test("can be sent once it is chosen, is thanked for and waits for approval @both", async ({
    page,
    visit,
    request,
  }) => {
    const before = await (await request.get("/api/gallery")).json();
    await visit("/gallery");
    const send = form(page).getByRole("button", { name: "Submit Photo" });
    await expect(send).toBeDisabled();
    await expect(form(page)).toContainText("Choose a photo first.");
    await fillIn(page);
    await form(page).getByLabel("Photo", { exact: true }).setInputFiles(photo());
    await expect(form(page).getByRole("img", { name: "Preview of your photo" })).toBeVisible();
    await expect(form(page)).toContainText("porch.png");
    const refetch = page.waitForRequest(
      (call) => call.method() === "GET" && call.url().endsWith("/api/gallery-photos"),
    );
    await send.click();
    await expect(toast(page)).toContainText("Submission Received!");
    await expect(toast(page)).toContainText(
      "Thank you for sharing your installation. We'll review it shortly and add it to our gallery.",
    );
    await refetch;
    const thanks = page.locator("#share");
    await expect(thanks.getByRole("heading", { name: "Thank You" })).toBeFocused();
    await expect(thanks).toContainText("pending approval");
    expect(await (await request.get("/api/gallery")).json()).toEqual(before);
    await thanks.getByRole("button", { name: "Submit Another Photo" }).click();
    await expect(form(page).getByLabel("Name")).toHaveValue("");
    await expect(form(page).getByRole("button", { name: "Submit Photo" })).toBeDisabled();
    await expect(form(page).getByLabel("Photo", { exact: true })).toBeFocused();
  });

  test("is asked for by Enter too, also after it was removed", async ({ page, visit }) => {
    await visit("/gallery");
    await fillIn(page);
    for (const removed of [false, true]) {
      if (removed) {
        await form(page).getByLabel("Photo", { exact: true }).setInputFiles(photo());
        await expect(form(page).getByText("Please select an image to upload")).toBeHidden();
        await form(page).getByRole("button", { name: "Remove photo" }).click();
      }
      await form(page).getByLabel("Name").press("Enter");
      await expect(toast(page)).toContainText("Image Required");
      await expect(form(page).getByText("Please select an image to upload")).toBeVisible();
      await expect(form(page).getByLabel("Photo", { exact: true })).toBeFocused();
      await page.keyboard.press("F8");
      await page.keyboard.press("Escape");
    }
  });

  test("makes the first tiles wait while the list is asked for anew", async ({ page, visit, request }) => {
    const shown = (await (await request.get("/api/gallery")).json()).length;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/gallery-photos", async (route) => {
      await held;
      return route.continue();
    });
    await visit("/gallery");
    const before = await grid(page).getByRole("figure").count();
    await fillIn(page);
    await form(page).getByLabel("Photo", { exact: true }).setInputFiles(photo());
    await form(page).getByRole("button", { name: "Submit Photo" }).click();
    await expect(page.getByRole("heading", { name: "Thank You" })).toBeFocused();
    await expect(grid(page).locator("[aria-busy=true] [data-slot=place]")).toHaveCount(Math.min(8, shown));
    await expect(grid(page).getByRole("status")).toHaveText("Loading projects...");
    answer();
    await expect(grid(page).getByRole("figure")).toHaveCount(before);
    await expect(grid(page).getByRole("status")).toHaveText(`Showing ${before} projects`);
  });

  test("reads 'Uploading...' while it is underway", async ({ page, visit }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/gallery", async (route) => {
      await held;
      await route.continue();
    });
    await visit("/gallery");
    await fillIn(page);
    await form(page).getByLabel("Photo", { exact: true }).setInputFiles(photo());
    await form(page).getByRole("button", { name: "Submit Photo" }).click();
    await expect(form(page).getByRole("button", { name: "Uploading..." })).toBeDisabled();
    answer();
    await expect(page.getByRole("heading", { name: "Thank You" })).toBeVisible();
  });

  test("of another kind is refused", async ({ page, visit }) => {
    await visit("/gallery");
    await form(page)
      .getByLabel("Photo", { exact: true })
      .setInputFiles(photo("plan.txt", Buffer.from("a plan"), "text/plain"));
    await expect(toast(page)).toContainText("Invalid File Type");
    await expect(form(page)).toContainText("Please select a valid image file (JPEG, PNG, GIF, or WebP)");
    await expect(form(page).getByRole("button", { name: "Submit Photo" })).toBeDisabled();
  });

  test("of more than 5 MB is refused, of exactly 5 MB it is not", async ({ page, visit }) => {
    await visit("/gallery");
    const most = 5 * 1024 * 1024;
    await form(page)
      .getByLabel("Photo", { exact: true })
      .setInputFiles(photo("large.png", Buffer.alloc(most + 1)));
    await expect(toast(page)).toContainText("File Too Large");
    await expect(form(page)).toContainText("Please select an image smaller than 5MB");
    await form(page)
      .getByLabel("Photo", { exact: true })
      .setInputFiles(photo("fits.png", Buffer.alloc(most)));
    await expect(form(page)).toContainText("5.0 MB");
    await form(page).getByRole("button", { name: "Remove photo" }).click();
    await expect(form(page).getByLabel("Photo", { exact: true })).toBeFocused();
    await expect(form(page).getByRole("button", { name: "Submit Photo" })).toBeDisabled();
  });

  test("needs its words: each field says its own fault and the first takes the focus", async ({ page, visit }) => {
    await visit("/gallery");
    await form(page).getByLabel("Photo", { exact: true }).setInputFiles(photo());
    await form(page).getByLabel("Email").fill("robin");
    await form(page).getByLabel("Description", { exact: true }).fill("short");
    await form(page).getByRole("button", { name: "Submit Photo" }).click();
    for (const message of [
      "Name must be at least 2 characters",
      "Please enter a valid email address",
      "Location is required",
      "Description must be at least 10 characters",
      "Please agree, so that we may show your photo",
    ]) {
      await expect(form(page).getByText(message)).toBeVisible();
    }
    await expect(form(page).getByLabel("Name")).toBeFocused();
    await expect(form(page).getByLabel("Description", { exact: true })).toHaveValue("short");
  });

  test.describe("that is none", () => {
    test.use({ forgive: /status of 400/ });

    test("is refused by the server in its own words, and nothing typed is lost", async ({ page, visit }) => {
      await visit("/gallery");
      await fillIn(page);
      await form(page)
        .getByLabel("Photo", { exact: true })
        .setInputFiles(photo("fake.png", Buffer.from("not a picture at all")));
      await form(page).getByRole("button", { name: "Submit Photo" }).click();
      await expect(toast(page)).toContainText("Submission Failed");
      await expect(toast(page)).toContainText("Please select a valid image file");
      await expect(form(page).getByLabel("Name")).toHaveValue("Robin Gale");
    });
  });

  test.describe("without a server", () => {
    test.use({ forgive: /Failed to load resource/ });

    test("fails with words and keeps everything", async ({ page, visit }) => {
      await page.route("**/api/gallery", (route) => route.abort());
      await visit("/gallery");
      await fillIn(page);
      await form(page).getByLabel("Photo", { exact: true }).setInputFiles(photo());
      await form(page).getByRole("button", { name: "Submit Photo" }).click();
      await expect(toast(page)).toContainText("There was a problem submitting your image. Please try again.");
      await expect(form(page).getByLabel("Description", { exact: true })).toHaveValue(
        "Two gables in red and white for December",
      );
      await expect(form(page)).toContainText("porch.png");
    });
  });
});

test.describe("where the page came without photos", () => {
  // The page's own HTML was made with photos, so React says that it had to draw anew.
  test.use({ forgive: /#418/ });

  test("eight plain tiles stand in while they are fetched", async ({ page, visit }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/{gallery,gallery-photos}", async (route) => {
      if (route.request().resourceType() !== "document") {
        await held;
        return route.continue();
      }
      const original = await route.fetch();
      const html = (await original.text()).replace(/"gallery":\[.*?\](?=[,}])/s, '"none":0');
      return route.fulfill({ response: original, body: html });
    });
    await visit("/gallery");
    await expect(grid(page).locator("[aria-busy=true] > li")).toHaveCount(8);
    await expect(grid(page).getByRole("status")).toHaveText("Loading projects...");
    answer();
    await expect(grid(page).getByRole("status")).toContainText("Showing");
  });
});
