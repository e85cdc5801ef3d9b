// Leads, clients and tickets: making, changing, narrowing, and what happens on a bad day.
import type { Page } from "@playwright/test";
import { expect, fresh, make, test, toast } from "./staff";

interface Kind {
  screen: string;
  heading: string;
  list: string;
  noun: string;
  /** The button that makes one, and what the dialogs are called. */
  create: string;
  edit: string;
  submit: string;
  /** The field that names the record, and the others that must be filled in. */
  title: string;
  fill: Record<string, string>;
  body: (name: string) => object;
}

const KINDS: Kind[] = [
  {
    screen: "/panel/leads",
    heading: "Leads",
    list: "leads",
    noun: "Lead",
    create: "New Lead",
    edit: "Edit Lead",
    submit: "Create Lead",
    title: "Name",
    fill: { Email: "kim@example.com", "Estimated Value": "$4,500" },
    body: (name) => ({ name, email: "kim@example.com" }),
  },
  {
    screen: "/panel/clients",
    heading: "Clients",
    list: "clients",
    noun: "Client",
    create: "New Client",
    edit: "Edit Client",
    submit: "Create Client",
    title: "Name",
    fill: { Email: "kim@example.com", Address: "12 Sample Street" },
    body: (name) => ({ name, email: "kim@example.com", address: "12 Sample Street" }),
  },
  {
    screen: "/panel/tickets",
    heading: "Support Tickets",
    list: "support-tickets",
    noun: "Support ticket",
    create: "New Ticket",
    edit: "Edit Ticket",
    submit: "Create Ticket",
    title: "Subject",
    fill: { Description: "The left gable stays dark after sunset." },
    body: (subject) => ({ subject, description: "The left gable stays dark.", category: "technical" }),
  },
];

const search = (page: Page, words: string) => page.getByRole("searchbox").fill(words);

