// Who sees what on the screens of the panel: branches, people to give work to, what stays in view, and what fails.
import type { Locator, Page } from "@playwright/test";
import { expect, fresh, make, signIn, test, toast } from "./staff";

interface Person {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: string;
}

/** The signed-in person as the panel is told, changed in some fields. */
const standIn = (page: Page, fields: object) =>
  page.route("**/api/auth/user", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...fields } });
  });

/** A client whose jobs ask for no property. */
async function withOneProperty(page: Page): Promise<{ name: string; address: string }> {
  for (const client of await (await page.request.get("/api/panel/clients?limit=20")).json()) {
    const properties = await (await page.request.get(`/api/panel/clients/${client.id}/properties`)).json();
    if (properties.length === 1) return client;
  }
  throw new Error("No client has one property.");
}

/** Scrolls down until so many rows have come that those above are taken down. */
const loadMany = (table: Locator) =>
  expect(async () => {
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    expect(await table.evaluate(({ scrollHeight }) => scrollHeight)).toBeGreaterThan(12_000);
  }).toPass();

test.describe("without a branch", () => {
  test.use({ account: "sales" });

  test("every screen says why it is empty, and so does a form", async ({ page, open }) => {
    await standIn(page, { branchId: null, homeBranchId: null });
    for (const [path, heading] of [
      ["/panel", "Welcome"],
      ["/panel/leads?new", "Leads"],
    ] as const) {
      await open(path, heading);
      await expect(page.getByText("Your account has no branch yet.").first()).toBeVisible();
    }
    await expect(page.getByRole("dialog")).toContainText("Until then, nothing can be saved here.");
    await page.unroute("**/api/auth/user");
    await open("/panel/leads?new", "Leads");
    await expect(page.getByText("Your account has no branch yet.")).toHaveCount(0);
  });
});

test.describe("a regional manager outside the default branch's region", () => {
  test.use({ account: "cleveland" });

  test("begins with a branch that can be reached", async ({ page, open }) => {
    await standIn(page, { role: "regional_ops_manager", scope: "regional", branchId: null });
    await open("/panel/leads?new", "Leads");
    const branch = page.getByRole("dialog").getByLabel("Branch");
    await expect(branch.locator("option")).toHaveText([/Cleveland/]);
    await expect(branch).toHaveValue("2");
  });
});

