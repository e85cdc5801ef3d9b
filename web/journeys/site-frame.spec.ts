// What stands around every public page: navigation, menu, theme, newsletter, footer, and the pages for wrong addresses.
import { expect, PUBLIC, test } from "./site-visitor";

const LINKS = ["Home", "Residential", "Commercial", "How It Works", "Gallery", "Support", "About", "Blog", "Financing"];

test("the bar leads to every page and marks the one that is open", async ({ page, visit }) => {
  await visit("/commercial");
  const bar = page.getByRole("banner").getByRole("navigation", { name: "Main" });
  await expect(bar.getByRole("link")).toHaveText(LINKS);
  await expect(bar.locator("[aria-current=page]")).toHaveText("Commercial");
  await bar.getByRole("link", { name: "Gallery" }).click();
  await expect(page).toHaveURL("/gallery");
});

test("the first Tab reaches a visible way to the content", async ({ page, visit }) => {
  await visit("/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

/** The pictures that are neither drawn in their own ratio nor cut to their place. */
const squeezed = (images: HTMLImageElement[]) =>
  images
    .filter((image) => image.naturalWidth > 0 && getComputedStyle(image).objectFit === "fill")
    .filter(({ width, height, naturalWidth, naturalHeight }) => {
      return height > 0 && Math.abs(width / height / (naturalWidth / naturalHeight) - 1) > 0.02;
    })
    .map((image) => image.currentSrc);

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test(`no picture is squeezed at ${viewport.width} pixels`, async ({ page, visit }) => {
    await page.setViewportSize(viewport);
    for (const path of PUBLIC) {
      await visit(path);
      expect(await page.locator("main img").evaluateAll(squeezed), path).toEqual([]);
    }
    const first = page.locator("main img").first();
    await first.evaluate((image) => image.setAttribute("style", "object-fit: fill; width: 300px; height: 40px"));
    expect(await first.evaluateAll(squeezed)).toHaveLength(1);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the menu opens, closes on Escape and gives the focus back", async ({ page, visit }) => {
    await visit("/about");
    const toggle = page.getByRole("banner").getByRole("button", { name: /menu/ });
    await expect(toggle).toHaveAttribute("aria-expanded", "false");
    await toggle.click();
    await expect(toggle).toHaveAttribute("aria-expanded", "true");
    const menu = page.getByRole("banner").getByRole("navigation", { name: "Main" });
    await expect(menu.getByRole("link")).toHaveText(LINKS);
    await expect(menu.locator("[aria-current=page]")).toHaveText("About");
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(toggle).toBeFocused();
  });

  test("the menu closes on choosing a link, and when the window grows wide", async ({ page, visit }) => {
    await visit("/about");
    const menu = page.locator("#site-menu");
    await page.getByRole("button", { name: "Open menu" }).click();
    await menu.getByRole("link", { name: "About" }).click();
    await expect(menu).toBeHidden();
    await page.waitForLoadState();
    await page.waitForSelector("html[data-alive]", { state: "attached" });
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.setViewportSize({ width: 1280, height: 740 });
    await expect(menu).toBeHidden();
  });

  for (const path of PUBLIC) {
    test(`${path} does not scroll sideways at 320 pixels`, async ({ page, visit }) => {
      await page.setViewportSize({ width: 320, height: 700 });
      await visit(path);
      const width = () => page.evaluate(() => document.documentElement.scrollWidth);
      expect(await width()).toBeLessThanOrEqual(320);
      // Wider spacing, as some readers set it.
      await page.addStyleTag({
        content:
          "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }",
      });
      await page.setViewportSize({ width: 360, height: 700 });
      expect(await width()).toBeLessThanOrEqual(360);
    });
  }
});

test("the theme is light first, changes at the button and is kept", async ({ page, visit }) => {
  await visit("/");
  const root = page.locator("html");
  await expect(root).not.toHaveClass(/dark/);
  await page.getByRole("button", { name: "Switch to night theme" }).click();
  await expect(root).toHaveClass(/dark/);
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
  await page.reload({ waitUntil: "commit" });
  await expect(root).toHaveClass(/dark/);
  await page.getByRole("button", { name: "Switch to day theme" }).click();
  await expect(root).not.toHaveClass(/dark/);
});

test("the footer leads on, says the year, and opens the texts beside the page", async ({ page, visit }) => {
  await visit("/");
  const footer = page.getByRole("contentinfo");
  const products = footer.getByRole("navigation", { name: "Products" });
  await expect(products.getByRole("link")).toHaveText(["Residential", "Commercial", "How It Works", "Financing"]);
  const company = footer.getByRole("navigation", { name: "Company" });
  await expect(company.getByRole("link")).toHaveText(["About Us", "Gallery", "Blog", "Support"]);
  await expect(footer).toContainText(String(new Date().getFullYear()));
  for (const name of ["Privacy Policy", "Terms of Service"]) {
    const link = footer.getByRole("link", { name }).last();
    await link.click();
    const opened = page.getByRole("dialog", { name });
    await expect(opened.getByRole("heading").nth(1)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(opened).toBeHidden();
    await expect(link).toBeFocused();
    const tab = page.context().waitForEvent("page");
    await link.click({ modifiers: ["Control"] });
    await expect((await tab).getByRole("heading", { level: 1, name })).toBeVisible();
  }
  await expect(footer.getByRole("link", { name: "Warranty" })).toHaveAttribute("href", "/warranty");
  await expect(footer.getByRole("list", { name: "Social media" }).getByRole("listitem")).toHaveText([
    "Facebook",
    "Twitter",
    "Instagram",
    "LinkedIn",
    "YouTube",
  ]);
});

test.describe("the newsletter", () => {
  test("subscribes, says so and empties its field; twice is the same @both", async ({ page, visit }) => {
    await visit("/about");
    const form = page.getByRole("form", { name: "Newsletter" });
    for (const time of [1, 2]) {
      await form.getByLabel("Email").fill("reader@example.com");
      await form.getByRole("button", { name: "Subscribe" }).click();
      await expect(page.getByRole("status").filter({ hasText: "Success!" })).toContainText(
        "You've been subscribed to our newsletter.",
      );
      await expect(form.getByLabel("Email"), `after time ${time}`).toHaveValue("");
      await page.getByRole("button", { name: "Close notification" }).click();
    }
  });

  test("reads 'Subscribing...' while it is underway", async ({ page, visit }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/newsletter", async (route) => {
      await held;
      await route.continue();
    });
    await visit("/blog");
    const form = page.getByRole("form", { name: "Blog newsletter" });
    await form.getByLabel("Email").fill("reader@example.com");
    await form.getByRole("button").click();
    await expect(form.getByRole("button", { name: "Subscribing..." })).toBeDisabled();
    answer();
    await expect(form.getByRole("button", { name: "Subscribe" })).toBeEnabled();
  });

  test("keeps an address that is typed while another one is sent, and says so", async ({ page, visit }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/newsletter", async (route) => {
      await held;
      await route.continue();
    });
    await visit("/blog");
    const form = page.getByRole("form", { name: "Blog newsletter" });
    await form.getByLabel("Email").fill("reader@example.com");
    await form.getByRole("button").click();
    await form.getByLabel("Email").fill("other@example.com");
    answer();
    await expect(form.getByRole("alert")).toHaveText("What you typed since has not been sent.");
    await expect(form.getByLabel("Email")).toHaveValue("other@example.com");
  });

  test("says what is wrong with an address and keeps it", async ({ page, visit }) => {
    await visit("/about");
    const form = page.getByRole("form", { name: "Newsletter" });
    for (const wrong of ["reader", "a@b", "a@b.example?bcc=c@d.example"]) {
      await form.getByLabel("Email").fill(wrong);
      await form.getByRole("button", { name: "Subscribe" }).click();
      await expect(form).toContainText("Please enter a valid email address");
      await expect(form.getByLabel("Email")).toBeFocused();
      await expect(form.getByLabel("Email")).toHaveValue(wrong);
    }
    await expect(page.locator("[data-slot=toast]")).toHaveCount(0);
    await form.getByLabel("Email").fill("o'brien+news@b.example");
    await form.getByRole("button", { name: "Subscribe" }).click();
    await expect(page.locator("[data-slot=toast]")).toContainText("You've been subscribed to our newsletter.");
  });

  test.describe("when the server finds more", () => {
    test.use({ forgive: /status of 400/ });

    test("says what it says, and not that something went wrong", async ({ page, visit }) => {
      const fields = { email: "Please enter a valid email address" };
      await page.route("**/api/newsletter", (route) =>
        route.fulfill({ status: 400, json: { error: fields.email, fields } }),
      );
      await visit("/about");
      const form = page.getByRole("form", { name: "Newsletter" });
      await form.getByLabel("Email").fill("reader@example.com");
      await form.getByRole("button", { name: "Subscribe" }).click();
      await expect(form).toContainText(fields.email);
      await expect(page.locator("[data-slot=toast]")).toHaveCount(0);
    });
  });

  test.describe("when the server is away", () => {
    test.use({ forgive: /Failed to load resource/ });

    test("says so in a notice, beside its button until the next attempt, and takes another address then", async ({
      page,
      visit,
    }) => {
      await page.route(
        "**/api/newsletter",
        async (route) => {
          await route.fetch();
          await route.abort("connectionreset"); // the answer gets lost, not the call
        },
        { times: 1 },
      );
      await visit("/about");
      const form = page.getByRole("form", { name: "Newsletter" });
      await form.getByLabel("Email").fill("reader@example.com");
      await form.getByRole("button", { name: "Subscribe" }).click();
      await expect(page.locator("[data-slot=toast]")).toContainText("Something went wrong. Please try again.");
      await page.getByRole("button", { name: "Close notification" }).click();
      await expect(form.getByRole("alert")).toHaveText(
        "No answer came back. Try again: you will be subscribed only once.",
      );
      await expect(form.getByLabel("Email")).toHaveValue("reader@example.com");
      await form.getByLabel("Email").fill("another-reader@example.com");
      await form.getByRole("button", { name: "Subscribe" }).click();
      await expect(page.locator("[data-slot=toast]")).toContainText("You've been subscribed to our newsletter.");
      await expect(form.getByRole("alert")).toBeHidden();
    });
  });
});

