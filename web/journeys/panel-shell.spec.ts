// The frame of the panel: who comes in, what the sidebar offers, and what the keys do.
import { holdAnswers } from "./held";
import { expect, SCREENS, signIn, test, toast } from "./staff";

const ACCOUNTS = ["admin", "regional", "branch", "support", "sales", "lead-technician", "technician", "no-role"];

for (const account of ACCOUNTS) {
  const entries = SCREENS.filter(({ opens }) => opens.includes(account)).map(({ name }) => name);
  test.describe(account, () => {
    test.use({ account });

    test("sees its entries, and no screen without one", async ({ page }) => {
      await page.goto("/panel");
      const sidebar = page.getByRole("navigation", { name: "Sidebar" });
      await expect(sidebar.getByRole("link")).toHaveText(["Dashboard", ...entries]);
      for (const { name, path, heading, viewOf } of SCREENS) {
        if (viewOf && entries.includes(viewOf)) continue;
        await page.goto(path);
        const refused = page.getByRole("heading", { name: "No access" });
        if (entries.includes(name)) {
          await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
          await expect(refused).toBeHidden();
        } else {
          await expect(refused).toBeVisible();
        }
      }
    });

    test("finds the same screens in the palette", async ({ page, open }) => {
      await open("/panel", "Welcome");
      await page.keyboard.press("Control+k");
      const choices = page.getByRole("listbox", { name: "Choices" });
      await expect(choices.getByRole("option").filter({ hasText: "Screens" })).toHaveCount(entries.length + 1);
      for (const name of entries) await expect(choices).toContainText(name);
    });
  });
}

test.describe("nobody", () => {
  test.use({ account: null, forgive: /status of 401/ });

  for (const width of [1440, 390])
    test(`signs in by keys alone: each step begins in its field, at ${width} pixels`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto("/login");
      await page.getByLabel("Email").focus();
      await page.keyboard.type("branch@duskline.example");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
      await page.keyboard.type(process.env.JOURNEY_PASSWORD ?? "");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL("/panel");
    });

  test("is told and led to the login, and back after signing in", async ({ page }) => {
    await page.goto("/panel/leads?status=new");
    await expect(toast(page, "Unauthorized")).toBeVisible();
    await expect(page.getByText("You need to log in to access the staff panel.")).toBeVisible();
    await expect(page).toHaveURL("/login");
    await page.waitForTimeout(1500);
    await expect(toast(page, "Unauthorized")).toBeVisible();
    await signIn(page, "sales");
    await page.goto("/panel");
    await expect(page).toHaveURL("/panel/leads?status=new");
  });
});

test.describe("a client", () => {
  test("is told and led to the site", async ({ page }) => {
    await page.route("**/api/auth/user", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), userType: "client" } });
    });
    await page.goto("/panel");
    await expect(page.getByText("Only staff members can access the staff panel.").first()).toBeVisible();
    await expect(page).toHaveURL("/");
    await expect(page.getByText("Only staff members can access the staff panel.").first()).toBeVisible();
  });
});

test.describe("without a role", () => {
  test.use({ account: "no-role" });

  test("the dashboard says whom to ask and counts nothing", async ({ page, open }) => {
    await open("/panel", "Welcome");
    await expect(page.getByText(/not assigned a role/)).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: /Total/ })).toHaveCount(0);
    await expect(page.getByText("No Role Assigned")).toBeVisible();
  });
});

test("every number of what waits opens as many, and rain is one press away", async ({ page, open }) => {
  await open("/panel", "Welcome");
  const lines = page.getByRole("main").getByRole("link", {
    name: /to answer|nobody has begun|without a (next step|person|day)/,
  });
  await expect(lines.first()).toBeVisible();
  for (const words of await lines.allInnerTexts()) {
    const line = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: words, exact: true }) });
    const count = await line.locator("span").first().textContent();
    const asMany = count === "99+" ? "[1-9]\\d{2,}" : count; // counted no further
    await line.getByRole("link").click();
    await expect(page.locator("main h1").locator("xpath=..")).toHaveText(new RegExp(`(?<!\\d)${asMany} in all`));
    await page.goBack();
  }
  await page.getByRole("main").getByRole("link", { name: "Rain" }).click();
  await expect(page.getByRole("dialog", { name: "Move a Day's Visits" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/view=week/);
  await expect(page).not.toHaveURL(/rain/);
});

test("Ctrl and b closes the sidebar for a week", async ({ page, open, context }) => {
  await open("/panel", "Welcome");
  const sidebar = page.locator("aside");
  await expect(sidebar).toHaveCSS("width", "256px");
  await page.keyboard.press("Control+b");
  await expect(sidebar).toHaveCSS("width", "48px");
  const cookie = (await context.cookies()).find(({ name }) => name === "sidebar_state");
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 6.9 * 86_400);
  await page.reload();
  await expect(sidebar).toHaveCSS("width", "48px");
});

