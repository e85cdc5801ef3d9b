// The service side of a thread: what a technician meets first, a job that waits, a ticket that needs somebody to come back,
// and a warranty that is confirmed.
import type { Page } from "@playwright/test";
import { inEveryDress } from "./dress";
import { expect, fresh, make, signIn, test, toast } from "./staff";

test.use({ contextOptions: { reducedMotion: "reduce" } }); // colors are looked at, and not on their way

interface Made {
  id: string;
  name: string;
}

async function newClient(page: Page): Promise<Made> {
  const name = fresh("Client");
  const said = {
    name,
    email: "kim@example.com",
    phone: "614-555-0142",
    address: "218 Linden Court, Columbus, OH 43215",
  };
  return { ...(await make<Made>(page, "clients", said)), name };
}

async function newJob(page: Page, clientId: string, more: object = {}) {
  const title = fresh("Job");
  return { ...(await make<{ id: string }>(page, "work-orders", { clientId, title, ...more })), title };
}

async function change(page: Page, path: string, data: object) {
  expect((await page.request.patch(`/api/panel/${path}`, { data })).status()).toBe(200);
}

const drawerOf = (page: Page) => page.getByRole("dialog", { name: "Work Order" });

test.describe("in the rain", () => {
  test.use({ viewport: { width: 390, height: 740 } });

  test("a technician meets the hazards first, then the way there, and notes another one @both", async ({
    page,
    open,
  }) => {
    const client = await newClient(page);
    const { id } = await newJob(page, client.id);
    await change(page, `properties/${client.id}`, { hazards: "Wire over the porch", access: "Gate code 4711" });
    await signIn(page, "technician");
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    const drawer = drawerOf(page);
    const hazards = drawer.getByRole("region", { name: "Hazards" });
    await expect(hazards).toContainText("Wire over the porch");
    await expect(drawer.getByRole("link", { name: "Navigate" })).toHaveAttribute("href", /218%20Linden%20Court/);
    await expect(drawer.getByRole("link", { name: "Call", exact: true })).toHaveAttribute("href", "tel:6145550142");
    await expect(drawer.getByText("Gate code 4711")).toBeVisible();
    const places = [
      hazards,
      drawer.getByRole("link", { name: "Navigate" }),
      drawer.getByRole("button", { name: "Start", exact: true }),
    ].map(async (part) => (await part.boundingBox())?.y ?? Number.NaN);
    const [first, second, third] = await Promise.all(places);
    expect(first).toBeLessThan(second as number);
    expect(second).toBeLessThan(third as number);
    expect(third).toBeLessThan(740); // all of it without a scroll

    await drawer.getByRole("button", { name: "Change Hazards and Access" }).click();
    await expect(drawer.getByLabel("Hazards")).toBeVisible();
    expect(await inEveryDress(page)).toEqual([]);
    await drawer.getByLabel("Hazards").fill("Wire over the porch\nLoose step at the side door");
    await drawer.getByRole("button", { name: "Save Changes" }).click();
    await expect(hazards).toContainText("Loose step at the side door");
  });

  test("a job is put on hold with a reason in two taps, taken up again, and the list tells", async ({ page, open }) => {
    const client = await newClient(page);
    const { id, title } = await newJob(page, client.id);
    await signIn(page, "technician");
    await open(`/panel/work-orders?assignedTo=all&id=${id}`, "Work Orders");
    const drawer = drawerOf(page);
    await expect(drawer.getByRole("button", { name: "Cancel Order" })).toBeHidden(); // for those who assign jobs
    await drawer.getByRole("button", { name: "Put on Hold" }).click();
    await expect(drawer.getByRole("button", { name: "Rain" })).toBeFocused();
    await drawer.getByRole("button", { name: "Rain", exact: true }).click();
    const aside = drawer.getByRole("region", { name: "Set aside" });
    await expect(aside).toContainText("Rain");
    await expect(drawer.getByRole("button", { name: "Start", exact: true })).toBeHidden();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(toast(page, "Taken up again")).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Start", exact: true })).toBeVisible();

    await drawer.getByRole("button", { name: "Put on Hold" }).click();
    await drawer.getByLabel("Another reason").fill("The lift is at the depot");
    expect(await inEveryDress(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 740 });
    await drawer.getByRole("form", { name: "Put on Hold" }).getByRole("button", { name: "Put on Hold" }).click();
    await expect(aside).toContainText("The lift is at the depot");
    expect(await inEveryDress(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 740 });
    await drawer.getByRole("button", { name: "Close" }).click();
    const card = page.getByRole("listitem").filter({ hasText: title });
    await expect(card).toContainText("On Hold");
    await expect(card).toContainText("The lift is at the depot");
    await card.getByRole("button", { name: `View ${title}` }).click();
    await aside.getByRole("button", { name: "Take Up Again" }).click();
    await expect(aside).toBeHidden();
  });
});

