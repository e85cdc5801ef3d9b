// Financing and warranty: plans that set the calculator, the calculator's figures, lists with their counts, and requests.
import type { Page } from "@playwright/test";
import { expect, test } from "./site-visitor";

const calculator = (page: Page) => page.locator("#calculator");
const toast = (page: Page) => page.locator("[data-slot=toast]");

async function type(page: Page, field: string, value: string) {
  await calculator(page).getByRole("textbox", { name: field }).fill(value);
  await calculator(page).getByRole("textbox", { name: field }).press("Enter");
}

test.describe("the calculator", () => {
  test("starts at 15,000 dollars, 5.99 percent and 36 months", async ({ page, visit }) => {
    await visit("/financing");
    await expect(calculator(page).locator("output")).toHaveText(
      "Monthly payment $456.26, total interest $1,425.40, total amount $16,425.40",
    );
    const sliders = calculator(page).getByRole("slider");
    await expect(sliders).toHaveCount(3);
    for (const [place, words, min, max] of [
      [0, "$15,000", "5000", "50000"],
      [1, "5.99 percent", "0", "15"],
      [2, "36 months", "12", "60"],
    ] as const) {
      await expect(sliders.nth(place)).toHaveAttribute("aria-valuetext", words);
      await expect(sliders.nth(place)).toHaveAttribute("min", min);
      await expect(sliders.nth(place)).toHaveAttribute("max", max);
    }
    await expect(page.locator("#plans")).toContainText(
      "$15,000 at 5.99% APR for 36 months = $456.26/month, total interest $1,425.40, estimate only.",
    );
  });

  for (const [amount, apr, months, payment] of [
    ["15000", "0", "12", "$1,250.00"],
    ["5000", "15", "60", "$118.95"],
    ["50000", "15", "60", "$1,189.50"],
    ["50000", "0", "60", "$833.33"],
    ["5000", "0.25", "12", "$417.23"],
  ] as const) {
    test(`${amount} at ${apr} percent over ${months} months is ${payment}`, async ({ page, visit }) => {
      await visit("/financing");
      await type(page, "Loan amount in dollars", amount);
      await type(page, "Interest rate (APR) in percent", apr);
      await type(page, "Term in months", months);
      await expect(calculator(page).locator("output")).toContainText(`Monthly payment ${payment},`);
    });
  }

  test("moves by its steps, and what is typed beyond the range is drawn back into it", async ({ page, visit }) => {
    await visit("/financing");
    const [amount, apr, months] = await calculator(page).getByRole("slider").all();
    for (const [slider, key, words] of [
      [amount, "ArrowRight", "$15,500"],
      [apr, "ArrowRight", "6 percent"],
      [apr, "ArrowRight", "6.25 percent"],
      [apr, "ArrowLeft", "6 percent"],
      [months, "ArrowRight", "48 months"],
      [months, "ArrowLeft", "36 months"],
    ] as const) {
      await slider?.press(key);
      if (slider) await expect(slider).toHaveAttribute("aria-valuetext", words);
    }
    for (const [typed, settled] of [
      ["5,5", "5.5"],
      ["5.6", "5.5"],
      ["5.99", "5.99"],
      ["5.9", "6"],
    ] as const) {
      await type(page, "Interest rate (APR) in percent", typed);
      await expect(calculator(page).getByRole("textbox", { name: "Interest rate" })).toHaveValue(settled);
    }
    await type(page, "Loan amount in dollars", "$90,000");
    await expect(calculator(page).getByRole("textbox", { name: "Loan amount in dollars" })).toHaveValue("50000");
    await type(page, "Loan amount in dollars", "words");
    await expect(calculator(page).getByRole("textbox", { name: "Loan amount in dollars" })).toHaveValue("50000");
  });

  test("takes what is typed when its field is left", async ({ page, visit }) => {
    await visit("/financing");
    const amount = calculator(page).getByRole("textbox", { name: "Loan amount in dollars" });
    await amount.fill("20,300");
    await amount.press("Tab");
    await expect(amount).toHaveValue("20500");
    await expect(calculator(page).getByRole("slider").first()).toHaveAttribute("aria-valuetext", "$20,500");
  });
});

