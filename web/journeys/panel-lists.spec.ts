// Lists as tables: columns and order, a view that is saved and sent to a colleague, and many records changed at once by keys.
import type { Page } from "@playwright/test";
import { inEveryDress } from "./dress";
import { LEADS, newLead, type Row } from "./records";
import { expect, fresh, signIn, test, toast } from "./staff";

// Somebody on whom no other journey's lists depend: how one sees a list is kept.
test.use({ account: "cleveland", contextOptions: { reducedMotion: "reduce" } });

const tick = (page: Page, lead: Row) => page.getByRole("checkbox", { name: `Tick ${lead.name}` });
const lastChange = (page: Page) => page.getByRole("region", { name: "Last change of many" });
const names = (page: Page) => page.getByRole("table").locator("td[data-title] a");
const statusOf = async (page: Page, { id }: Row) => (await (await page.request.get(`${LEADS}/${id}`)).json()).status;

test("a table is sorted, kept as a view, and its rows are changed at once by keys and put back @both", async ({
  page,
  open,
}) => {
  const words = fresh("Table").replace(" ", "");
  const leads: Row[] = [];
  for (const [name, estimatedValue] of [
    ["Ann", 100],
    ["Ben", 300],
    ["Cy", 200],
  ] as const)
    leads.push(await newLead(page, { name: `${words} ${name}`, estimatedValue }));
  const [ann, ben, cy] = leads as [Row, Row, Row];
  const told = (...rows: Row[]) => rows.map(({ name }) => String(name));
  await open(`/panel/leads?q=${words}`, "Leads");
  await page.getByRole("button", { name: "Table", exact: true }).click();
  await expect(names(page)).toHaveText(told(cy, ben, ann));

  await test.step("headings sort, and columns come and go", async () => {
    await page.getByRole("button", { name: "Value", exact: true }).click();
    await expect(names(page)).toHaveText(told(ben, cy, ann));
    await expect(page.getByRole("columnheader", { name: "Value" })).toHaveAttribute("aria-sort", "descending");
    await page.getByRole("button", { name: "Columns", exact: true }).press("Enter");
    await page.getByRole("menuitemcheckbox", { name: "Email" }).press("Enter");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("columnheader", { name: "Email" })).toBeVisible();
    expect(await inEveryDress(page)).toEqual([]);
  });

  const view = fresh("View");
  await test.step("what is seen is saved as a view, which opens the list", async () => {
    await page.getByRole("button", { name: "Views of Leads" }).click();
    await page.getByRole("menuitemradio", { name: "Save this view..." }).click();
    await page.getByLabel("Name", { exact: true }).fill(view);
    await page.getByLabel("Begin with it whenever I open this list").check();
    await page.getByRole("button", { name: "Save View" }).click();
    await expect(toast(page, "The view is saved")).toBeVisible();
    await open("/panel/leads", "Leads");
    await expect(names(page)).toHaveText(told(ben, cy, ann));
    await expect(page.getByRole("button", { name: "Views of Leads" })).toContainText(view);
  });

  await test.step("keys tick rows, and what is ticked changes after a look at what would", async () => {
    await tick(page, ben).focus();
    await page.keyboard.press("Shift+ArrowDown");
    await expect(tick(page, cy)).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("x");
    await expect(page.getByText("3 ticked")).toBeVisible();
    await page.keyboard.press("x");
    await expect(page.getByText("2 ticked")).toBeVisible();
    await page.getByRole("button", { name: "Status..." }).press("Enter");
    await page.getByRole("dialog").getByLabel("Status", { exact: true }).selectOption("contacted");
    await page.getByRole("button", { name: "Preview" }).press("Enter");
    await expect(page.getByText("2 leads will change.")).toBeVisible();
    await expect(page.getByRole("region", { name: "What changes" })).toContainText("New → Contacted");
    expect(await statusOf(page, ben)).toBe("new");
    expect(await inEveryDress(page)).toEqual([]);
    await page.getByRole("button", { name: "Change 2 leads" }).press("Enter");
    await expect(toast(page, "2 leads changed")).toBeVisible();
    expect(await Promise.all(leads.map((lead) => statusOf(page, lead)))).toEqual(["new", "contacted", "contacted"]);
  });

  await test.step("the way back outlasts its notice and the screen; Undo leaves what changed since, and names it", async () => {
    await page.getByRole("button", { name: "Close notification" }).click();
    await page.request.patch(`${LEADS}/${cy.id}`, { data: { notes: "Calls back" } });
    await page.getByRole("link", { name: "Clients" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Clients" })).toBeVisible();
    await expect(lastChange(page)).toHaveCount(0);
    await page.goBack();
    // None of them is left here, and the way back is.
    await page.getByRole("searchbox").fill(fresh("Nobody"));
    await expect(page.getByText("No leads found.")).toBeVisible();
    await expect(lastChange(page)).toContainText("2 leads: Status changed to Contacted");
    expect(await inEveryDress(page)).toEqual([]);
    await lastChange(page).getByRole("button", { name: "Undo" }).press("Enter");
    await expect(lastChange(page)).toHaveCount(0);
    await page.getByRole("searchbox").fill(words);
    await expect(toast(page, `1 lead put back. Left as they are now: ${cy.name}.`)).toBeVisible();
    expect(await Promise.all(leads.map((lead) => statusOf(page, lead)))).toEqual(["new", "new", "contacted"]);
  });

  await test.step("Enter opens the record of a row, and a colleague sees the same at the same address", async () => {
    await tick(page, ann).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: String(ann.name) })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const address = page.url();
    await signIn(page, "admin");
    await page.goto(address);
    await expect(names(page)).toHaveText(told(ben, cy, ann));
    await expect(page.getByRole("columnheader", { name: "Email" })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 800 });
    await expect(page.getByRole("table")).toHaveCount(0);
    await expect(page.getByRole("link", { name: String(ann.name), exact: true })).toBeVisible();
  });
});

test("a change of many stops where its dialog closes, and tells how far it came", async ({ page, open }) => {
  const words = fresh("Stop").replace(" ", "");
  const chunk = 50;
  for (let at = 0; at <= chunk; at += 1) await newLead(page, { name: `${words} ${at}` }); // all at once would be too many
  await open(`/panel/leads?q=${words}&as=table`, "Leads");
  let sent = 0;
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route("**/api/panel/leads/bulk", async (route) => {
    sent += 1;
    await held;
    await route.continue();
  });
  await page.getByRole("checkbox", { name: /^Tick all/ }).check();
  await expect(page.getByText("51 ticked")).toBeVisible();
  await page.getByRole("button", { name: "Status..." }).click();
  await page.getByRole("dialog").getByLabel("Status", { exact: true }).selectOption("contacted");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("button", { name: "Change 51 leads" }).click();
  await expect(page.getByText("Changing 0 of 51 leads...")).toBeVisible();
  await expect.poll(() => sent).toBe(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  letGo();
  await expect(toast(page, "50 leads changed. 1 lead stayed: you stopped it.")).toBeVisible();
  await expect(lastChange(page)).toContainText("50 leads");
  expect(sent).toBe(1);
});