test("on a phone the sidebar is a sheet that closes on a choice", async ({ page, open }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open("/panel", "Welcome");
  await page.getByRole("button", { name: "Toggle sidebar" }).click();
  const sheet = page.getByRole("dialog", { name: "Menu" });
  await expect(sheet).toHaveCSS("width", "288px");
  await sheet.getByRole("link", { name: "Clients" }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Clients" })).toBeVisible();
});

test.describe("when the server does not answer", () => {
  test.use({ forgive: /ERR_FAILED|status of 50|Failed to fetch|fetch/ });

  test("logging out leaves all the same", async ({ page, open }) => {
    await open("/panel", "Welcome");
    await page.route("**/api/auth/logout", (route) => route.abort());
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page.getByText("You are not logged out yet")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeHidden();
    await page.unroute("**/api/auth/logout");
    await expect(page).toHaveURL("/login");
  });
});

test.describe("on a slow line", () => {
  test.use({ forgive: /status of 401/ });

  test("a log-out whose answer is slow hides the panel, and is over when the answer comes", async ({ page, open }) => {
    const answer = await holdAnswers(page, "**/api/auth/logout");
    await open("/panel/leads", "Leads");
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page.getByText("You are not logged out yet")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Leads" })).toBeHidden();
    answer();
    await expect(page).toHaveURL("/login");
    await page.goto("/panel");
    await expect(page).toHaveURL("/login");
  });
});

test("single keys work, rest while typing, and can be turned off", async ({ page, open }) => {
  await open("/panel/leads", "Leads");
  await page.keyboard.press("/");
  await expect(page.getByLabel("Search leads")).toBeFocused();
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog", { name: "New Lead" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the palette finds a record and opens it", async ({ page, open }) => {
  await open("/panel", "Welcome");
  const [lead] = await (await page.request.get("/api/panel/leads?limit=1")).json();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /Find/ }).fill(lead.email);
  await expect(page.getByRole("option", { name: new RegExp(lead.name) }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/panel?record=lead.${lead.id}`);
  await expect(page.getByRole("dialog", { name: lead.name })).toContainText(lead.email);
});

test("a screen focuses its heading, and its title says where one is", async ({ page, open }) => {
  await open("/panel", "Welcome");
  await page.getByRole("navigation", { name: "Sidebar" }).getByRole("link", { name: "Clients" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Clients" })).toBeFocused();
  await expect(page).toHaveTitle(/^Clients \|/);
  await page.getByRole("navigation", { name: "Sidebar" }).getByRole("link", { name: "Work Orders" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Work Orders" })).toBeFocused();
  await page.getByRole("navigation", { name: "Sidebar" }).getByRole("link", { name: "Leads" }).click();
  await page.getByRole("tab", { name: "Inbox" }).click();
  await expect(page).toHaveTitle(/^Inbox \|/);
  await page.getByRole("tab", { name: "Leads" }).click();
  await expect(page).toHaveTitle(/^Leads \|/);
});

test("Back returns to where one was in a list", async ({ page, open }) => {
  await open("/panel/leads", "Leads");
  await expect(page.getByRole("button", { name: /^Edit / }).first()).toBeVisible();
  await page.mouse.wheel(0, 1500);
  await expect(async () => expect(await page.evaluate(() => scrollY)).toBeGreaterThan(1000)).toPass();
  const left = await page.evaluate(() => scrollY);
  await page.getByRole("navigation", { name: "Sidebar" }).getByRole("link", { name: "Reports" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(async () => expect(await page.evaluate(() => scrollY)).toBeGreaterThan(left - 100)).toPass();
});

test("Back returns to where one was in a table, whose headings stay", async ({ page, open }) => {
  await open("/panel/leads?as=table", "Leads");
  const table = page.getByRole("region", { name: "Leads", exact: true });
  const place = () => table.evaluate(({ scrollTop }) => scrollTop);
  await expect(table.getByRole("row").nth(30)).toBeAttached();
  await table.hover();
  await page.mouse.wheel(0, 900);
  await expect.poll(place).toBeGreaterThan(600);
  await expect(table.getByRole("columnheader", { name: "Name" })).toBeInViewport();
  await expect.poll(() => page.evaluate(() => Number(history.state?.place))).toBe(await place());
  const left = await place();
  await page.getByRole("navigation", { name: "Sidebar" }).getByRole("link", { name: "Reports" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeFocused();
  await page.goBack();
  await expect.poll(place).toBe(left);
});

test.describe("somebody without a role", () => {
  test.use({ account: "no-role" });

  test("finds nothing in the palette, and no fault", async ({ page, open }) => {
    await open("/panel", "Welcome");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Find/ }).fill("Iris Eaves");
    await expect(page.getByText("Nothing found.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Retry" })).toBeHidden();
  });
});