test.describe("an administrator", () => {
  test.use({ account: "admin" });

  test("narrows lists by branch, and goes from tab to tab without losing that", async ({ page, open }) => {
    await open("/panel/leads", "Leads");
    await page.getByLabel("Filter by branch").selectOption({ label: "Cleveland" });
    await expect(page).toHaveURL(/branchId=2/);
    await expect(page.getByRole("main").getByText("Columbus", { exact: true })).toHaveCount(1); // the choice itself
    await expect(page.getByRole("main").getByText("Cleveland", { exact: true }).nth(1)).toBeVisible();
    await page.getByRole("tab", { name: "Inbox" }).click();
    await page.getByRole("tab", { name: "Leads" }).click();
    await expect(page.getByLabel("Filter by branch")).toHaveValue("2");
  });

  test("a row with the focus stays while one scrolls, and every row has its line", async ({ page, open }) => {
    await open("/panel/work-orders?assignedTo=all", "Work Orders");
    const table = page.getByRole("region", { name: "Work orders" });
    await expect(table.getByRole("row").nth(30)).toBeAttached();
    const drawn = table.locator("tbody tr:not([aria-hidden])"); // rows far below are left out
    const lines = await drawn.evaluateAll((rows) => rows.map((row) => getComputedStyle(row).borderBottomWidth));
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.slice(0, 20).every((width) => width === "1px")).toBe(true);

    const view = page.getByRole("button", { name: /^View / }).first();
    await view.focus();
    const label = await view.getAttribute("aria-label");
    await table.hover();
    await expect(async () => {
      await page.mouse.wheel(0, 3000);
      expect(await table.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(4000);
    }).toPass();
    await page.waitForTimeout(500);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(label);
    const views = () => table.getByRole("button", { name: /^View / }).count();
    const before = await views();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await expect.poll(views).toBeLessThan(before); // without the focus it goes, as any other row does
  });

  test("a row with the focus stays however fast one scrolls past it, and while another window is in front", async ({
    page,
    open,
  }) => {
    await open("/panel/work-orders?assignedTo=all", "Work Orders");
    const table = page.getByRole("region", { name: "Work orders" });
    await loadMany(table);
    await table.evaluate((element) => element.scrollTo(0, 6000));
    const views = page.getByRole("button", { name: /^View / });
    await expect(views.first()).toBeAttached();
    const label = await table.evaluate(async (element) => {
      const inView = () =>
        [...element.querySelectorAll<HTMLElement>("[aria-label^='View ']")].find(
          (one) => Math.abs(one.getBoundingClientRect().top - innerHeight / 2) < 100,
        );
      const frame = () => new Promise(requestAnimationFrame);
      while (!inView()) await frame();
      inView()?.focus();
      const focused = document.activeElement?.getAttribute("aria-label");
      for (const to of [0, element.scrollHeight, 0, element.scrollHeight])
        for (let step = 0; step < 12; step += 1) {
          element.scrollTop += (to - element.scrollTop) / 4;
          await frame();
        }
      return focused ?? "Nothing had the focus";
    });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    await page.waitForTimeout(500);
    expect(await focused()).toBe(label);
    await page.evaluate(() => document.activeElement?.dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
    await page.waitForTimeout(100);
    expect(await focused()).toBe(label);
  });

  for (const [what, act] of [
    ["a key goes into rows at the moment at which they are taken down", "key"],
    ["a row that gets the focus just before it is taken down stays", "focus"],
  ] as const)
    test(what, async ({ page, open }) => {
      await open("/panel/work-orders?assignedTo=all", "Work Orders");
      const table = page.getByRole("region", { name: "Work orders" });
      await loadMany(table);
      await table.evaluate((element) => element.scrollTo(0, 0));
      const next = table.locator("tbody").nth(1);
      const view = next.getByRole("button", { name: /^View / }).first();
      const label = (await view.getAttribute("aria-label")) ?? "";
      await table
        .locator("tbody")
        .first()
        .getByRole("button", { name: /^View / })
        .last()
        .focus();
      await next.evaluate((chunk, what) => {
        const [from, scroller] = [document.activeElement, chunk.closest("[data-scrolls]")];
        const down = new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true });
        if (what === "key")
          new MutationObserver((_, observer) => {
            observer.disconnect();
            from?.dispatchEvent(down);
          }).observe(chunk, { childList: true });
        // It is asked whether it has the focus just before it is taken down.
        else
          chunk.contains = (other) => {
            if (chunk.getBoundingClientRect().bottom > -1500) return Element.prototype.contains.call(chunk, other);
            Reflect.deleteProperty(chunk, "contains");
            const first = chunk.querySelector<HTMLElement>("[aria-label^='View ']");
            queueMicrotask(() => first?.focus({ preventScroll: true }));
            return chunk.contains(other);
          };
        scroller?.scrollTo(0, 6000);
      }, act);
      const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
      await expect.poll(focused).toBe(label);
      await page.waitForTimeout(500);
      expect(await focused()).toBe(label);
      await table.evaluate((element) => element.scrollTo(0, 9000));
      const views = table.getByRole("button", { name: /^View / });
      const inView = () =>
        views.evaluateAll((all) =>
          all.some((one) => Math.abs(one.getBoundingClientRect().top - innerHeight / 2) < innerHeight / 4),
        );
      await expect.poll(inView).toBe(true); // others are drawn still
    });

  test("is offered those who can do it, and a client of the chosen branch", async ({ page, open }) => {
    const [client] = await (await page.request.get("/api/panel/clients?branchId=1&limit=1")).json();
    await open("/panel/work-orders?new", "Work Orders");
    const dialog = page.getByRole("dialog", { name: "New Work Order" });
    await expect(dialog.getByLabel("Branch")).toHaveValue("1");
    await dialog.getByLabel("Title").fill("A job");
    await dialog.getByLabel("Client").click();
    await dialog.getByLabel("Client").press("Tab");
    await dialog.getByRole("button", { name: "Create Work Order" }).click();
    await expect(dialog.getByLabel("Client")).toBeFocused();

    await dialog.getByLabel("Client").fill(client.name);
    await page.getByRole("option", { name: new RegExp(client.address) }).click();
    await expect(dialog.getByLabel("Client")).toHaveValue(new RegExp(client.address));
    const assignee = dialog.getByLabel("Assigned To");
    await expect(assignee.locator("option").filter({ hasText: "(Technician)" })).not.toHaveCount(0);
    await expect(assignee.locator("option").filter({ hasText: "(Sales Representative)" })).toHaveCount(0);
    await assignee.selectOption({ label: "technician@duskline.example (Technician)" });
    await dialog.getByLabel("Branch").selectOption({ label: "Cleveland (Great Lakes)" });
    await expect(dialog.getByLabel("Client")).toHaveValue("");
    await expect(assignee).toHaveValue("");

    await open("/panel/tickets?new", "Support Tickets");
    const ticket = page.getByRole("dialog", { name: "New Ticket" });
    await ticket.getByLabel("Branch").selectOption({ label: "Whole company" });
    const offered = ticket.getByLabel("Assigned To").locator("option");
    await expect(offered.filter({ hasText: "(Branch Operations Manager)" })).toHaveCount(0);
    await expect(offered.filter({ hasText: "(Support)" })).not.toHaveCount(0);
  });

  test("scrolls a list of matches with the keys, after one question for a typed word", async ({ page, open }) => {
    const asked: string[] = [];
    page.on("request", (request) => {
      if (/clients\?.*q=/.test(request.url())) asked.push(request.url());
    });
    await open("/panel/work-orders?new", "Work Orders");
    const field = page.getByRole("dialog").getByLabel("Client");
    await field.pressSequentially("exam", { delay: 20 });
    const matches = page.getByRole("listbox", { name: "Matches" }).getByRole("option");
    await expect(matches.nth(10)).toBeVisible();
    expect(asked).toHaveLength(1);
    for (let row = 0; row < 10; row += 1) await field.press("ArrowDown");
    const active = page.locator(`[id="${await field.getAttribute("aria-activedescendant")}"]`);
    await expect(active).toBeInViewport({ ratio: 0.9 });
  });

  test("hands on the open work of somebody who leaves, whose name stays @both", async ({ page, open, borrow }) => {
    const people: Person[] = await (
      await page.request.get("/api/panel/assignees?for=lead&branchId=1&limit=200")
    ).json();
    const [leaver, heir] = people.filter(({ role, email }) => role === "sales_rep" && !email.startsWith("sales@"));
    if (!leaver || !heir) throw new Error("The demo has two more sales representatives in Columbus.");
    await borrow(`/api/panel/users/${leaver.id}`, "status");
    const name = fresh("Lead");
    const lead = await make<{ id: string }>(page, "leads", {
      name,
      email: "kim@example.com",
      branchId: "1",
      assignedTo: leaver.id,
    });
    const words = fresh("Call");
    const step = { kind: "lead", recordId: lead.id, words, dueOn: "2026-01-02", assignedTo: leaver.id };
    await make(page, "next-steps", step);
    await open(`/panel/users?id=${leaver.id}`, "User Management");
    const dialog = page.getByRole("dialog", { name: "Edit User Role" });
    expect((await dialog.boundingBox())?.width).toBeGreaterThan(600);
    await expect(dialog.getByRole("region", { name: "Open work" })).toBeHidden();
    await dialog.getByLabel("Status").selectOption("inactive");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    const work = dialog.getByRole("region", { name: "Open work" });
    await expect(work.getByRole("heading", { name: "Open work" })).toBeFocused();

    await page.goto(`/panel/leads?q=${encodeURIComponent(name)}&id=${lead.id}`);
    const kept = page.getByRole("dialog", { name: "Edit Lead" }).getByLabel("Assigned To");
    await expect(kept).toHaveValue(leaver.id);
    await expect(kept.locator("option:checked")).toHaveText(`${leaver.email} (inactive)`);
    await page.keyboard.press("Escape");
    await expect(
      page.getByRole("main").getByText(`${leaver.firstName} ${leaver.lastName}`, { exact: true }),
    ).toBeVisible();

    await open("/panel", "Welcome");
    const left = page.getByRole("region", { name: "Nobody has these next steps any more" });
    await expect(left.getByRole("listitem").filter({ hasText: words })).toContainText(`${leaver.firstName}`);

    await open(`/panel/users?id=${leaver.id}`, "User Management");
    await work.getByLabel(/open leads? in Columbus/).selectOption(heir.id);
    await work.getByLabel(/^\d+ next steps? about .+ in Columbus$/).selectOption(heir.id);
    await work.getByRole("button", { name: /^Reassign \d+ records? and \d+ next steps?$/ }).click();
    await expect(toast(page, "Success")).toBeVisible();
    await expect(dialog).toBeHidden();
    const moved = await (await page.request.get(`/api/panel/leads/${lead.id}`)).json();
    expect(moved.assignedTo).toBe(heir.id);
    await open("/panel", "Welcome");
    await expect(page.getByRole("heading", { name: "My Day" })).toBeVisible();
    await expect(page.getByText(words)).toBeHidden();
  });
});

