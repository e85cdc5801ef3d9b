// When code, storage or the server is missing: nothing typed is lost or stands in an address, nothing ends without words.
import type { Page, Route } from "@playwright/test";
import { expect, make, signIn, test as staffTest, toast } from "./staff";

// What fails here is noted by the browser too.
const test = staffTest.extend<object>({ account: null, forgive: /./ });

const ENTRY = "**/assets/entry-client-*.js";
const SENTENCE = "This form needs JavaScript, which is not running on this page.";
const PUBLIC_FORM = "main form";

const sidebar = (page: Page) => page.getByRole("navigation", { name: "Sidebar" });

/** Keeps back what matches until the answer is let go. */
async function hold(page: Page, url: string) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** From now on the server has only the files that this page has fetched already: a deployment has removed the others. */
async function deploy(page: Page) {
  const kept = new Set<string>(
    await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name)),
  );
  await page.route("**/assets/*.js", (route: Route) =>
    kept.has(route.request().url()) ? route.continue() : route.fulfill({ status: 404 }),
  );
}

async function denyStorage(page: Page) {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: refuse });
    Object.defineProperty(document, "cookie", { get: refuse, set: refuse });
  });
}

test("every form posts: nothing typed can stand in an address", async ({ page, visit }) => {
  for (const path of ["/support", "/gallery", "/blog", "/login"]) {
    await visit(path);
    const methods = await page
      .locator("form")
      .evaluateAll((forms) => forms.map((form) => (form as HTMLFormElement).method));
    expect(methods.length).toBeGreaterThan(0);
    expect(new Set(methods)).toEqual(new Set(["post"]));
  }
});

test("what is sent before the code has come is sent after it", async ({ page }) => {
  const release = await hold(page, ENTRY);
  await page.goto("/login");
  await page.getByLabel("Email").fill("branch@duskline.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/login");
  release();
  await expect(page).toHaveURL("/login/staff");
});

test("code that fails to come once is tried again", async ({ page, visit }) => {
  let tries = 0;
  await page.route(ENTRY, (route) => {
    tries += 1;
    return tries === 1 ? route.abort() : route.continue();
  });
  await visit("/support");
  expect(tries).toBe(2);
  await expect(page.getByText(SENTENCE).first()).toBeHidden();
});

test("where the code never comes a sentence says so, and what was typed goes to the server's own page", async ({
  page,
}) => {
  await page.route(ENTRY, (route) => route.abort());
  await page.goto("/gallery");
  const form = page.locator(PUBLIC_FORM);
  const description = form.getByLabel("Description", { exact: true });
  await description.fill("The left gable in July.");
  await expect(page.getByRole("main").getByText(SENTENCE)).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("main").getByText(SENTENCE).getByRole("link")).toHaveCount(2);
  await expect(description).toHaveValue("The left gable in July.");
  await expect(page.getByRole("form", { name: "Newsletter" })).toBeHidden();
  const [post] = await Promise.all([
    page.waitForRequest((request) => request.method() === "POST"),
    form.evaluate((element: HTMLFormElement) => element.submit()),
  ]);
  expect(new URL(post.url()).search).toBe("");
  await expect(page.getByRole("heading", { name: "Not sent yet" })).toBeVisible();
  await expect(page.getByLabel("Description", { exact: true })).toHaveValue("The left gable in July.");
});

/** Writes and sends a message as the browser does by itself; gives the number that comes back. */
async function writeUnscripted(page: Page) {
  const form = page.locator(PUBLIC_FORM);
  await form.getByLabel("Name").fill("Robin Gale");
  await form.getByLabel("Email").fill("robin@example.com");
  await form.getByLabel("Message").fill("The left gable stays dark.");
  await form.getByLabel("Street address").fill("12 Roof Row");
  await form.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByRole("heading", { name: "Message sent!" })).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  return page.locator("strong").textContent();
}

test("where the code never comes a message is sent all the same", async ({ page }) => {
  await page.route(ENTRY, (route) => route.abort());
  await page.goto("/support");
  await expect(page.getByText("Some buttons here need JavaScript")).toBeVisible({ timeout: 20_000 });
  expect(await writeUnscripted(page)).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
});

test("a press that nothing comes for is told of after a while", async ({ page }) => {
  await page.clock.install();
  await hold(page, ENTRY);
  await page.goto("/");
  const said = page.getByText("Some buttons here need JavaScript");
  await page.getByRole("main").getByRole("button", { name: "Get a Free Quote" }).click();
  await page.clock.runFor(5_000);
  await expect(said).toBeHidden();
  await page.clock.runFor(6_000);
  await expect(said).toBeVisible();
});