for (const kind of KINDS) {
  test.describe(kind.heading, () => {
    test("are made and changed with the keyboard alone @both", async ({ page, open }) => {
      const name = fresh(kind.noun);
      await open(kind.screen, kind.heading);
      await page.getByRole("button", { name: kind.create }).first().focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: kind.create });
      await expect(dialog.getByLabel(kind.title, { exact: true })).toBeFocused();
      await page.keyboard.type(name);
      for (const [label, value] of Object.entries(kind.fill)) {
        await dialog.getByLabel(label, { exact: true }).focus();
        await page.keyboard.type(value);
      }
      await dialog.getByRole("button", { name: kind.submit }).focus();
      await page.keyboard.press("Enter");
      await expect(toast(page, `${kind.noun} created successfully`)).toBeVisible();
      await expect(dialog).toBeHidden();

      await search(page, name);
      await page.getByRole("button", { name: `Edit ${name}` }).press("Enter");
      const edit = page.getByRole("dialog", { name: kind.edit });
      await edit.getByLabel(kind.title, { exact: true }).focus();
      await page.keyboard.press("End");
      await page.keyboard.type(" again");
      await page.keyboard.press("Enter");
      await expect(toast(page, `${kind.noun} updated successfully`)).toBeVisible();
      await expect(page.getByRole("heading", { level: 2, name: `${name} again` })).toBeVisible();
    });

    test("say what is missing, and move to it", async ({ page, open }) => {
      await open(`${kind.screen}?new`, kind.heading);
      const dialog = page.getByRole("dialog", { name: kind.create });
      await dialog.getByRole("button", { name: kind.submit }).click();
      await expect(dialog.getByText("Required").first()).toBeVisible();
      await expect(dialog.getByLabel(kind.title, { exact: true })).toBeFocused();
    });

    test("ask before unsaved words are thrown away, and Back closes", async ({ page, open }) => {
      await open(kind.screen, kind.heading);
      await page.getByRole("button", { name: kind.create }).first().click();
      const dialog = page.getByRole("dialog", { name: kind.create });
      await dialog.getByLabel(kind.title, { exact: true }).fill("Words");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Keep editing" }).click();
      await expect(dialog.getByLabel(kind.title, { exact: true })).toHaveValue("Words");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Discard" }).click();
      await expect(dialog).toBeHidden();
      await page.getByRole("button", { name: kind.create }).first().click();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toBeHidden();
    });

    test("open from a pasted address, and nonsense falls back", async ({ page, open }) => {
      const { id } = await make(page, kind.list, kind.body(fresh(kind.noun)));
      await open(`${kind.screen}?id=${id}&status=nonsense`, kind.heading);
      await expect(page.getByRole("dialog", { name: kind.edit })).toBeVisible();
      await expect(page.getByLabel("Filter by status")).toHaveValue("");
    });

    test.describe("on a bad day", () => {
      test.use({ forgive: /status of (409|50\d|404)|ERR_/ });

      test("two people edit: both versions are shown, and one is chosen @both", async ({ page, open }) => {
        const name = fresh(kind.noun);
        const { id } = await make(page, kind.list, kind.body(name));
        await open(`${kind.screen}?id=${id}`, kind.heading);
        const dialog = page.getByRole("dialog", { name: kind.edit });
        await dialog.getByLabel(kind.title, { exact: true }).fill(`${name} mine`);
        const field = kind.title.toLowerCase();
        await page.request.patch(`/api/panel/${kind.list}/${id}`, { data: { [field]: `${name} theirs` } });
        await dialog.getByRole("button", { name: "Save Changes" }).click();
        const versions = dialog.getByRole("region", { name: "Two versions of this record" });
        await expect(versions).toContainText(`${name} mine`);
        await expect(versions).toContainText(`${name} theirs`);
        await versions.getByRole("button", { name: "Keep Mine" }).click();
        await dialog.getByRole("button", { name: "Save Changes" }).click();
        await expect(toast(page, `${kind.noun} updated successfully`)).toBeVisible();
        await expect(dialog).toBeHidden();
      });

      test("a lost connection loses no words", async ({ page, open }) => {
        const name = fresh(kind.noun);
        const { id } = await make(page, kind.list, kind.body(name));
        await open(`${kind.screen}?id=${id}`, kind.heading);
        const dialog = page.getByRole("dialog", { name: kind.edit });
        await dialog.getByLabel(kind.title, { exact: true }).fill(`${name} kept`);
        await page.route("**/api/panel/**", (route) =>
          route.request().method() === "PATCH" ? route.abort() : route.fallback(),
        );
        await dialog.getByRole("button", { name: "Save Changes" }).click();
        await expect(toast(page, "No answer came back")).toBeVisible();
        await expect(dialog.getByLabel(kind.title, { exact: true })).toHaveValue(`${name} kept`);
        await page.unroute("**/api/panel/**");
        await dialog.getByRole("button", { name: "Save Changes" }).click();
        await expect(toast(page, `${kind.noun} updated successfully`)).toBeVisible();
      });

      test("a failed load says so, and Retry loads", async ({ page, open }) => {
        const calls = `**/api/panel/${kind.list}?**`;
        await page.route(calls, (route) => route.fulfill({ status: 503, json: { error: "Away." } }));
        await open(kind.screen, kind.heading);
        await expect(page.getByRole("alert").filter({ hasText: "Failed to fetch" })).toBeVisible();
        await page.unroute(calls);
        await page.getByRole("button", { name: "Retry" }).click();
        await expect(page.getByRole("button", { name: /^Edit / }).first()).toBeVisible();
      });
    });

    test("tell a list without matches from an empty one", async ({ page, open }) => {
      await open(`${kind.screen}?q=nothing-is-called-so`, kind.heading);
      await expect(page.getByText(/^No (leads|clients|tickets) found\.$/)).toBeVisible();
      await page.getByRole("button", { name: "Clear filters" }).click();
      await expect(page.getByRole("button", { name: /^Edit / }).first()).toBeVisible();
    });

    test("show their history in plain words", async ({ page, open }) => {
      const { id } = await make(page, kind.list, kind.body(fresh(kind.noun)));
      const status = kind.list === "clients" ? "inactive" : kind.list === "leads" ? "contacted" : "in_progress";
      await page.request.patch(`/api/panel/${kind.list}/${id}`, { data: { status } });
      await open(`${kind.screen}?id=${id}`, kind.heading);
      await page.getByRole("button", { name: "History" }).click();
      await expect(page.getByText("Bettina Sample").first()).toBeVisible();
      await expect(page.getByText(/^Status: /)).toBeVisible();
    });
  });
}

test("further pages of a list come by themselves, and no row is missed", async ({ page, open }) => {
  const answer = await page.request.get("/api/panel/leads?limit=75");
  const names: string[] = (await answer.json()).map(({ name }: { name: string }) => name);
  expect(names.length).toBeGreaterThan(60);
  await open("/panel/leads", "Leads");
  const seen = new Set<string>();
  await expect(async () => {
    const drawn = page.getByRole("button", { name: /^Edit / });
    for (const label of await drawn.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? "")))
      seen.add(label);
    await page.evaluate(() => scrollBy(0, 700)); // as a reader does: what one jumps over need not be drawn
    expect(names.filter((name) => !seen.has(`Edit ${name}`))).toEqual([]);
  }).toPass({ intervals: [100] });
});

test("a client is chosen from a searched list with the keyboard", async ({ page, open }) => {
  const name = fresh("Lead");
  await make(page, "leads", { name, email: "kim@example.com" });
  await open("/panel/clients?new", "Clients");
  const field = page.getByRole("dialog").getByLabel("Lead", { exact: true });
  await field.fill(name);
  await expect(page.getByRole("option", { name: new RegExp(name) })).toBeVisible();
  await field.press("ArrowDown");
  await field.press("Enter");
  await expect(field).toHaveValue(new RegExp(name));
  await field.press("ArrowDown");
  await field.press("Escape");
  await expect(page.getByRole("dialog")).toBeVisible();
});