test.describe("a technician", () => {
  test.use({ account: "technician" });

  test("sees open jobs first, is told when there are none, and sees what was just made", async ({ page, open }) => {
    await open("/panel/work-orders", "Work Orders");
    const table = page.getByRole("region", { name: "Work orders" });
    await expect(table.getByRole("row").nth(2)).toBeVisible();
    const statuses = await table
      .getByRole("row")
      .evaluateAll((rows) => rows.map((row) => row.children[1]?.textContent));
    const done = statuses.findIndex((status) => status?.includes("Completed"));
    if (done !== -1) expect(statuses.slice(done).every((status) => status?.includes("Completed"))).toBe(true);

    const title = fresh("Order");
    const client = await withOneProperty(page);
    await page.getByRole("button", { name: "New Work Order" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New Work Order" });
    await dialog.getByLabel("Title").fill(title);
    await dialog.getByLabel("Client").fill(client.name);
    await page
      .getByRole("option", { name: new RegExp(client.address) })
      .first()
      .click();
    await dialog.getByRole("button", { name: "Create Work Order" }).click();
    await expect(dialog).toBeHidden();
    await expect(table.getByRole("row").filter({ hasText: title })).toBeVisible();

    await page.route("**/api/panel/work-orders?*assignedTo=me*", (route) =>
      route.fulfill({ json: [], headers: { "X-Total-Count": "0" } }),
    );
    await open("/panel/work-orders", "Work Orders");
    await expect(page.getByText("No work orders are assigned to you.")).toBeVisible();
    await page.getByRole("button", { name: "Show All Work Orders" }).click();
    await expect(page.getByRole("button", { name: /^View / }).first()).toBeVisible();
  });
});

test("one dialog at a time: the palette and the sidebar do not open over a form", async ({ page, open }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open("/panel/leads?new", "Leads");
  await expect(page.getByRole("dialog", { name: "New Lead" })).toBeVisible();
  await page.keyboard.press("Control+b");
  await page.keyboard.press("Control+k");
  await page.waitForTimeout(500);
  await expect(page.locator("[role=dialog]")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.locator("[role=dialog]")).toHaveCount(0);
  const toggle = page.getByRole("button", { name: "Toggle sidebar" });
  await expect(toggle).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("Control+b");
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(page.locator("[role=dialog]")).toHaveCount(1);
  await page.keyboard.press("Control+b");
  await expect(page.locator("[role=dialog]")).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await expect(page.locator(`#${await toggle.getAttribute("aria-controls")}`)).toBeVisible();
});

test("a new record is not hidden by the filters that were set", async ({ page, open }) => {
  const name = fresh("Lead");
  await open("/panel/leads?status=won&q=nothing-is-called-so", "Leads");
  await page.getByRole("button", { name: "New Lead" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New Lead" });
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Email").fill("kim@example.com");
  await dialog.getByRole("button", { name: "Create Lead" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
});

test.describe("a manager of a branch", () => {
  test("finds a changed record in the palette under its new name, at once", async ({ page, open }) => {
    const name = fresh("Palette");
    const { id } = await make(page, "leads", { name, email: "kim@example.com" });
    const find = async (words: string) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: /Find/ }).fill(words);
    };
    await open("/panel/leads", "Leads");
    await find(name);
    await page.getByRole("option", { name: new RegExp(name) }).click();
    await page.getByRole("dialog", { name }).getByRole("link", { name: "Edit" }).click();
    await page.getByRole("dialog", { name: "Edit Lead" }).getByLabel("Name").fill(`${name} again`);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByRole("dialog", { name: `${name} again` })).toBeVisible(); // the page from which one edited
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await find(name);
    await expect(page.getByRole("option", { name: new RegExp(`${name} again`) })).toBeVisible();
    expect(id).not.toBe("");
  });

  test("changes only those whose role is theirs to give", async ({ page, open }) => {
    await open("/panel/users", "User Management");
    await page.getByLabel("Search users").fill("sample");
    await expect(page.getByRole("row").filter({ hasText: "branch@" })).toContainText("You");
    await page.getByRole("button", { name: "Edit Sander Sample" }).click();
    await expect(page.getByRole("dialog").getByLabel("Role").locator("option")).toHaveText([
      "No Role",
      "Sales Representative",
      "Technician",
      "Lead Technician",
    ]);
  });
});

test.describe("when a call fails", () => {
  test.use({ forgive: /status of 50\d/ });

  test("a refresh, the figures, the names and the pickers say so, and Retry works", async ({ page, open }) => {
    const away = (glob: string) =>
      page.route(glob, (route) => route.fulfill({ status: 503, json: { error: "Away." } }));
    const retry = (text: string) => page.getByRole("alert").filter({ hasText: text }).getByRole("button");
    await away("**/api/panel/users/stats");
    await open("/panel/users", "User Management");
    await expect(page.getByText("The figures could not be loaded.")).toBeVisible();
    await page.unroute("**/api/panel/users/stats");
    await retry("The figures").click();
    await expect(page.getByText("Total Users")).toBeVisible();

    await away("**/api/panel/colleagues*");
    await away("**/api/panel/assignees*");
    await away("**/api/panel/branches");
    const people: Person[] = await (await page.request.get("/api/panel/assignees?for=lead&limit=200")).json();
    const rep = people.find(({ email }) => email === "sales@duskline.example");
    const { name } = await make<{ id: string; name: string }>(page, "leads", {
      name: fresh("Lead"),
      email: "kim@example.com",
      assignedTo: rep?.id,
    });
    await open(`/panel/leads?q=${name}`, "Leads");
    await expect(page.getByText("The branches could not be loaded.")).toBeVisible();
    await page.waitForLoadState("networkidle"); // cards that come later ask for the branches as well
    await page.unroute("**/api/panel/branches");
    await retry("The branches").click();
    await expect(page.getByText("The branches could not be loaded.")).toBeHidden();
    await expect(page.getByText("The names of your colleagues could not be loaded.")).toBeVisible();
    await expect(page.getByText("Unknown", { exact: true })).toHaveCount(0);
    await page.unroute("**/api/panel/colleagues*");
    await retry("The names").click();
    await expect(page.getByText(`${rep?.firstName} ${rep?.lastName}`)).toBeVisible();
    await page.getByRole("button", { name: "New Lead" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New Lead" });
    await expect(dialog.getByText("The list of people could not be loaded.")).toBeVisible();
    await page.unroute("**/api/panel/assignees*");
    await dialog.getByRole("button", { name: "Retry" }).click();
    await expect(dialog.getByLabel("Assigned To").locator("option")).not.toHaveCount(1);
    await page.keyboard.press("Escape");

    await away("**/api/panel/leads?*");
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("This list could not be refreshed. It may be out of date.")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Edit / }).first()).toBeVisible();
    await page.unroute("**/api/panel/leads?*");
    await retry("This list").click();
    await expect(page.getByText("It may be out of date.")).toBeHidden();
    await page.getByLabel("Search leads").fill(fresh("nobody"));
    await expect(page.getByText("No leads found.")).toBeVisible();
    await away("**/api/panel/leads?*");
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("This list could not be refreshed. It may be out of date.")).toBeVisible();
  });
});

