// User management and moderation.
import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { inEveryDress } from "./dress";
import { holdAnswers, loseAnswer } from "./held";
import { byName, Device } from "./passkeys";
import { colleague } from "./records";
import { expect, fresh, make, signIn, test, toast } from "./staff";

test.describe("an administrator", () => {
  test.use({ account: "admin" });

  test("gives and takes a role, and the figures follow @both", async ({ page, open }) => {
    await open("/panel/users", "User Management");
    await page.getByLabel("Search users").fill("no-role@");
    await expect(page.getByRole("row").filter({ hasText: "no-role@duskline.example" })).toContainText("No Role");
    await page.getByRole("button", { name: "Edit Nils Sample" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit User Role" });
    await expect(dialog.getByLabel("Role").locator("option")).toHaveText([
      "No Role",
      "Support",
      "Sales Representative",
      "Technician",
      "Lead Technician",
      "Branch Operations Manager",
      "Regional Operations Manager",
      "Administrator",
    ]);
    await dialog.getByLabel("Role").selectOption("technician");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(toast(page, "User role updated successfully")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("row").filter({ hasText: "no-role@duskline.example" })).toContainText("Technician");
    await page.getByRole("button", { name: "Edit Nils Sample" }).click();
    await dialog.getByLabel("Role").selectOption("none");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByRole("row").filter({ hasText: "no-role@duskline.example" })).toContainText("No Role");
  });

  test("sees the line about users and permissions on the dashboard", async ({ page, open }) => {
    await open("/panel", "Welcome");
    await expect(page.getByText(/users and permissions/)).toBeVisible();
  });
});

test.describe("somebody new", () => {
  test.use({ account: "admin" });

  test("is invited by a link, chooses a password, and is in the panel @both", async ({ page, open, browser }) => {
    const email = `${fresh("nell").replace(" ", ".")}@home.example`;
    await open("/panel/users?new", "User Management");
    const dialog = page.getByRole("dialog", { name: "New User" });
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByLabel("Role").selectOption("technician");
    await dialog.getByLabel("Branch").selectOption({ index: 1 });
    await dialog.getByLabel("Role").selectOption("regional_ops_manager");
    await dialog.getByLabel("Region").selectOption({ index: 2 });
    await dialog.getByRole("button", { name: "Add User" }).click();
    await dialog.getByRole("button", { name: "Show Link" }).click();
    const link = await dialog.getByLabel("Link").inputValue();
    await dialog.getByRole("button", { name: "Done" }).click();
    const question = page.getByRole("alertdialog", { name: "Have you kept it?" });
    await question.getByRole("button", { name: "Go Back" }).click();
    await dialog.getByLabel("Link").press("Control+c");
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByLabel("Search users").fill(email);
    await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Invited");

    const visitor = await (await browser.newContext()).newPage();
    await visitor.goto(link.replace(/#.*/, "#an-older-one"));
    await expect(visitor.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await visitor.goto(link);
    await visitor.getByLabel("First Name").fill("Nell");
    await visitor.getByLabel("Password", { exact: true }).fill("a-porch-at-night-9");
    await visitor.route("**/api/auth/link/use", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await visitor.getByRole("button", { name: "Start" }).click();
    await expect(visitor.getByRole("alert").filter({ hasText: "No answer came back" })).toBeVisible();
    await visitor.unroute("**/api/auth/link/use");
    await visitor.getByRole("button", { name: "Start" }).click();
    await expect(visitor.getByRole("heading", { name: "Welcome, Nell" })).toBeVisible();
    await visitor.goto("/login");
    await visitor.goto(link);
    await expect(visitor.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await visitor.context().close();
  });
});

/** The code of an authenticator app (RFC 6238), so many steps of 30 seconds from now. */
function codeOf(secret: string, steps = 0): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", key).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

test.describe("somebody who wants more than a password", () => {
  test.use({ account: "admin", forgive: /status of 400/ });

  test("sets up an app, and signs in by its code or a kept one", async ({ page, browser }) => {
    const [email, password] = [`${fresh("cora").replace(" ", ".")}@home.example`, "a-porch-at-night-9"];
    const account = { email, password, userType: "staff", role: "support", firstName: "Cora" };
    const { id } = await make(page, "users", account);
    const own = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
    const enter = async () => {
      await own.goto("/login");
      await own.getByLabel("Email").fill(email);
      await own.getByRole("button", { name: "Continue" }).click();
      await own.getByLabel("Password", { exact: true }).fill(password);
      await own.getByRole("button", { name: "Log In" }).click();
    };
    const leave = () => own.request.post("/api/auth/logout");
    const welcome = own.getByRole("heading", { name: "Welcome, Cora" });

    await enter();
    await expect(welcome).toBeVisible();
    const elsewhere = await browser.newContext();
    await elsewhere.request.post(new URL("/api/auth/login", own.url()).href, { data: { email, password } });
    await elsewhere.close();
    await own.getByRole("button", { name: "Your Account" }).click();
    const sessions = own.getByRole("region", { name: "Where you are signed in" }).getByRole("listitem");
    await expect(sessions).toHaveCount(2);
    const part = own.getByRole("region", { name: "Two-Step Verification" });
    await part.getByRole("button", { name: "Set Up an App" }).click();
    await part.getByLabel("Current Password").fill(password);
    await part.getByRole("button", { name: "Continue" }).click();
    await expect(part.getByRole("img", { name: /square of dots/ })).toBeVisible();
    expect(await inEveryDress(own)).toEqual([]);
    const secret = ((await part.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await part.getByLabel("Code").fill(codeOf(secret));
    await own.route("**/second-factor/app/confirm", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await part.getByRole("button", { name: "Turn On" }).click();
    await expect(part.getByText("the answer with your recovery codes was lost")).toBeVisible();
    await expect(sessions).toHaveCount(1);
    await part.getByLabel("Current Password").fill(password);
    await part.getByRole("button", { name: "Make New Codes" }).click();
    const kept = part.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
    await expect(kept).toHaveCount(10);
    const codes = await kept.allInnerTexts();
    await own.keyboard.press("Escape"); // which nobody can show again
    const question = own.getByRole("alertdialog", { name: "Have you kept it?" });
    await expect(question).toContainText("This is shown only now.");
    await question.getByRole("button", { name: "Go Back" }).click();
    await expect(kept).toHaveCount(10);
    await part.getByRole("button", { name: "I Have Kept Them" }).click();
    await expect(part).toContainText("10 recovery codes are left");
    await expect(part.getByRole("heading")).toBeFocused();

    await leave();
    await enter();
    await expect(own.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await own.getByLabel("Code").fill("000000");
    await own.getByRole("button", { name: "Log In" }).click();
    await expect(own.getByText("This code is wrong, or was used before.")).toBeVisible();
    expect(await inEveryDress(own)).toEqual([]);
    await own.getByLabel("Code").fill(codeOf(secret, 1));
    await own.getByRole("button", { name: "Log In" }).click();
    await expect(welcome).toBeVisible();

    await leave();
    await enter();
    await own.getByRole("button", { name: "Use a Recovery Code" }).click();
    await own.getByLabel("Recovery Code").fill(codes[0] ?? "");
    await loseAnswer(own, "**/api/auth/second-factor");
    await own.getByRole("button", { name: "Log In" }).click();
    await expect(welcome).toBeVisible(); // its answer was lost

    await leave();
    await enter();
    await own.getByRole("button", { name: "Use a Recovery Code" }).click();
    await own.getByLabel("Recovery Code").fill(codes[1] ?? "");
    await loseAnswer(own, "**/api/auth/second-factor");
    await own.route("**/api/auth/user", (route) => route.abort(), { times: 1 }); // nor is it known who is in
    await own.getByRole("button", { name: "Log In" }).click();
    await expect(
      own.getByRole("alert").filter({ hasText: "No answer came back. Please try again." }).first(),
    ).toBeVisible();
    await own.getByRole("button", { name: "Log In" }).click();
    await expect(welcome).toBeVisible();

    await leave();
    await enter();
    await expect(own.getByRole("heading", { name: "Enter your code" })).toBeVisible();
    await page.goto(`/panel/users?id=${id}`);
    await page.getByRole("button", { name: "Turn Off Two-Step Verification" }).click();
    await expect(toast(page, "Two-step verification was turned off. The person is told by email")).toBeVisible();
    await own.getByLabel("Code").fill(codeOf(secret, 1));
    await own.getByRole("button", { name: "Log In" }).click();
    const over = own.getByRole("alert").filter({ hasText: "Please sign in again" });
    await expect(over).toContainText("this sign-in has ended");
    await enter();
    await expect(welcome).toBeVisible();
    await own.context().close();
  });
});

test.describe("somebody whose answer is lost", () => {
  test.use({ account: null, forgive: /status of (401|503)|ERR_/ });

  const PASSWORD = process.env.JOURNEY_PASSWORD ?? "";
  const panel = (page: Page) => page.getByRole("heading", { name: "Welcome, Bettina" });

  async function logIn(page: Page, password: string) {
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Log In" }).click();
  }

  test("has typed no wrong password, and is in where it was done", async ({ page }) => {
    await page.goto("/login");
    await page.getByLabel("Email").fill("branch@duskline.example");
    await page.getByRole("button", { name: "Continue" }).click();
    const said = page.getByRole("alert");
    await page.route("**/api/auth/login", (route) => route.abort(), { times: 1 }); // it never arrives
    await logIn(page, PASSWORD);
    await expect(said.filter({ hasText: "No answer came back. Please try again." }).first()).toBeVisible();
    await expect(page.getByText("Invalid email or password")).toHaveCount(0);
    await logIn(page, "not-this-one-9");
    await expect(said.filter({ hasText: "Invalid email or password. Please try again." }).first()).toBeVisible();
    await loseAnswer(page, "**/api/auth/login");
    await logIn(page, PASSWORD);
    await expect(panel(page)).toBeVisible();
  });

  test("has typed no wrong password where something in between answers in the server's place", async ({ page }) => {
    await page.goto("/login");
    await page.getByLabel("Email").fill("branch@duskline.example");
    await page.getByRole("button", { name: "Continue" }).click();
    const down = { status: 503, contentType: "text/html", body: "<h1>Service Unavailable</h1>" };
    await page.route("**/api/auth/login", (route) => route.fulfill(down));
    await logIn(page, PASSWORD);
    const said = page.getByRole("alert").filter({ hasText: "No answer came back. Please try again." });
    await expect(said.first()).toBeVisible();
    await expect(page.getByText("Invalid email or password")).toHaveCount(0);
  });

  test("who goes Back while a slow sign-in is under way has given it up", async ({ page }) => {
    const answer = await holdAnswers(page, "**/api/auth/login");
    await page.goto("/login");
    await page.getByLabel("Email").fill("branch@duskline.example");
    await page.getByRole("button", { name: "Continue" }).click();
    await logIn(page, PASSWORD);
    await expect(page.getByRole("button", { name: "Logging in..." })).toBeVisible();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByLabel("Email").fill("sales@duskline.example");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Signing in as sales@duskline.example")).toBeVisible();
    const answered = page.waitForResponse("**/api/auth/login");
    answer();
    await answered;
    await page.waitForTimeout(1500); // longer than the welcome is shown
    await expect(page.getByText("Signing in as sales@duskline.example")).toBeVisible();
    await logIn(page, PASSWORD);
    await expect(page).toHaveURL("/panel");
    expect((await (await page.request.get("/api/auth/user")).json()).email).toBe("sales@duskline.example");
  });

  test("is in where a second step was set up, and makes new recovery codes there", async ({ page }) => {
    const answer = (path: string, json: object) =>
      page.route(`**/api/auth/${path}`, (route) => route.fulfill({ json }));
    await answer("login", { success: true, redirectUrl: "/login?view=code" });
    await answer("second-factor/ask", { passkey: null, app: false, setsUp: true });
    await answer("second-factor/owed/app", { secret: "ABCDEFGH", address: "otpauth://totp/a", dots: ["10", "01"] });
    await page.route("**/owed/app/confirm", (route) => route.abort());
    await page.goto("/login");
    await page.getByLabel("Email").fill("branch@duskline.example");
    await page.getByRole("button", { name: "Continue" }).click();
    await logIn(page, PASSWORD);
    await page.getByRole("button", { name: "Use an Authenticator App" }).click();
    await page.getByLabel("Code").fill("123456");
    const go = page.getByRole("button", { name: "Continue" });
    await go.click();
    await expect(page.getByRole("alert").filter({ hasText: "It may be set up already." }).first()).toBeVisible();
    await signIn(page, "branch"); // as the lost answer would have
    await go.click();
    await expect(page.getByText("Your recovery codes did not arrive.")).toBeVisible();
    await page.getByRole("button", { name: "Go On" }).click();
    await expect(panel(page)).toBeVisible();
  });

  for (const [whose, account, owed] of [
    ["somebody else's session", "sales", false],
    ["a session whose log-out is due", "branch", true],
  ] as const)
    test(`does not go on in ${whose}`, async ({ page }) => {
      await page.goto("/login");
      await page.getByLabel("Email").fill("branch@duskline.example");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page.getByRole("button", { name: "Log In" })).toBeVisible();
      await signIn(page, account);
      if (owed) await page.evaluate(() => localStorage.setItem("logOutOwed", ""));
      await page.route("**/api/auth/login", (route) => route.abort(), { times: 1 });
      await logIn(page, PASSWORD);
      await expect(page.getByText("No answer came back. Please try again.").first()).toBeVisible();
      await expect(page).toHaveURL(/\/login/);
      await logIn(page, PASSWORD);
      await expect(panel(page)).toBeVisible();
    });
});

test.describe("somebody with a passkey", () => {
  test.use({ account: "admin" });

  test("is invited, signs in by it, and forgets the password", async ({ page, browser }) => {
    const email = `${fresh("ines").replace(" ", ".")}@home.example`;
    const { id } = await make(page, "users/invitations", { email, role: "support" });
    const link = async () =>
      byName((await (await page.request.post(`/api/panel/users/${id}/link`, { data: {} })).json()).link);
    const [first, second] = ["a-porch-at-night-9", "a-lantern-in-the-rain-4"];
    const own = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
    await Device.of(own);
    const welcome = own.getByRole("heading", { name: "Welcome, Ines" });
    const leave = () => own.evaluate(() => fetch("/api/auth/logout", { method: "POST" }));

    await own.goto(await link());
    await own.getByLabel("First Name").fill("Ines");
    await own.getByLabel("Password", { exact: true }).fill(first);
    await own.getByRole("button", { name: "Start" }).click();
    await expect(welcome).toBeVisible();
    await own.getByRole("button", { name: "Your Account" }).click();
    const part = own.getByRole("region", { name: "Two-Step Verification" });
    await part.getByRole("button", { name: "Add a Passkey" }).click();
    await part.getByLabel("Current Password").fill(first);
    await part.getByRole("button", { name: "Continue" }).click();
    await expect(part.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
    await part.getByRole("button", { name: "I Have Kept Them" }).click();
    await expect(part.getByText("not used yet")).toBeVisible();
    expect(await inEveryDress(own)).toEqual([]);

    await leave();
    await own.goto(new URL("/login", own.url()).href);
    await own.getByLabel("Email").fill(email);
    await own.getByRole("button", { name: "Continue" }).click();
    await own.getByLabel("Password", { exact: true }).fill(first);
    await own.getByRole("button", { name: "Log In" }).click();
    await expect(own.getByRole("heading", { name: "Use your passkey" })).toBeVisible();
    await expect(own).toHaveTitle(/^Use your passkey/);
    expect(await inEveryDress(own)).toEqual([]);
    await loseAnswer(own, "**/api/auth/second-factor/passkey");
    await own.getByRole("button", { name: "Continue" }).click();
    await expect(welcome).toBeVisible(); // its answer was lost

    await leave();
    await own.goto(new URL("/login", own.url()).href);
    const alone = own.getByRole("button", { name: "Sign In with a Passkey" });
    await alone.click();
    await expect(welcome).toBeVisible();

    await leave();
    await own.evaluate(() => localStorage.clear()); // as the panel does that hears of it
    await own.goto(new URL("/login", own.url()).href);
    await loseAnswer(own, "**/api/auth/passkey");
    await alone.click();
    await expect(welcome).toBeVisible();

    await leave();
    await own.goto(new URL("/login?view=forgotten", own.url()).href);
    await expect(own.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
    await own.getByLabel("Email").fill(email);
    await own.getByRole("button", { name: "Send Link" }).click();
    await expect(own.getByRole("heading", { name: "Ask an administrator" })).toBeFocused();
    await own.goto(await link());
    await own.getByLabel("Password", { exact: true }).fill(second);
    await own.getByRole("button", { name: "Save and Log In" }).click();
    await expect(own.getByRole("heading", { name: "Use your passkey" })).toBeVisible(); // the page as built has a button of that name
    await own.getByRole("button", { name: "Continue" }).click();
    await expect(welcome).toBeVisible();
    await own.context().close();
  });
});

test.describe("an administrator on a bad day", () => {
  test.use({ account: "admin", forgive: /status of (409|50\d)|ERR_/ });

  test("sees what somebody else changed meanwhile", async ({ page, open, borrow }) => {
    const [person] = await (await page.request.get("/api/panel/users?q=lead-technician@")).json();
    const account = `/api/panel/users/${person.id}`;
    await borrow(account, "role");
    await open(`/panel/users?id=${person.id}`, "User Management");
    const dialog = page.getByRole("dialog", { name: "Edit User Role" });
    await dialog.getByLabel("Role").selectOption("sales_rep");
    await colleague(page, account, { role: "support" });
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    const versions = dialog.getByRole("region", { name: "Two versions of this record" });
    await expect(versions).toContainText("Sales Rep");
    await expect(versions).toContainText("Support");
    await versions.getByRole("button", { name: "Take Theirs" }).click();
    await expect(dialog.getByLabel("Role")).toHaveValue("support");
  });

  test("loses no choice with a lost connection, and can retry a failed load", async ({ page, open }) => {
    const lists = "**/api/panel/users?**";
    await page.route(lists, (route) => route.fulfill({ status: 503, json: { error: "Away." } }));
    await open("/panel/users", "User Management");
    await expect(page.getByRole("alert").filter({ hasText: "Failed to fetch users" })).toBeVisible();
    await page.unroute(lists);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByLabel("Search users").fill("no-role@");
    await page.getByRole("button", { name: "Edit Nils Sample" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit User Role" });
    await dialog.getByLabel("Role").selectOption("support");
    await page.route("**/api/panel/users/*", (route) =>
      route.request().method() === "PATCH" ? route.abort() : route.fallback(),
    );
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(toast(page, "No answer came back")).toBeVisible();
    await expect(dialog.getByLabel("Role")).toHaveValue("support");
  });

  test("finds a token whose secret was lost on its way, and ends it", async ({ page, open }) => {
    const name = fresh("Invoices");
    await open("/panel/settings?tab=integrations", "Integrations");
    await page.getByRole("button", { name: "New Token" }).click();
    const dialog = page.getByRole("dialog", { name: "New API Token" });
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Support tickets").check();
    await dialog.getByLabel("Current Password").fill(process.env.JOURNEY_PASSWORD ?? "");
    await page.route("**/api/panel/api-tokens", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole("button", { name: "Make Token" }).click();
    await expect(dialog.getByRole("alert")).toContainText("If the list has this token by now, nobody has seen it");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    const token = page.getByRole("listitem").filter({ hasText: name });
    await expect(token).toContainText("Read only");
    await expect(token).toContainText("Support tickets");
    await token.getByRole("button", { name: `End ${name}` }).click();
    await expect(toast(page, `${name} has ended`)).toBeVisible();
  });
});

test.describe("a branch manager", () => {
  test("approves a visitor's photo, and the gallery shows it at once", async ({ page, open }) => {
    const words = fresh("Warm white along the porch");
    const image = {
      name: "porch.png",
      mimeType: "image/png",
      buffer: Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ),
    };
    const sent = await page.request.post("/api/gallery", {
      multipart: {
        image,
        name: "Robin",
        email: "robin@example.com",
        location: "Columbus",
        description: words,
        category: "Residential",
        consent: "visitor-1",
      },
    });
    expect(sent.status()).toBe(201);
    await page.goto("/gallery");
    await expect(page.getByRole("img", { name: new RegExp(words) })).toHaveCount(0);

    await open("/panel/settings?tab=gallery", "Gallery");
    const photo = page.getByRole("listitem").filter({ has: page.getByRole("img", { name: new RegExp(words) }) });
    await photo.getByRole("button", { name: "Approve" }).click();
    await expect(toast(page, "Photo approved")).toBeVisible();
    await page.goto("/gallery");
    await expect(page.getByRole("img", { name: new RegExp(words) })).toHaveCount(1);

    await open("/panel/settings?tab=gallery&approved=1", "Gallery");
    await photo.getByRole("button", { name: "Reject" }).click();
    await expect(toast(page, "Photo rejected")).toBeVisible();
    await page.goto("/gallery");
    await expect(page.getByRole("img", { name: new RegExp(words) })).toHaveCount(0);
  });

  test("puts photos in order, and takes one down whose sender no longer agrees", async ({ page, open }) => {
    const order = async (): Promise<string[]> =>
      (await (await page.request.get("/api/gallery-photos")).json()).map(({ id }: { id: string }) => id);
    const [first, second, third, ...others] = await order();
    await open("/panel/settings?tab=gallery&approved=1", "Gallery");
    const cards = page.getByRole("listitem").filter({ has: page.getByLabel("Caption") });
    const withdraw = () => cards.first().getByRole("button", { name: "Consent Withdrawn" }).click();
    await withdraw();
    await expect.poll(order).toEqual([second, third, ...others]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(order).toEqual([first, second, third, ...others]);
    await expect(cards).toHaveCount(others.length + 3);
    await withdraw();
    await expect(cards).toHaveCount(others.length + 2);
    await expect(cards.first()).toContainText("Number 1 in the gallery");
    await cards
      .first()
      .getByRole("button", { name: /^Move .* down$/ })
      .press("Enter");
    await expect.poll(order).toEqual([third, second, ...others]);
    await expect(cards.nth(1).getByRole("button", { name: /^Move .* down$/ })).toBeFocused();
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(order).toEqual([second, third, ...others]);
  });

  test("sees what there is to set", async ({ page, open }) => {
    await open("/panel/settings", "Settings");
    const topics = page.getByRole("main").getByRole("link");
    await expect(topics).toContainText(["Branches", "ZIP Codes", "Gallery", "Mail", "Integrations"]);
    await topics.filter({ hasText: "Branches" }).click();
    await expect(page.getByRole("heading", { name: "Branches" })).toBeVisible();
  });
});

test.describe("somebody whose page is slow to come", () => {
  test.use({ account: null });

  test("keeps the address typed before its code was there", async ({ page }) => {
    let release = () => {};
    const gate = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/\.js$/, async (route) => {
      await gate;
      await route.continue();
    });
    await page.goto("/login?view=forgotten", { waitUntil: "commit" });
    await page.getByLabel("Email").fill("ann@example.com");
    release();
    await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue("ann@example.com");
  });
});
