// The quote, from the button to the lead in the panel.
import type { Locator, Page, Route } from "@playwright/test";
import { expect, test } from "./site-visitor";

const dialog = (page: Page) => page.getByRole("dialog", { name: "Your Free Quote" });

/** A person nobody has met before. */
const someone = () => {
  const id = Math.random().toString(36).slice(2, 8);
  return { name: `Robin ${id}`, email: `robin-${id}@example.com` };
};

async function toDetails(form: Locator, zip = "43215") {
  await form.getByLabel("ZIP code").fill(zip);
  await form.getByRole("button", { name: "See My Range" }).click();
  await form.getByRole("button", { name: "Get My Written Quote" }).click();
}

/** Nobody fills the dialog in as fast as a test does. */
const takeTime = (page: Page) => page.clock.fastForward(10_000);

async function signIn(page: Page) {
  const answer = await page.request.post("/api/auth/login", {
    data: { email: "admin@duskline.example", password: process.env.JOURNEY_PASSWORD },
  });
  expect(answer.ok()).toBe(true);
}

interface Lead {
  name: string;
  source: string;
  branchId: string;
  estimatedValue: number;
}

async function leadsOf(page: Page, email: string): Promise<Lead[]> {
  return (await page.request.get(`/api/panel/leads?q=${encodeURIComponent(email)}`)).json();
}