test("what a job comes from is set by hand, and leads there", async ({ page, open }) => {
  const client = await newClient(page);
  const earlier = await newJob(page, client.id);
  const { id } = await newJob(page, client.id);
  await open(`/panel/work-orders?id=${id}`, "Work Orders");
  const drawer = drawerOf(page);
  await drawer.getByRole("button", { name: "Edit Job Details" }).click();
  await expect(drawer.getByLabel("Property", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape"); // ends the form and not the window
  await drawer.getByRole("button", { name: "Edit Job Details" }).click();
  await drawer.getByLabel("Kind").selectOption("Service");
  await drawer.getByLabel("Feet").fill("ten");
  await drawer.getByLabel("Earlier Job").fill(earlier.title);
  await page.getByRole("option", { name: earlier.title }).click();
  await drawer.getByRole("button", { name: "Save Changes" }).click();
  await expect(drawer.getByText("Please enter feet, from 1 to 10,000")).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
  await drawer.getByLabel("Feet").fill("120");
  await drawer.getByRole("button", { name: "Save Changes" }).click();
  await expect(drawer.getByText("120 feet")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Put back")).toBeVisible();
  await expect(drawer.getByRole("link", { name: earlier.title })).toBeHidden();
  await drawer.getByText("History").click();
  await expect(drawer.getByText("Kind: Installation → Service")).toBeVisible();
  await expect(drawer.getByText(`Earlier job: ${earlier.title}`, { exact: true })).toBeVisible();
  await change(page, `work-orders/${id}/details`, { earlierId: earlier.id, kind: "service", feet: 120 });
  await page.reload();
  await expect(drawer.getByText("120 feet")).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
  await drawer.getByRole("link", { name: earlier.title }).click();
  await expect(drawer.getByRole("heading", { name: earlier.title })).toBeVisible();
  await page.goBack();
  await drawer.getByRole("link", { name: client.name }).click();
  await expect(page.getByRole("dialog", { name: client.name })).toBeVisible();
});

test("a ticket gets its client and a return visit, which is taken back and made again @both", async ({
  page,
  open,
}) => {
  const client = await newClient(page);
  const subject = fresh("Dark gable");
  const said = { subject, description: "Dark since Sunday", category: "technical" };
  const { id } = await make<{ id: string }>(page, "support-tickets", said);
  await open(`/panel/tickets?id=${id}`, "Support Tickets");
  const thread = page.getByRole("region", { name: "Thread" });
  await expect(thread.getByRole("button", { name: "Return Visit" })).toBeDisabled();
  await thread.getByRole("button", { name: "Choose Client" }).click();
  await thread.getByLabel("Client").fill(client.name);
  await page.getByRole("option", { name: new RegExp(client.name) }).click();
  await thread.getByRole("button", { name: "Save Changes" }).click();
  await expect(thread.getByRole("link", { name: client.name })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Put back")).toBeVisible();
  await expect(thread.getByText("Not known yet")).toBeVisible();
  await change(page, `support-tickets/${id}/details`, { clientId: client.id });
  await page.reload();

  const visits = thread.getByRole("list", { name: "Return visits" });
  await thread.getByRole("button", { name: "Return Visit" }).click();
  await thread.getByRole("button", { name: "Make Return Visit" }).click();
  await expect(toast(page, `Job made: Return visit: ${subject}`)).toBeVisible();
  await expect(visits).toContainText("Pending");
  await expect(thread.getByRole("button", { name: "Return Visit" })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(toast(page, "Taken back")).toBeVisible();
  await expect(visits).toBeHidden();

  await thread.getByRole("button", { name: "Return Visit" }).click();
  await thread.getByRole("button", { name: "Make Return Visit" }).click();
  await expect(visits).toContainText("Pending");
  expect(await inEveryDress(page)).toEqual([]);
  await thread.getByRole("link", { name: "Open Job" }).click();
  await expect(drawerOf(page).getByRole("link", { name: subject, exact: true })).toBeVisible(); // its ticket
  await expect(drawerOf(page).getByRole("link", { name: "Navigate" })).toHaveAttribute("href", /Linden%20Court/);
});

test("a completed installation has a draft, which gets its parts and is confirmed @both", async ({ page, open }) => {
  const client = await newClient(page);
  const { id } = await newJob(page, client.id, { status: "in_progress", feet: 180 });
  await open(`/panel/work-orders?id=${id}`, "Work Orders");
  const drawer = drawerOf(page);
  await drawer.getByRole("button", { name: "Complete", exact: true }).click();
  const warranty = drawer.getByRole("region", { name: "Warranty" });
  await expect(warranty).toContainText("Draft");
  await expect(warranty.getByRole("list", { name: "Parts" })).toContainText("Channel180 feet"); // as the job says
  await expect(warranty.getByText("Client")).toBeHidden(); // who and where stand in the job already
  await warranty.getByRole("button", { name: "Fill In Parts" }).click();
  await expect(warranty.getByLabel("Feet").nth(1)).toHaveValue("180");
  await warranty.getByLabel("Serial number").first().fill("dl-88-4711");
  await warranty.getByLabel("Color").nth(1).fill("Bronze");
  expect(await inEveryDress(page)).toEqual([]);
  await warranty.getByRole("button", { name: "Save Changes" }).click();
  await expect(warranty.getByRole("list", { name: "Parts" })).toContainText("DL-88-4711");
  await warranty.getByRole("button", { name: "Confirm Warranty" }).click();
  await expect(warranty).toContainText("Confirmed");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(warranty).toContainText("Draft");
  await warranty.getByRole("button", { name: "Confirm Warranty" }).click();
  await expect(warranty).toContainText("Confirmed");

  await open(`/panel/clients?view=warranties&q=${encodeURIComponent(client.name)}`, "Warranties");
  await expect(page.getByRole("row").filter({ hasText: client.name })).toContainText("Confirmed");
  await page.getByLabel("Filter by end").selectOption("Ends within 90 days");
  await expect(page.getByText("No warranties match your filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page
    .getByRole("link", { name: /^View W-/ })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: "Warranty" })).toContainText("Version 1");
  expect(await inEveryDress(page)).toEqual([]);
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
});
