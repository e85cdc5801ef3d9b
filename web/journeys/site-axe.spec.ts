// Every public page through axe, target sizes included: both themes, three widths, no violation.
import { inEveryDress, violations } from "./dress";
import { expect, PUBLIC, test } from "./site-visitor";

test.use({ contextOptions: { reducedMotion: "reduce" } });

for (const path of PUBLIC) {
  test(`${path} has no violation`, async ({ page, visit }) => {
    await visit(path);
    expect(await inEveryDress(page)).toEqual([]);
  });
}

test("a post on a page of its own has no violation", async ({ page, visit, request }) => {
  const [post] = await (await request.get("/api/blog")).json();
  await visit(`/blog?post=${post.id}`);
  expect(await inEveryDress(page)).toEqual([]);
});

test.describe("an address that does not exist", () => {
  test.use({ forgive: /status of 404/ });

  test("has no violation", async ({ page, visit }) => {
    await visit("/nope");
    expect(await inEveryDress(page)).toEqual([]);
  });
});

test("the quote dialog has no violation in any step", async ({ page, visit }) => {
  await visit("/residential");
  await page.getByRole("button", { name: "Schedule Consultation" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Step 1 of 3");
  expect(await inEveryDress(page)).toEqual([]);
  await dialog.getByLabel("ZIP code").fill("43215");
  await dialog.getByRole("button", { name: "See My Range" }).click();
  await expect(dialog).toContainText("Step 2 of 3");
  expect(await inEveryDress(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Get My Written Quote" }).click();
  await dialog.getByRole("button", { name: "Request My Quote" }).click();
  await expect(dialog).toContainText("Name must be at least 2 characters");
  expect(await inEveryDress(page)).toEqual([]);
  await dialog.getByLabel("Name").fill("Robin Gale");
  await dialog.getByLabel("Email").fill("robin-axe@example.com");
  await dialog.getByRole("button", { name: "Request My Quote" }).click();
  await expect(dialog.getByText("reference number", { exact: false }).first()).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
});

test("open menus and dialogs have no violation", async ({ page, visit }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await visit("/warranty");
  await page.getByRole("button", { name: "Open menu" }).click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Close menu" }).click();
  await page.getByRole("button", { name: "Register Product" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
});

test("a button without a name, and one too small to hit, would be found", async ({ page, visit }) => {
  await visit("/about");
  await page.evaluate(() => {
    const small = '<button style="inline-size:8px;block-size:8px" aria-label="small"></button>';
    document.querySelector("main")?.insertAdjacentHTML("afterbegin", `<div><button></button>${small}${small}</div>`);
  });
  const found = (await violations(page)).join();
  expect(found).toContain("button-name");
  expect(found).toContain("target-size");
});

test("a color that nobody can read in one theme, at one width, would be found", async ({ page, visit }) => {
  await visit("/about");
  await page.addStyleTag({ content: "@media (width < 600px) { .dark .faint { color: #222; background: #111 } }" });
  await page.evaluate(() => {
    document.querySelector("main")?.insertAdjacentHTML("afterbegin", '<p class="faint">Can you read this?</p>');
  });
  expect(await inEveryDress(page)).toEqual([expect.stringMatching(/^dark 390 color-contrast: \.faint /)]);
});

test("a fault of a part that stands at one width alone would be found", async ({ page, visit }) => {
  await visit("/about");
  await page.addStyleTag({
    content: ".between { display: none } @media (600px < width < 900px) { .between { display: block } }",
  });
  await page.evaluate(() => {
    const nameless = '<button class="between" style="inline-size:48px;block-size:48px"></button>';
    document.querySelector("main")?.insertAdjacentHTML("afterbegin", nameless);
  });
  expect(await inEveryDress(page)).toEqual([expect.stringMatching(/^light 768 button-name: \.between /)]);
});