test("opens over the page from every quote button, with the page's kind of building", async ({ page, visit }) => {
  const openers: [string, string, string][] = [
    ["/", "Get a Free Quote", "A home"],
    ["/residential", "Schedule Consultation", "A home"],
    ["/residential", "Get Free Consultation", "A home"],
    ["/commercial", "Request Quote", "A business"],
    ["/commercial", "Request Commercial Quote", "A business"],
    ["/how-it-works", "Schedule a Free Consultation", "A home"],
    ["/gallery", "Get a Free Quote", "A home"],
  ];
  for (const [path, button, kind] of openers) {
    await visit(path);
    const opener = page.getByRole("main").getByRole("button", { name: button, exact: true });
    await opener.click();
    await expect(dialog(page)).toContainText("Step 1 of 3");
    await expect(dialog(page).getByRole("radio", { name: kind })).toBeChecked();
    await expect(page).toHaveURL(path);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

for (const [device, viewport] of [
  ["on a desk", { width: 1280, height: 900 }],
  ["on a phone", { width: 360, height: 740 }],
] as const) {
  test.describe(device, () => {
    test.use({ viewport });

    test("becomes a lead in the branch that serves the ZIP code @both", async ({ page, visit }) => {
      const { name, email } = someone();
      await page.clock.install();
      await visit("/");
      await page.getByRole("main").getByRole("button", { name: "Get Your Free Quote" }).click();
      const form = dialog(page);
      await form.getByText("Whole roofline").click();
      await form.getByText("2", { exact: true }).click();
      await form.getByRole("button", { name: "About 45 ft" }).click();
      await form.getByLabel("ZIP code").fill("44105");
      await form.getByRole("button", { name: "See My Range" }).click();
      await expect(form).toContainText("$3,740-$6,545");
      await expect(form).toContainText(
        "170 feet of roofline at $20-$35 per installed foot. Then 10% more for two stories.",
      );
      await expect(form).toContainText("About $114 to $199 a month");
      await expect(form).toContainText("This is an estimate.");
      await form.getByRole("button", { name: "Get My Written Quote" }).click();
      await form.getByLabel("Name").fill(name);
      await form.getByLabel("Email").fill(email);
      await form.getByLabel("Best time to reach you").selectOption("Evening");
      await takeTime(page);
      await form.getByRole("button", { name: "Request My Quote" }).dblclick();
      await expect(form.getByRole("heading", { name: "Request received" })).toBeFocused();
      await expect(form).toContainText("Your estimated range is $3,740 to $6,545.");
      await form.getByRole("button", { name: "Done" }).click();
      await expect(form).toBeHidden();

      await signIn(page);
      const leads = await leadsOf(page, email);
      expect(leads).toHaveLength(1);
      expect(leads[0]).toMatchObject({ name, source: "website", branchId: "2", estimatedValue: 5142 });
    });
  });
}

test("leads to a card that the staff sees", async ({ page, visit }) => {
  const { name, email } = someone();
  await page.clock.install();
  await visit("/residential");
  await page.getByRole("button", { name: "Schedule Consultation" }).click();
  await toDetails(dialog(page));
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByLabel("Email").fill(email);
  await takeTime(page);
  await dialog(page).getByRole("button", { name: "Request My Quote" }).click();
  await expect(dialog(page)).toContainText("Request received");
  await signIn(page);
  await page.goto("/panel/leads");
  await expect(page.getByText(name)).toBeVisible();
});

test("a lost connection leaves the page as it is, and the next press opens", async ({
  page,
  context,
  visit,
  complaints,
}) => {
  await visit("/");
  await context.setOffline(true);
  const opener = page.getByRole("main").getByRole("button", { name: "Get a Free Quote" });
  await opener.click();
  await expect(page.getByRole("alert")).toContainText("Please check your connection");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await context.setOffline(false);
  await opener.click();
  await expect(dialog(page)).toBeVisible();
  expect(complaints.splice(0).every((complaint) => /ERR_INTERNET_DISCONNECTED/.test(complaint))).toBe(true);
});

test("a part further down waits for the connection", async ({ page, context, visit, complaints }) => {
  await visit("/support");
  await context.setOffline(true);
  await page.getByLabel("Message").scrollIntoViewIfNeeded();
  await page.getByLabel("Message").fill("Half the porch is dark.");
  await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await expect(page.getByLabel("Message")).toHaveValue("Half the porch is dark.");
  expect(complaints.splice(0).every((complaint) => /ERR_INTERNET_DISCONNECTED/.test(complaint))).toBe(true);
});

test("says what is missing, one step at a time", async ({ page, visit }) => {
  await visit("/");
  await page.getByRole("button", { name: "Get a Free Quote" }).click();
  const form = dialog(page);
  await form.getByLabel("ZIP code").fill("4321");
  await form.getByRole("button", { name: "See My Range" }).click();
  await expect(form.getByText("Please enter a 5-digit ZIP code")).toBeVisible();
  await expect(form.getByLabel("ZIP code")).toBeFocused();
  await toDetails(form);
  await expect(form.getByRole("heading", { name: /Step 3 of 3/ })).toBeFocused();
  await form.getByRole("button", { name: "Request My Quote" }).click();
  await expect(form.getByText("Name must be at least 2 characters")).toBeVisible();
  await expect(form.getByText("Please enter a valid email address")).toBeVisible();
  await expect(form.getByLabel("Name")).toBeFocused();
  const required = form.locator("input[required]");
  await expect(required).toHaveCount(2);
});

test("who does not know the length gets the range of a typical home", async ({ page, visit }) => {
  await visit("/");
  await page.getByRole("button", { name: "Get a Free Quote" }).click();
  const form = dialog(page);
  await form.getByRole("button", { name: "I don't know" }).click();
  await form.getByLabel("ZIP code").fill("43215");
  await form.getByRole("button", { name: "See My Range" }).click();
  await expect(form).toContainText("$3,000-$8,000");
});

test("a ZIP code out of the area is told so kindly, once, and the request is still taken", async ({ page, visit }) => {
  const { name, email } = someone();
  const asked: string[] = [];
  page.on("request", (call) => call.url().includes("/api/service-area") && asked.push(new URL(call.url()).search));
  await page.clock.install();
  await visit("/");
  await page.getByRole("button", { name: "Get a Free Quote" }).click();
  const form = dialog(page);
  await form.getByLabel("ZIP code").pressSequentially("99999");
  expect(asked).toEqual([]);
  await form.getByRole("button", { name: "See My Range" }).click();
  await expect(form.getByRole("status")).toHaveText(/We do not serve ZIP code 99999 yet/);
  expect(asked).toEqual(["?zip=99999"]);
  await form.getByRole("button", { name: "Get My Written Quote" }).click();
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("Email").fill(email);
  await takeTime(page);
  await form.getByRole("button", { name: "Request My Quote" }).click();
  await expect(form).toContainText("You are outside the area we serve today.");
  await signIn(page);
  expect(await leadsOf(page, email)).toHaveLength(1);
});

test("the light that was chosen on the page goes along, and says so", async ({ page, visit }) => {
  const person = someone();
  await page.clock.install();
  await visit("/?scheme=holiday-chase-60");
  await page.getByRole("main").getByRole("button", { name: "Get a Free Quote", exact: true }).click();
  await toDetails(dialog(page));
  await expect(dialog(page).getByText("We will note the light you chose: Holiday, Chase, 60%.")).toBeVisible();
  await dialog(page).getByLabel("Name").fill(person.name);
  await dialog(page).getByLabel("Email").fill(person.email);
  await takeTime(page);
  const call = page.waitForRequest("**/api/quotes");
  await dialog(page).getByRole("button", { name: "Request My Quote" }).click();
  expect((await call).postDataJSON().scheme).toBe("Holiday, Chase, 60%");
  await expect(dialog(page)).toContainText("Request received");
});

test("a long roofline is typed, and the building changes the price", async ({ page, visit }) => {
  await visit("/commercial");
  await page.getByRole("button", { name: "Request Quote" }).click();
  const form = dialog(page);
  await form.getByText("3 or more").click();
  await form.getByRole("textbox", { name: "Length in feet, typed" }).fill("1001");
  await form.getByLabel("ZIP code").fill("43215");
  await form.getByRole("button", { name: "See My Range" }).click();
  await expect(form.getByText("Choose a length between 20 and 1,000 feet")).toBeVisible();
  await form.getByRole("textbox", { name: "Length in feet, typed" }).fill("1000");
  await form.getByRole("button", { name: "See My Range" }).click();
  await expect(form).toContainText("$28,750-$50,313");
  await expect(form).toContainText("15% more for a business, 25% more for three or more stories.");
  await expect(form.getByRole("status")).toHaveCount(0);
});

test.describe("from the phone's menu", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the focus comes back to the menu's button", async ({ page, visit }) => {
    await visit("/");
    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
  });
});