test("the plans set the calculator, the third asks for a quote", async ({ page, visit }) => {
  await visit("/financing");
  await expect(page.locator("#plans h3")).toHaveText(["0% APR Financing", "Low-Rate Financing", "Home Equity Line"]);
  await expect(page.getByText("Most Popular")).toHaveCount(1);
  const apr = calculator(page).getByRole("textbox", { name: "Interest rate (APR) in percent" });
  const months = calculator(page).getByRole("textbox", { name: "Term in months" });
  await page.getByRole("button", { name: "Learn More about 0% APR Financing" }).click();
  await expect(apr).toHaveValue("0");
  await expect(months).toHaveValue("12");
  await expect(calculator(page)).toBeInViewport();
  await expect(page.getByRole("heading", { name: "Payment Calculator" })).toBeFocused();
  await page.getByRole("button", { name: "Learn More about Low-Rate Financing" }).click();
  await expect(apr).toHaveValue("5.99");
  await expect(months).toHaveValue("36");
  await page.getByRole("button", { name: "Learn More about Home Equity Line" }).click();
  await expect(page.getByRole("dialog", { name: "Your Free Quote" })).toBeVisible();
});

test("financing shows four steps and four answers", async ({ page, visit }) => {
  await visit("/financing");
  await expect(page.locator("#steps li")).toHaveCount(4);
  await expect(page.locator("#questions h3")).toHaveCount(4);
});

test("the warranty lists everything", async ({ page, visit }) => {
  await visit("/warranty");
  await expect(page.locator("h1")).toHaveText("Industry-Leading Warranty");
  await expect(page.locator("#terms dd")).toHaveText(["5 years", "2 years", "Lifetime"]);
  await expect(page.locator("#covered tbody tr")).toHaveText([
    /LED components.*5 years.*Full replacement/,
    /Wiring and controllers.*5 years.*Parts and labor/,
    /Mounting hardware.*5 years.*Replacement/,
    /Installation labor.*2 years.*Service/,
    /Weather damage.*5 years.*Protection/,
    /Manufacturing defects.*5 years.*Full coverage/,
  ]);
  await expect(page.locator("#maintenance li")).toHaveCount(4);
  await expect(page.locator("#details ol li")).toHaveCount(5);
  await expect(page.locator("#details ul li")).toHaveCount(4);
  await expect(page.getByRole("link", { name: "Contact Support" })).toHaveAttribute("href", "/support#contact");
});

for (const { opener, title, send, topic } of [
  {
    opener: "Register Product",
    title: "Register Your Product",
    send: "Send Registration",
    topic: "product_registration",
  },
  { opener: "Register Now", title: "Register Your Product", send: "Send Registration", topic: "product_registration" },
  {
    opener: "Learn About Extended Coverage",
    title: "Extended Coverage",
    send: "Ask for Options",
    topic: "extended_coverage",
  },
]) {
  test(`"${opener}" sends a request to the inbox`, async ({ page, visit }) => {
    await visit("/warranty");
    await page.getByRole("button", { name: opener }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByRole("button", { name: send }).click();
    await expect(dialog.getByText("Name must be at least 2 characters")).toBeVisible();
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await dialog.getByLabel("Name").fill("Robin Gale");
    await dialog.getByLabel("Email").fill("robin@example.com");
    await dialog.getByLabel("Address").fill("12 Elm Street, Dublin, Ohio");
    await dialog.getByLabel("Installed in").fill("May 2026");
    const call = page.waitForRequest("**/api/contact");
    await dialog.getByRole("button", { name: send }).click();
    const body = (await call).postDataJSON();
    expect([body.topic, body.street]).toEqual([topic, "12 Elm Street, Dublin, Ohio"]);
    expect(body.message).toContain("12 Elm Street, Dublin, Ohio");
    await expect(toast(page)).toContainText("received");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: opener })).toBeFocused();
  });
}

test("a request that is not sent is not thrown away by a stray key", async ({ page, visit }) => {
  await visit("/warranty");
  await page.getByRole("button", { name: "Register Now" }).click();
  const dialog = page.getByRole("dialog", { name: "Register Your Product" });
  await dialog.getByLabel("Name").fill("Robin Gale");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(dialog.getByLabel("Name")).toHaveValue("Robin Gale");
});