test("the panel says so where its code never comes", async ({ page }) => {
  await page.route(ENTRY, (route) => route.abort());
  await page.goto("/panel");
  await expect(page.getByText("The staff panel needs JavaScript")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Loading...")).toBeHidden();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a message is sent, once, and its number comes back @both", async ({ page }) => {
    await page.goto("/support");
    await expect(page.getByLabel("Photos")).toBeHidden();
    await expect(page.getByRole("form", { name: "Newsletter" })).toBeHidden();
    const number = await writeUnscripted(page);
    await page.getByRole("link", { name: "Go back" }).click();
    expect(await writeUnscripted(page)).toBe(number);
    expect(number).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  });

  for (const [path, sentence] of [
    ["/gallery", SENTENCE],
    ["/blog", SENTENCE],
    ["/login", "Signing in needs JavaScript"],
    ["/login/staff", "Signing in needs JavaScript"],
    ["/login/client", "Signing in needs JavaScript"],
    ["/panel", "The staff panel needs JavaScript"],
  ] as const) {
    test(`a sentence stands in place of the forms of ${path}`, async ({ page }) => {
      await page.goto(path);
      const said = page.getByText(sentence).first();
      await expect(said).toBeVisible();
      await expect(said.getByRole("link")).toHaveCount(path === "/panel" ? 0 : 2); // telephone and mail
      await expect(page.getByText(/Signing in as|is registered as a client/)).toBeHidden(); // of nobody's address
      for (const form of await page.locator("form").all()) await expect(form).toBeHidden();
    });
  }
});

test("a part that a deployment removed reloads the page once, then says so", async ({ page }) => {
  await signIn(page, "admin");
  await page.goto("/panel");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await deploy(page);
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await sidebar(page).getByRole("link", { name: "Reports" }).click();
  await expect(page.getByText("This part failed")).toBeVisible({ timeout: 30_000 });
  expect(loads).toBe(1);
  await expect(sidebar(page)).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
});

test("no reload takes words away: the person is told instead", async ({ page, visit }) => {
  await visit("/support");
  await page.getByLabel("Message").fill("The left gable stays dark.");
  await expect(page.locator("[data-lazy]").filter({ has: page.getByLabel("Message") })).toHaveCount(0);
  await deploy(page);
  await page.getByRole("banner").getByRole("button", { name: "Get a Quote" }).click();
  await expect(page.locator("[data-slot=toast]")).toContainText("copy what you typed first", { timeout: 30_000 });
  await expect(page.getByLabel("Message")).toHaveValue("The left gable stays dark.");
});

test("a browser that keeps nothing still signs in and works", async ({ page }) => {
  await denyStorage(page);
  await page.goto("/login");
  await page.getByLabel("Email").fill("branch@duskline.example");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Password", { exact: true }).fill(process.env.JOURNEY_PASSWORD ?? "");
  await page.getByRole("button", { name: "Log In" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /Welcome/ })).toBeVisible();
  await page.getByRole("button", { name: "Toggle sidebar" }).click();
  await page.getByRole("button", { name: "Switch to night theme" }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await sidebar(page).getByRole("link", { name: "Leads" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Leads" })).toBeVisible();
  await expect(page.getByText("This part failed")).toHaveCount(0);
});

/** Answers the list of leads with its own rows, each changed. */
async function changeLeads(page: Page, change: object) {
  await page.route("**/api/panel/leads?*", async (route) => {
    const response = await route.fetch();
    const rows: object[] = await response.json();
    await route.fulfill({ response, json: rows.map((row, place) => (place === 0 ? { ...row, ...change } : row)) });
  });
}

test("a state that the page does not know is shown in its own words, and stays when something else is changed", async ({
  page,
  open,
}) => {
  await signIn(page, "branch");
  const { id } = await make<{ id: string }>(page, "leads", { name: "Kim", email: "kim@example.com" });
  await changeLeads(page, { status: "won_back" });
  await page.route(`**/api/panel/leads/${id}`, async (route) => {
    if (route.request().method() !== "GET") return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), status: "won_back" } });
  });
  await open("/panel/leads", "Leads");
  await expect(page.getByText("Won Back", { exact: true })).toBeVisible();
  await open(`/panel/leads?id=${id}`, "Leads");
  await expect(page.getByLabel("Status", { exact: true }).locator("option:checked")).toHaveText("Won Back");
  await page.getByLabel("Name", { exact: true }).fill("Kim Sample");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(toast(page, "Lead updated successfully")).toBeVisible();
});