test.describe("support", () => {
  test.use({ account: "support" });

  test("is led to what became of a message, and reads what a role includes", async ({ page, open }) => {
    await page.route("**/api/panel/enquiries?*", async (route) => {
      const answer = await route.fetch();
      const [first] = await answer.json();
      const taken = { ...first, id: "a", state: "taken", takenAt: first.createdAt, leadId: "x", ticketId: null };
      Object.assign(taken, { leadTitle: "Lea Roof", ticketTitle: "Dark gable" });
      await route.fulfill({ json: [taken, { ...taken, id: "b", leadId: null, ticketId: "y" }] });
    });
    await open("/panel/tickets?tab=inbox", "Inbox");
    await expect(page.getByRole("link", { name: "Dark gable" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Lea Roof" })).toHaveAttribute("href", /record=lead\.x$/); // its page, to read
    await signIn(page, "technician");
    await open("/panel", "Welcome");
    await expect(page.getByText("Your role does not include these records.")).toHaveCount(2);
    await expect(page.getByText(/^Work Orders: /)).toBeVisible();
    await expect(page.getByText(/^Leads: /)).toHaveCount(0);
  });

  test("takes an archived message back", async ({ page, open }) => {
    await open("/panel/tickets?tab=inbox", "Inbox");
    const name = (await page.locator("main li h2").first().textContent()) ?? "";
    const messages = page.locator("main li").filter({ hasText: name });
    const before = await messages.count(); // visitors of other journeys may share a name
    await messages.first().getByRole("button", { name: "Archive" }).click();
    await expect(messages).toHaveCount(before - 1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(messages).toHaveCount(before);
  });

  test("sends the author with a ticket", async ({ page, open }) => {
    const subject = fresh("Ticket");
    await open("/panel/tickets?new", "Support Tickets");
    const dialog = page.getByRole("dialog", { name: "New Ticket" });
    await dialog.getByLabel("Subject").fill(subject);
    await dialog.getByLabel("Description").fill("The left gable stays dark.");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await dialog.getByRole("button", { name: "Create Ticket" }).click();
    const me = await (await page.request.get("/api/auth/user")).json();
    expect((await sent).postDataJSON()).toMatchObject({ createdBy: me.id, subject });
  });
});
