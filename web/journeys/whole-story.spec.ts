// From a visitor's first words to the return visit, as five people: a visitor, a sales representative, a technician, a lead
// technician and support. Nobody types anything twice. What a year does to it is asked of the server (test_whole_story.py).
import { type Browser, expect, type Page } from "@playwright/test";
import { fresh, signIn, test as staffTest, toast } from "./staff";

const test = staffTest.extend<object>({ account: null });

/** A person's own browser. */
async function as(browser: Browser, account: string): Promise<Page> {
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await signIn(page, account);
  return page;
}

test("a request becomes a lead, a client, a job, a warranty, and a return visit @both", async ({
  browser,
  page,
  visit,
}) => {
  test.slow();
  const name = fresh("Vera");
  const email = `${name.replace(" ", "-").toLowerCase()}@example.com`;
  const serial = `DL-${name.slice(-6).toUpperCase()}`;

  await page.clock.install();
  await visit("/");
  await page.getByRole("main").getByRole("button", { name: "Get Your Free Quote" }).click();
  const quote = page.getByRole("dialog", { name: "Your Free Quote" });
  await quote.getByLabel("ZIP code").fill("43215");
  await quote.getByRole("button", { name: "See My Range" }).click();
  await quote.getByRole("button", { name: "Get My Written Quote" }).click();
  await quote.getByLabel("Name").fill(name);
  await quote.getByLabel("Email").fill(email);
  await quote.getByLabel("Street address").fill("12 Roof Row");
  await page.clock.fastForward(10_000); // nobody fills it in as fast as a test does
  await quote.getByRole("button", { name: "Request My Quote" }).click();
  await expect(quote).toContainText("Request received");

  const sales = await as(browser, "sales");
  await sales.goto(`/panel/leads?q=${encodeURIComponent(email)}`);
  await sales.getByRole("link", { name }).click();
  const sheet = sales.getByRole("dialog", { name });
  const timeline = sheet.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText("12 Roof Row");
  await sheet.getByRole("group", { name: "Log" }).getByRole("button", { name: "Call" }).click();
  await sheet.getByLabel("What was said").fill("Warm white, colors for the holidays.");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(timeline).toContainText("Warm white, colors for the holidays.");
  await sheet.getByRole("button", { name: "Hand Over" }).click();
  await sheet.getByLabel("What was promised").fill("No drilling into the brick.");
  await sheet.getByRole("button", { name: "Hand Over" }).click();
  await expect(toast(sales, `Handed over: Installation: ${name}`)).toBeVisible();

  const technician = await as(browser, "technician");
  const orders = `/panel/work-orders?assignedTo=all&q=${encodeURIComponent(name)}`;
  await technician.goto(orders);
  await technician.getByRole("button", { name: `View Installation: ${name}` }).click();
  const job = technician.getByRole("dialog", { name: "Work Order" });
  await expect(job.getByRole("link", { name: "Navigate" })).toHaveAttribute("href", /12%20Roof%20Row/);
  await expect(job.getByRole("region", { name: "What was promised" })).toContainText("No drilling into the brick.");
  await expect(job).toContainText("Installation");
  await job.getByRole("button", { name: "Start", exact: true }).click();
  await job.getByRole("button", { name: "Complete", exact: true }).click();
  await expect(job.getByRole("region", { name: "Warranty" })).toContainText("Draft");

  const lead = await as(browser, "lead-technician");
  await lead.goto(orders);
  await lead.getByRole("button", { name: `View Installation: ${name}` }).click();
  const warranty = lead.getByRole("dialog", { name: "Work Order" }).getByRole("region", { name: "Warranty" });
  await warranty.getByRole("button", { name: "Fill In Parts" }).click();
  await warranty.getByLabel("Serial number").first().fill(serial);
  await warranty.getByRole("button", { name: "Save Changes" }).click();
  await warranty.getByRole("button", { name: "Confirm Warranty" }).click();
  await expect(warranty).toContainText("Confirmed");

  const words = `One segment stays dark. The controller says ${serial}.`;
  const sent = { name, email: email.toUpperCase(), message: words };
  expect((await page.request.post("/api/contact", { data: sent })).ok()).toBe(true);
  const support = await as(browser, "support");
  await support.goto(`/panel/tickets?tab=inbox&q=${encodeURIComponent(email)}`);
  const card = support.getByRole("listitem").filter({ hasText: words });
  await expect(card.getByRole("list", { name: "May be the same person" })).toContainText("with one job");
  await card.getByRole("button", { name: `Use for ${name}` }).click();
  await expect(toast(support, "Support ticket created successfully")).toBeVisible();
  await support.getByRole("button", { name: "Open", exact: true }).click();
  await support.getByRole("button", { name: "Return Visit" }).click();
  await support.getByRole("button", { name: "Make Return Visit" }).click();
  await expect(toast(support, `Job made: Return visit: Message: ${name}`)).toBeVisible();

  await technician.goto(orders);
  await technician.getByRole("button", { name: `View Return visit: Message: ${name}` }).click();
  await expect(job.getByRole("link", { name: "Navigate" })).toHaveAttribute("href", /12%20Roof%20Row/);
  await expect(job).toContainText(words);
  await expect(job).toContainText(`Installation: ${name}`); // who was there before

  await sales.reload();
  for (const told of ["12 Roof Row", "Warm white", "handed over", "One segment stays dark"])
    await expect(timeline).toContainText(told);
});