test("a part that breaks leaves the rest alive", async ({ page, open }) => {
  await signIn(page, "branch");
  await changeLeads(page, { name: { not: "a text" } });
  await open("/panel", "Welcome");
  await sidebar(page).getByRole("link", { name: "Leads" }).click();
  await expect(page.getByText("This part failed")).toBeVisible();
  await sidebar(page).getByRole("link", { name: "Clients" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Clients" })).toBeVisible();
  await expect(page.getByText("This part failed")).toHaveCount(0);
});

test("a server that is busy is not taken for nobody signed in", async ({ page }) => {
  await signIn(page, "branch");
  await page.route("**/api/auth/user", (route) => route.fulfill({ status: 503 }));
  await page.goto("/panel/leads");
  await expect(page.getByText("The service cannot be reached")).toBeVisible();
  await expect(toast(page, "Unauthorized")).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Leads" })).toBeVisible();
});

test("a screen that was not fetched yet, and logging out, end in words while offline", async ({
  page,
  open,
  context,
}) => {
  await signIn(page, "branch");
  await open("/panel", "Welcome");
  await context.setOffline(true);
  await sidebar(page).getByRole("link", { name: "Reports" }).click();
  await expect(page.getByText("This part failed")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reports" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Log Out" }).click(); // in a document that has fetched nothing of the sign-in page
  await expect(page.getByText("You are not logged out yet")).toBeVisible();
  await expect(page).toHaveURL("/panel");
  await expect(sidebar(page)).toHaveCount(0);
  await page.evaluate(() => history.back()); // the old session lets nobody in
  await expect(page.getByText("You are not logged out yet")).toBeVisible();
  await page.route("**/api/auth/logout", (route) => route.fulfill({ status: 503 }), { times: 1 });
  await context.setOffline(false); // back online before the service is
  await expect(toast(page, "You are logged out.")).toBeVisible({ timeout: 10_000 });
  await expect(page).toHaveURL("/login");
  expect((await page.request.get("/api/auth/user")).status()).toBe(401);
});

/** What the browser does when Back brings a page out of its memory. */
const comeBack = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  });

test("a page that comes back after a log-out shows nobody's data", async ({ page, open }) => {
  await signIn(page, "branch");
  await open("/panel/leads", "Leads");
  const release = await hold(page, "**/api/auth/user");
  await page.request.post("/api/auth/logout");
  await comeBack(page);
  await expect(page.getByRole("heading", { level: 1, name: "Leads" })).toBeHidden();
  release();
  await expect(toast(page, "Unauthorized")).toBeVisible();
  await expect(page).toHaveURL("/login");
});

test("a page that comes back to the same person keeps what was typed, also while the server is away", async ({
  page,
  open,
}) => {
  await signIn(page, "branch");
  await open("/panel/leads", "Leads");
  await page.getByLabel("Search leads").fill("Robin");
  await page.route("**/api/auth/user", (route) => route.fulfill({ status: 503 }));
  await comeBack(page);
  await expect(page.getByLabel("Search leads")).toHaveValue("Robin");
  await expect(page.getByLabel("Search leads")).toBeVisible();
});

test("a page that comes back stays hidden after a log-out in another tab that the server has not heard of", async ({
  page,
  open,
  context,
}) => {
  await signIn(page, "branch");
  await open("/panel/leads", "Leads");
  await page.getByLabel("Search leads").fill("Robin");
  const other = await context.newPage();
  await other.goto("/panel/leads");
  await context.route("**/api/auth/*", (route) => route.fulfill({ status: 503 }));
  await other.getByRole("button", { name: "Log Out" }).click();
  await expect(other.getByText("You are not logged out yet")).toBeVisible();
  await comeBack(page);
  await expect(page.getByText("You are not logged out yet")).toBeVisible();
  await expect(page.getByLabel("Search leads")).toBeHidden();
});

test("a log-out that is due is over in every tab once one of them has brought it to the server", async ({
  page,
  open,
  context,
}) => {
  const owed = (tab: Page) => tab.getByText("You are not logged out yet");
  const refuse = (tab: Page) => tab.route("**/api/auth/logout", (route) => route.fulfill({ status: 503 }));
  await signIn(page, "branch");
  await open("/panel/leads", "Leads");
  await refuse(page);
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(owed(page)).toBeVisible();
  const signingIn = await context.newPage();
  await refuse(signingIn);
  await signingIn.goto("/login");
  await expect(owed(signingIn)).toBeVisible();
  const other = await context.newPage();
  await other.goto("/login"); // whose call alone comes through
  await expect(toast(other, "You are logged out.")).toBeVisible();
  await expect(owed(other)).toBeHidden();
  await expect(owed(signingIn)).toBeHidden();
  await expect(page).toHaveURL("/login");
});

test("a page that comes back wears the theme chosen meanwhile", async ({ page, visit }) => {
  await visit("/about");
  await page.evaluate(() => localStorage.setItem("theme", "dark"));
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await comeBack(page);
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect(page.getByRole("button", { name: "Switch to day theme" })).toBeVisible();
});