test("the slider counts in steps of five feet, and a width follows the part that is lit", async ({ page, visit }) => {
  await visit("/");
  await page.getByRole("button", { name: "Get a Free Quote" }).click();
  const form = dialog(page);
  const slider = form.getByRole("slider", { name: "Length in feet" });
  await slider.press("ArrowRight");
  await expect(slider).toHaveAttribute("aria-valuetext", "155 feet");
  await form.getByRole("button", { name: "About 60 ft" }).click();
  await expect(slider).toHaveAttribute("aria-valuetext", "220 feet");
  await form.getByText("Front only").click();
  await expect(slider).toHaveAttribute("aria-valuetext", "90 feet");
});

test("what was typed survives closing and a reload", async ({ page, visit }) => {
  const { name, email } = someone();
  await visit("/");
  await page.getByRole("button", { name: "Get a Free Quote" }).click();
  await dialog(page).getByText("A business").click();
  await toDetails(dialog(page), "21201");
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByLabel("Email").fill(email);
  await page.keyboard.press("Escape");
  await page.reload();
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
  await expect(dialog(page).getByRole("radio", { name: "A business" })).toBeChecked();
  await expect(dialog(page).getByLabel("ZIP code")).toHaveValue("21201");
  await toDetails(dialog(page), "21201");
  await expect(dialog(page).getByLabel("Name")).toHaveValue(name);
  await expect(dialog(page).getByLabel("Email")).toHaveValue(email);
});

