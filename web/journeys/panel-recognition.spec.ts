// Somebody who is known already is known again: while a form is filled in, in the inbox, and on the page of another record.
import type { Locator, Page } from "@playwright/test";
import { expect, fresh, make, test, toast } from "./staff";

const LIST = "May be the same person";

const newClient = (page: Page, more: object = {}) =>
  make<{ id: string; name: string; email: string }>(page, "clients", {
    name: fresh("Client"),
    email: `${fresh("c").replace(" ", ".")}@example.com`,
    address: "9 Roof Row", // without a ZIP code it is nobody else's
    ...more,
  });

/** Two clients with one address of email; the second alone has a telephone. */
async function twins(page: Page) {
  const kept = await newClient(page);
  const twin = { name: fresh("Twin"), email: kept.email, phone: "614-555-0100", address: "2 Lake Road, Columbus" };
  return { kept, gone: await newClient(page, twin) };
}

async function askToMerge(page: Page, kept: { name: string }, gone: { name: string }) {
  await page
    .getByRole("dialog", { name: kept.name })
    .getByRole("list", { name: LIST })
    .getByRole("button", { name: `Merge with ${gone.name}` })
    .click();
  return page.getByRole("dialog", { name: "Merge Clients" });
}

test("a form says who that may be already, and uses the record that is there @both", async ({ page, open }) => {
  const client = await newClient(page);
  await open("/panel/leads?new", "Leads");
  const form = page.getByRole("dialog", { name: "New Lead" });
  await form.getByLabel("Name", { exact: true }).fill(client.name);
  await form.getByLabel("Email").fill(client.email.toUpperCase());
  const same = form.getByRole("list", { name: LIST });
  await expect(same).toContainText(/A client since \w+ \d{4}/);
  await expect(form.getByRole("status").filter({ hasText: client.name })).toHaveText(/: A client since \w+ \d{4}\.$/);
  await expect(form.getByLabel("Email")).toBeFocused();
  await same.getByRole("button", { name: "Not the Same" }).click();
  await expect(same).toBeHidden();

  await page.reload(); // nothing was said for good
  await page.getByRole("dialog", { name: "New Lead" }).getByLabel("Email").fill(client.email);
  await form.getByLabel("Notes").fill("Wants warm white");
  await same.getByRole("button", { name: "Use" }).click();
  const question = page.getByRole("alertdialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await form.getByLabel("Notes").fill("");
  await same.getByRole("button", { name: "Use" }).click();
  await expect(page.getByRole("dialog", { name: client.name })).toBeVisible();
  await expect(page).toHaveURL(`/panel/leads?record=client.${client.id}`);
});

test("a message joins the client who sent it, and can be put back or made a ticket", async ({ page, open }) => {
  const client = await newClient(page);
  const said = { name: client.name, email: client.email, message: "One segment over the porch stays dark." };
  expect((await page.request.post("/api/contact", { data: said })).ok()).toBe(true);
  await open(`/panel/leads?tab=inbox&q=${encodeURIComponent(client.email)}`, "Inbox");
  const card = page.getByRole("listitem").filter({ hasText: said.message });
  await expect(card.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible();
  const same = card.getByRole("list", { name: LIST });
  await same.getByRole("button", { name: "Not the Same" }).click();
  await expect(toast(page, `${client.name} is somebody else`)).toBeVisible();
  await expect(same).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await same.getByRole("button", { name: "Use", exact: true }).click();
  await expect(toast(page, "Message attached")).toBeVisible();
  await expect(card).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Message put back")).toBeVisible();
  await same.getByRole("button", { name: `Ticket for ${client.name}` }).click();
  await expect(toast(page, "Support ticket created successfully")).toBeVisible();

  await page.goto(`/panel?record=client.${client.id}`);
  const sheet = page.getByRole("dialog", { name: client.name });
  await expect(sheet.getByRole("region", { name: "Open now" })).toContainText(`Message: ${client.name}`);
  await expect(sheet.getByRole("region", { name: "Timeline" })).toContainText(said.message);
});

test("two clients who are one are merged after a look, and parted again @both", async ({ page, open }) => {
  const kept = await newClient(page);
  const twin = { name: fresh("Twin"), email: kept.email, phone: "614-555-0100", address: "2 Lake Road, Columbus" };
  const gone = await newClient(page, twin);
  await make(page, "activities", { kind: "client", recordId: gone.id, type: "note", words: "Two houses" });
  for (const [{ id }, words, dueOn] of [
    [kept, "Send the quote", "2031-12-03"],
    [gone, "Call back", "2031-12-01"],
  ] as const) {
    await make(page, "next-steps", { kind: "client", recordId: id, words, dueOn });
  }
  await open(`/panel/clients?record=client.${kept.id}`, "Clients");
  const sheet = page.getByRole("dialog", { name: kept.name });
  await sheet
    .getByRole("list", { name: LIST })
    .getByRole("button", { name: `Merge with ${twin.name}` })
    .click();
  const dialog = page.getByRole("dialog", { name: "Merge Clients" });
  await expect(dialog.getByRole("row", { name: /^Phone/ })).toHaveText("Phone614-555-0100Taken over614-555-0100");
  await expect(dialog).toContainText(
    "Moves: 1 call or note and 1 next step. The other address stays as a property, with what is noted about it.",
  );
  await expect(dialog).toContainText(
    'Both have a next step: "Call back" (Dec 1, 2031) stays open. "Send the quote" (Dec 3, 2031) becomes a note in the timeline.',
  );
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(toast(page, "Merged into one")).toBeVisible();
  const timeline = sheet.getByRole("region", { name: "Timeline" });
  await expect(timeline).toContainText(`merged ${twin.name} into this client`);
  await expect(timeline).toContainText("Two houses");
  const aside = "Next step set aside by the merge: Send the quote (due Wednesday, December 3, 2031)";
  await expect(timeline).toContainText(aside);
  await expect(timeline).not.toContainText("Done");
  await expect(sheet.getByRole("region", { name: "Properties" })).toContainText("2 Lake Road, Columbus");
  await timeline.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Taken back")).toBeVisible();
  await expect(timeline).not.toContainText("Two houses");
  await expect(timeline).not.toContainText(aside);
  expect((await page.request.get(`/api/panel/clients/${gone.id}`)).status()).toBe(200);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  /** The dialog is as wide as the screen at most, and so is all that stands in it. */
  async function fits(dialog: Locator) {
    const widths = await dialog.evaluate((window) => [
      window.scrollWidth - window.clientWidth,
      document.body.scrollWidth,
    ]);
    expect(widths).toEqual([0, 390]);
  }

  test("whose a lead will be is told by name before it is merged @both", async ({ page, open }) => {
    const client = await newClient(page);
    const me = await (await page.request.get("/api/auth/user")).json();
    const kept = await make<{ id: string; name: string }>(page, "leads", { name: fresh("Lead"), email: client.email });
    const other = { name: fresh("Twin"), email: client.email, assignedTo: me.id, estimatedValue: 4500 };
    const gone = await make<{ id: string; name: string }>(page, "leads", other);
    const data = { clientId: client.id };
    expect((await page.request.post(`/api/panel/leads/${gone.id}/client`, { data })).ok()).toBe(true);
    await open(`/panel/leads?record=lead.${kept.id}`, "Leads");
    await page.getByRole("dialog", { name: kept.name }).getByRole("button", { name: "Merge", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Merge Leads" });
    await dialog.getByRole("combobox").fill(gone.name);
    await page.getByRole("option", { name: gone.name }).click();
    const row = (name: string) => dialog.getByRole("row", { name: new RegExp(`^${name}`) });
    const person = `${me.firstName} ${me.lastName}`;
    await expect(row("Assigned to")).toHaveText(`Assigned to${person}Taken over${person}`);
    await expect(row("Client")).toHaveText(`Client${client.name}Taken over${client.name}`);
    await expect(row("Estimated value")).toHaveText("Estimated value$4,500Taken over$4,500");
    await fits(dialog);
  });

  test("what becomes of the building of two clients is told before they are merged", async ({ page, open }) => {
    const address = `${Math.floor(Math.random() * 1e6)} Lake Road, Columbus, OH 43215`;
    const kept = await newClient(page, { address });
    const gone = await newClient(page, { email: kept.email, name: fresh("Twin"), address });
    for (const [{ id }, said] of [
      [kept, { access: "A dog", stories: 1 }],
      [gone, { name: "Lake house", feet: 210, stories: 2, access: "gate code 4711", hazards: "bees" }],
    ] as const)
      expect((await page.request.patch(`/api/panel/properties/${id}`, { data: said })).status()).toBe(200);
    await open(`/panel/clients?record=client.${kept.id}`, "Clients");
    const dialog = await askToMerge(page, kept, gone);
    const told = dialog.getByRole("rowgroup").filter({ hasText: "The building at their address" }).getByRole("row");
    await expect(told).toHaveText([
      "The building at their address",
      "NameLake houseTaken overLake house",
      "Roofline210 feetTaken over210 feet",
      "Stories12",
      "AccessA dog\ngate code 4711Taken overgate code 4711",
      "HazardsbeesTaken overbees",
    ]);
    await expect(dialog).not.toContainText("The other address");
    await fits(dialog);
  });
});

test.describe("a preview that fails", () => {
  test.use({ forgive: /status of 503/ });

  test("nothing is merged before its preview is seen, nor after one that failed @both", async ({ page, open }) => {
    const { kept, gone } = await twins(page);
    await open(`/panel/clients?record=client.${kept.id}`, "Clients");
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const preview = `**/api/panel/clients/${kept.id}/merge?*`;
    await page.route(preview, async (route) => {
      await held;
      await route.fulfill({ status: 503, json: {} });
    });
    const merged: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/merge")) merged.push(request.postData() ?? "");
    });
    const dialog = await askToMerge(page, kept, gone);
    const merge = dialog.getByRole("button", { name: "Merge" });
    await expect(merge).toHaveAccessibleDescription("Loading what merging would do. You can merge once you see it.");
    await expect(merge).toBeDisabled();
    await merge.click({ force: true });
    answer();
    await expect(dialog.getByRole("alert")).toHaveText(
      "What merging would do could not be loaded. Nothing can be merged until you see it.Retry",
    );
    await expect(merge).toBeDisabled();
    await merge.click({ force: true });
    await page.unroute(preview);
    await dialog.getByRole("button", { name: "Retry" }).click();
    await expect(dialog.getByRole("row", { name: /^Phone/ })).toHaveText("Phone614-555-0100Taken over614-555-0100");
    expect(merged).toEqual([]);
    await merge.click();
    await expect(toast(page, "Merged into one")).toBeVisible();
    expect(merged.map((body) => JSON.parse(body))).toEqual([{ goneId: gone.id, seal: expect.any(String) }]);
  });
});

test.describe("a preview that is old by now", () => {
  test.use({ forgive: /status of 409/ });

  test("nothing is merged, and the dialog is there again with why and with a new preview", async ({ page, open }) => {
    const { kept, gone } = await twins(page);
    await open(`/panel/clients?record=client.${kept.id}`, "Clients");
    const dialog = await askToMerge(page, kept, gone);
    const phone = dialog.getByRole("row", { name: /^Phone/ });
    await expect(phone).toContainText("614-555-0100");
    await page.request.patch(`/api/panel/clients/${gone.id}`, { data: { phone: "614-555-0199" } });
    await dialog.getByRole("button", { name: "Merge" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(
      "One of them was changed since you looked. Look again at what would happen, and then merge.",
    );
    await expect(phone).toContainText("614-555-0199");
    await expect(toast(page, "Error")).toHaveCount(0);
    await dialog.getByRole("button", { name: "Merge" }).click();
    await expect(toast(page, "Merged into one")).toBeVisible();
  });
});

test.describe("one who was merged meanwhile", () => {
  test.use({ forgive: /status of 404/ });

  for (const [which, todo, when] of [
    ["gone", "Choose another one, or cancel.", "while they were looked at"],
    ["kept", "Nothing can be merged into it.", "while they were looked at"],
    ["gone", "Choose another one, or cancel.", "after they were looked at"],
  ] as const)
    test(`nothing is merged, and the dialog says who it is: ${which}, ${when}`, async ({ page, open }) => {
      const both = await twins(page);
      await open(`/panel/clients?record=client.${both.kept.id}`, "Clients");
      const dialog = await askToMerge(page, both.kept, both.gone);
      await expect(dialog.getByRole("row", { name: /^Phone/ })).toContainText("614-555-0100");
      const again = when.startsWith("after");
      if (again) await dialog.getByRole("button", { name: "Cancel" }).click();
      const third = await newClient(page);
      const data = { goneId: both[which].id };
      expect((await page.request.post(`/api/panel/clients/${third.id}/merge`, { data })).status()).toBe(200);
      if (again) await askToMerge(page, both.kept, both.gone);
      else await dialog.getByRole("button", { name: "Merge" }).click();
      await expect(dialog.getByRole("alert")).toHaveText(
        `${both[which].name} is not there any more: it was removed or merged, or moved out of your reach. ${todo}`,
      );
      await expect(dialog.getByRole("button", { name: "Merge" })).toBeDisabled();
      await expect(toast(page, "Error")).toHaveCount(0);
    });
});
