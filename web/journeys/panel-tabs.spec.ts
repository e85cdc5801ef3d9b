// Several tabs have one session: one whose person is not signed in any more stops, shows nothing of theirs and sends nothing of theirs.
import type { Page } from "@playwright/test";
import { loseAnswer } from "./held";
import { newLead } from "./records";
import { expect, fresh, signIn, test } from "./staff";

test.use({ forgive: /status of (401|412)/ });

const stopped = (page: Page) =>
  page.getByRole("alert").filter({ has: page.getByRole("button", { name: /^Go On as/ }) });

/** Somebody else signs in here, and opens the panel in another tab. */
async function takeOver(page: Page, account: string) {
  await signIn(page, account);
  const other = await page.context().newPage();
  await other.goto("/panel");
  await expect(other.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  return other;
}

test("a tab that makes no call stops when somebody else signs in, and goes on as them by one press", async ({
  page,
  open,
}) => {
  const lead = await newLead(page);
  await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
  await expect(page.getByRole("dialog", { name: String(lead.name) })).toBeVisible();
  await takeOver(page, "sales");
  await expect(stopped(page)).toBeVisible();
  await expect(page.locator("body")).not.toContainText(String(lead.name));
  await expect(page).toHaveURL(/\/panel$/);
  expect(await page.title()).not.toContain(String(lead.name));
  await page.getByRole("button", { name: /^Go On as/ }).click();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toContainText("Welcome");
  await expect(stopped(page)).toHaveCount(0);
});

test("words in an open form go under nobody else's name, and wait for the person who typed them", async ({
  page,
  open,
}) => {
  const word = fresh("Quillfeather");
  await open("/panel/leads?new", "Leads");
  const form = page.getByRole("dialog", { name: "New Lead" });
  await form.getByLabel("Name", { exact: true }).fill(word);
  const matched = page.waitForResponse(/\/api\/panel\/matches\?/); // what the panel asks by itself would hear of it first
  await form.getByLabel("Email").fill("quill@example.com");
  await matched;
  await page.waitForLoadState("networkidle");
  await signIn(page, "sales"); // no other tab says so: the call is refused
  const refused = page.waitForResponse((answer) => answer.status() === 412);
  await form.getByLabel("Email").focus();
  await page.keyboard.press("Enter"); // the form is gone soon: a press on it would be tried again
  expect((await refused).request().method()).toBe("POST");
  await expect(stopped(page)).toContainText(
    "What was typed here was not sent and waits in this tab until Bettina signs in",
  );
  await expect(page.locator("body")).not.toContainText(word);
  expect(await (await page.request.get(`/api/panel/leads?q=${encodeURIComponent(word)}`)).json()).toEqual([]);

  await page.getByRole("button", { name: /^Go On as/ }).click();
  await expect(page.getByRole("dialog", { name: "Changes by Bettina" })).toContainText(
    "1 change by Bettina waits on this device. Log out so Bettina can sign in and send it.",
  );
  await signIn(page, "branch");
  await open("/panel/leads?new", "Leads");
  await expect(form.getByLabel("Name", { exact: true })).toHaveValue(word);
});

test.describe("words whose answer was lost", () => {
  test.use({ forgive: /status of (401|412)|ERR_CONNECTION_RESET/ });

  test("may be saved, as the tab of their person says that stops", async ({ page, open }) => {
    await open("/panel/leads?new", "Leads");
    const form = page.getByRole("dialog", { name: "New Lead" });
    await form.getByLabel("Name", { exact: true }).fill(fresh("Quillfeather"));
    await form.getByLabel("Email").fill("quill@example.com");
    await form.getByLabel("Phone").fill("614-555-0122");
    await loseAnswer(page, "**/api/panel/leads");
    await form.getByRole("button", { name: "Create Lead" }).click();
    await expect(form.getByText(/No answer came back/)).toBeVisible();
    await takeOver(page, "sales");
    await expect(stopped(page)).toContainText(
      "What was typed here may have been saved: no answer has come back. It waits in this tab until Bettina signs in",
    );
  });
});

test("Log Out in a tab whose person is not signed in any more ends nobody else's session", async ({ page, open }) => {
  await open("/panel", "Welcome");
  await page.waitForLoadState("networkidle"); // what the panel asks by itself would hear of it first
  await signIn(page, "sales"); // no other tab says so
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(stopped(page)).toContainText(/This page was .+'s\./);
  expect((await page.request.get("/api/auth/user")).status()).toBe(200);
  await page.getByRole("button", { name: /^Go On as/ }).click();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toContainText("Welcome");
  expect(await page.evaluate(() => localStorage.getItem("keptSession1"))).toContain('"sales_rep"');
});

test("Log Out in a tab whose session has ended leads to the sign-in", async ({ page, open }) => {
  await open("/panel", "Welcome");
  await page.waitForLoadState("networkidle");
  await page.request.post("/api/auth/logout");
  await page.getByRole("button", { name: "Log Out" }).click();
  await expect(page).toHaveURL(/\/login/);
});

test("a call of one's own account that finds the session ended leads to the sign-in", async ({ page, open }) => {
  await open("/panel", "Welcome");
  await page.getByRole("button", { name: "Your Account" }).click();
  const account = page.getByRole("dialog", { name: "Your Account" });
  await account.getByLabel("First Name").fill("Quill");
  // As another device may end it, at the last moment: what the panel asks by itself would hear of it first.
  await page.route("**/api/auth/user", async (route) => {
    if (route.request().method() === "PATCH") await page.request.post("/api/auth/logout");
    return route.fallback();
  });
  await account.getByRole("button", { name: "Save Profile" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("keptSession1"))).toBeNull();
});

const owed = (tab: Page) => tab.getByText("You are not logged out yet");

/** Another tab of the same person, with words in an open form. */
async function typing(page: Page, word: string) {
  const tab = await page.context().newPage();
  await tab.goto("/panel/leads?new");
  const name = tab.getByRole("dialog", { name: "New Lead" }).getByLabel("Name", { exact: true });
  await name.fill(word);
  await tab.waitForLoadState("networkidle"); // what the panel asks by itself would hear of it first
  return { tab, name };
}

test.describe("a session that one tab has ended", () => {
  test.use({ forgive: /status of 401|ERR_INTERNET_DISCONNECTED|ERR_FAILED|log-out request failed/ });

  test("a log-out that the server has not heard of stops every tab, and one that is left brings it there", async ({
    page,
    open,
    context,
  }) => {
    const word = fresh("Quillfeather");
    await open("/panel/leads?new", "Leads");
    const name = page.getByRole("dialog", { name: "New Lead" }).getByLabel("Name", { exact: true });
    await name.fill(word);
    const left = await context.newPage();
    await left.goto("/panel");
    await page.waitForLoadState("networkidle"); // what the panel asks by itself would hear of it first
    await context.setOffline(true);
    await left.getByRole("button", { name: "Log Out" }).click();
    await expect(owed(left)).toBeVisible();
    await expect(owed(page)).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL("/panel");
    await left.close();
    await context.setOffline(false);
    await expect(page).toHaveURL("/login");
    expect((await page.request.get("/api/auth/user")).status()).toBe(401);
    await signIn(page, "branch");
    await page.goto("/panel"); // leads to where they were
    await expect(name).toHaveValue(word);
  });

  test("a log-out stops every tab, and words wait there for the same person", async ({ page, open }) => {
    const word = fresh("Quillfeather");
    await open("/panel", "Welcome");
    const { tab, name } = await typing(page, word);
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page).toHaveURL("/login");
    await expect(tab).toHaveURL("/login");
    await signIn(tab, "branch");
    await tab.goto("/panel");
    await expect(name).toHaveValue(word);
  });

  for (const reached of [true, false]) {
    test(`the end that one tab hears of is heard by all, with the server ${reached ? "there" : "away"}`, async ({
      page,
      open,
    }) => {
      const lead = await newLead(page);
      await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
      await expect(page.getByRole("dialog", { name: String(lead.name) })).toBeVisible();
      const { tab } = await typing(page, fresh("Quillfeather"));
      await page.request.post("/api/auth/logout"); // as the server ends it, of somebody who is deactivated
      if (!reached) await page.route("**/api/**", (route) => route.abort());
      await tab.reload();
      await expect(tab).toHaveURL("/login");
      await expect(page).toHaveURL("/login");
      await expect(page.locator("body")).not.toContainText(String(lead.name));
    });
  }

  test("the control: the same person signs in in another tab, and words in this one go on", async ({ page, open }) => {
    const word = fresh("Quillfeather");
    await open("/panel", "Welcome");
    const { tab, name } = await typing(page, word);
    await page.goto("/login");
    await page.getByLabel("Email").fill("branch@duskline.example");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Password", { exact: true }).fill(process.env.JOURNEY_PASSWORD ?? "");
    await page.getByRole("button", { name: "Log In" }).click();
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toContainText("Welcome");
    await expect(name).toHaveValue(word);
    await expect(tab).toHaveURL("/panel/leads?new");
  });
});

test("a place is nobody else's, however late the end of the session is heard", async ({ page, open }) => {
  await open("/panel/leads?q=Quillfeather", "Leads");
  await page.request.post("/api/auth/logout");
  const bell = page.getByRole("button", { name: /^Bell: / });
  await bell.click({ timeout: 5_000 }).catch(() => undefined); // unless the panel has heard by itself, and the bell is gone
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, "sales");
  await page.goto("/panel");
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toContainText("Welcome");
  await expect(page).toHaveURL(/\/panel$/);
});

test("a place that is loaded again after the end is nobody else's, and its person comes back to it", async ({
  page,
  open,
}) => {
  await open("/panel/leads?q=Quillfeather", "Leads");
  for (const [account, address] of [
    ["branch", /q=Quillfeather/],
    ["sales", /\/panel$/],
  ] as const) {
    await page.request.post("/api/auth/logout");
    await page.evaluate(() => localStorage.removeItem("keptSession1")); // as another tab does that heard of it first
    await page.goto("/panel/leads?q=Quillfeather");
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, account);
    await page.goto("/panel");
    await expect(page).toHaveURL(address);
  }
});

for (const address of ["/panel/clients", "/panel?q=roof"]) {
  test(`what is asked for since the end goes before a place from before it: ${address}`, async ({ page, open }) => {
    await open("/panel/leads?q=Quillfeather", "Leads");
    await page.request.post("/api/auth/logout");
    await page.reload();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, "branch");
    await page.goto(address);
    await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toContainText(/Welcome|Clients/);
    await page.waitForLoadState("networkidle"); // it has been led wherever it is led to
    await expect(page).toHaveURL((url) => url.pathname + url.search === address);
  });
}