test.describe("when sending fails", () => {
  test.use({ forgive: /Failed to load resource/ });

  test("says so and keeps everything for the next try", async ({ page, visit }) => {
    const { name, email } = someone();
    await page.clock.install();
    const cutOff = async (route: Route) => {
      await route.fetch();
      await route.abort("connectionreset");
    };
    await page.route("**/api/quotes", cutOff, { times: 1 });
    await visit("/");
    await page.getByRole("button", { name: "Get a Free Quote" }).click();
    await toDetails(dialog(page));
    await dialog(page).getByLabel("Name").fill(name);
    await dialog(page).getByLabel("Email").fill(email);
    await takeTime(page);
    await dialog(page).getByRole("button", { name: "Request My Quote" }).click();
    await expect(dialog(page).getByRole("alert")).toHaveText(/^No answer came back/);
    await expect(page.locator("[data-slot=toast]")).toHaveCount(0); // said once, where it covers nothing
    await expect(dialog(page).getByLabel("Name")).toHaveValue(name);
    await dialog(page).getByRole("button", { name: "Request My Quote" }).click();
    await expect(dialog(page)).toContainText("Request received");
    await signIn(page);
    expect(await leadsOf(page, email)).toHaveLength(1);
  });

  test("what the server finds wrong with the building leads back to it", async ({ page, visit }) => {
    await page.route("**/api/quotes", (route) =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), zip: "none" }) }),
    );
    await visit("/");
    await page.getByRole("button", { name: "Get a Free Quote" }).click();
    await toDetails(dialog(page));
    await dialog(page).getByLabel("Name").fill("Robin Gale");
    await dialog(page).getByLabel("Email").fill("robin@example.com");
    await dialog(page).getByRole("button", { name: "Request My Quote" }).click();
    await expect(dialog(page)).toContainText("Step 1 of 3");
    await expect(dialog(page).getByText("Please enter a 5-digit ZIP code")).toBeVisible();
  });
});

test("the same person twice within minutes stays one lead", async ({ page, visit }) => {
  const { name, email } = someone();
  await page.clock.install();
  await visit("/");
  for (const zip of ["43215", "43215"]) {
    await page.getByRole("button", { name: "Get a Free Quote" }).click();
    await toDetails(dialog(page), zip);
    await dialog(page).getByLabel("Name").fill(name);
    await dialog(page).getByLabel("Email").fill(email);
    await takeTime(page);
    await dialog(page).getByRole("button", { name: "Request My Quote" }).click();
    await dialog(page).getByRole("button", { name: "Done" }).click();
  }
  await signIn(page);
  expect(await leadsOf(page, email)).toHaveLength(1);
});

test("what a robot sends is kept apart, and nothing is dropped", async ({ page, visit }) => {
  const { name, email } = someone();
  await page.clock.install();
  await visit("/");
  await page.getByRole("button", { name: "Get a Free Quote" }).click();
  await toDetails(dialog(page));
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByLabel("Email").fill(email);
  await dialog(page).locator("input[name=website]").fill("https://example.com", { force: true });
  await takeTime(page);
  await dialog(page).getByRole("button", { name: "Request My Quote" }).click();
  await expect(dialog(page)).toContainText("Request received");
  await signIn(page);
  expect(await leadsOf(page, email)).toHaveLength(0);
  const inbox = await (
    await page.request.get(`/api/panel/enquiries?state=suspected&q=${encodeURIComponent(email)}`)
  ).json();
  expect(inbox).toHaveLength(1);
});

test("a request is one event, and carries nothing about the person", async ({ page, visit }) => {
  const { name, email } = someone();
  await page.clock.install();
  await page.addInitScript(() => {
    const events: unknown[] = [];
    Object.assign(window, { events, gtag: (...words: unknown[]) => events.push(words) });
  });
  await visit("/commercial");
  await page.getByRole("button", { name: "Request Quote" }).click();
  await toDetails(dialog(page));
  await dialog(page).getByLabel("Name").fill(name);
  await dialog(page).getByLabel("Email").fill(email);
  await takeTime(page);
  await dialog(page).getByRole("button", { name: "Request My Quote" }).click();
  await expect(dialog(page)).toContainText("Request received");
  const events = await page.evaluate(() => (window as unknown as { events: unknown[] }).events);
  expect(events).toEqual([["event", "quote_request", { event_category: "conversion", event_label: "business" }]]);
});