test.describe("analytics", () => {
  test("without a measurement id nothing is loaded, and the console says so once", async ({ page, visit }) => {
    const said: string[] = [];
    const foreign: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    page.on("request", (request) => {
      if (new URL(request.url()).hostname !== "127.0.0.1") foreign.push(request.url());
    });
    await visit("/");
    await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(said.filter((text) => text.includes("measurement id"))).toHaveLength(1);
    expect(foreign).toEqual([]);
  });

  test("Get a Quote is one event with its label, once per click", async ({ page, visit }) => {
    await page.addInitScript(() => {
      const events: unknown[] = [];
      Object.assign(window, { events, gtag: (...words: unknown[]) => events.push(words) });
    });
    const events = () => page.evaluate(() => (window as unknown as { events: unknown[] }).events);
    await visit("/");
    await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await events()).toEqual([
      ["event", "get_quote_click", { event_category: "conversion", event_label: "navbar_cta" }],
    ]);
  });
});

test.describe("wrong addresses", () => {
  test.use({ forgive: /status of 404/ });

  for (const path of [
    "/nope",
    "/residential/x",
    "/client",
    "/client/x",
    "/privacy",
    "/quote",
    "/login/foo",
    "/panel/foo",
  ]) {
    test(`${path} is the 404 page`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "Page Not Found" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
    });
  }

  test("another case or a slash at the end leads to the page @both", async ({ page }) => {
    await page.goto("/How-It-Works/?from=letter");
    await expect(page).toHaveURL("/how-it-works?from=letter");
  });
});
