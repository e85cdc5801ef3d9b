// Work orders, at the desk and on a ladder.
import type { Page } from "@playwright/test";
import { expect, fresh, make, PHOTO, signIn, test, toast } from "./staff";

interface Person {
  id: string;
  email: string;
}

const CLIENT = { email: "ladder@example.com", address: "7 Ladder Lane" };

async function orderFor(page: Page, email: string) {
  const client = await make<{ id: string }>(page, "clients", { name: fresh("Client"), ...CLIENT });
  const people: Person[] = await (await page.request.get("/api/panel/assignees?limit=200")).json();
  const assignedTo = people.find((one) => one.email === email)?.id ?? null;
  const title = fresh("Order");
  const order = await make<{ id: string }>(page, "work-orders", { clientId: client.id, title, assignedTo });
  return { ...order, title };
}

test("an order is made with a searched client and shown in the table @both", async ({ page, open }) => {
  const client = { name: fresh("Client"), ...CLIENT };
  await make(page, "clients", client);
  const title = fresh("Order");
  await open("/panel/work-orders?new", "Work Orders");
  const dialog = page.getByRole("dialog", { name: "New Work Order" });
  await dialog.getByRole("button", { name: "Create Work Order" }).click();
  await expect(dialog.getByText("Title is required")).toBeVisible();
  await expect(dialog.getByText("Client is required")).toBeVisible();
  await dialog.getByLabel("Title").fill(title);
  await dialog.getByLabel("Client").fill(client.name);
  await page.getByRole("option", { name: new RegExp(client.address) }).click();
  await dialog.getByLabel("Scheduled Date").fill("2027-01-15");
  await dialog.getByRole("button", { name: "Create Work Order" }).click();
  await expect(toast(page, "Work order created successfully")).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: title });
  await expect(row).toContainText("Jan 15, 2027");
  await expect(row).toContainText("just now");
  await expect(row).toContainText("Pending");
});

test.describe("a technician with a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("starts, documents and completes an order @both", async ({ page, open }) => {
    const { id, title } = await orderFor(page, "technician@duskline.example");
    await signIn(page, "technician");
    await open(`/panel/work-orders?view=list&q=${title}`, "Work Orders");
    await expect(page.getByLabel("Filter by assignee")).toHaveValue("me");
    await page.getByRole("button", { name: `View ${title}` }).click();
    await expect(page).toHaveURL(new RegExp(`id=${id}`));
    const drawer = page.getByRole("dialog", { name: "Work Order" });
    await expect(drawer.getByRole("link", { name: "7 Ladder Lane" })).toBeVisible();

    const start = drawer.getByRole("button", { name: "Start", exact: true });
    expect((await start.boundingBox())?.height).toBeGreaterThanOrEqual(56);
    await start.click();
    await expect(drawer.getByText("In Progress")).toBeVisible();
    // Shown at once, and taken by the server before anything else is written.
    await expect(drawer.getByRole("button", { name: "Complete", exact: true })).toBeEnabled();

    await drawer.getByRole("textbox", { name: "Notes" }).fill("Ladder on the north side.");
    await drawer.getByRole("button", { name: "Save Notes" }).click();
    await expect(drawer.getByRole("button", { name: /Save Notes|Saving/ })).toBeHidden();

    await drawer.getByRole("button", { name: "Add Material" }).click();
    await expect(drawer.getByLabel("Material 1", { exact: true })).toBeFocused();
    await expect(drawer.getByRole("alert")).toHaveCount(0); // a row that waits for its name is no fault
    await drawer.getByLabel("Material 1", { exact: true }).fill("Channel");
    await drawer.getByLabel("Quantity of material 1").fill("12.5");
    await drawer.getByLabel("Unit of material 1").fill("ft");
    await drawer.getByRole("button", { name: "Save Materials" }).click();
    await expect(drawer.getByRole("button", { name: /Save Materials|Saving/ })).toBeHidden();

    await drawer.getByLabel("Choose Photo: file").setInputFiles(PHOTO);
    await drawer.getByRole("img", { name: /^Number 1/ }).click();
    const photo = page.getByRole("dialog", { name: "Photo" });
    await photo.getByRole("textbox", { name: "Caption" }).fill("North gable");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Keep editing" }).click(); // words are not thrown away unasked
    await photo.getByRole("button", { name: "Save" }).click();
    await photo.getByText("Problem").click();
    await expect(photo.getByRole("radio", { name: "Problem" })).toBeChecked();
    await expect(photo.getByRole("button", { name: "Save" })).toBeDisabled(); // the words are read again
    await photo.getByRole("button", { name: "Close" }).click();
    await expect(drawer.getByText("North gable")).toBeVisible();

    await drawer.getByRole("button", { name: "Complete", exact: true }).click();
    await expect(drawer.getByText("Completed").first()).toBeVisible();
    // The drawer shows the step before the server has taken it.
    const stored = async () => (await page.request.get(`/api/panel/work-orders/${id}`)).json();
    await expect.poll(stored).toMatchObject({
      status: "completed",
      notes: "Ladder on the north side.",
      materialsUsed: [{ name: "Channel", quantity: 12.5, unit: "ft" }],
    });
    const saved = await stored();
    expect(saved.images).toHaveLength(1);
    expect(saved.completedDate).not.toBeNull();
  });

  test("only reads what is assigned to somebody else", async ({ page, open }) => {
    const { id } = await orderFor(page, "lead-technician@duskline.example");
    await signIn(page, "technician");
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    const drawer = page.getByRole("dialog", { name: "Work Order" });
    await expect(drawer.getByText("This order is assigned to somebody else")).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Start", exact: true })).toBeHidden();
  });
});

test.describe("on a bad day", () => {
  test.use({ forgive: /status of (409|50\d)|ERR_/ });

  test("a status that the server refuses goes back", async ({ page, open }) => {
    const { id } = await orderFor(page, "technician@duskline.example");
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    const drawer = page.getByRole("dialog", { name: "Work Order" });
    await page.route(`**/api/panel/work-orders/${id}`, (route) =>
      route.request().method() === "PATCH"
        ? route.fulfill({ status: 503, json: { error: "The service is not available right now." } })
        : route.fallback(),
    );
    await drawer.getByRole("button", { name: "Start", exact: true }).click();
    await expect(page.getByText("The service is not available right now.").first()).toBeVisible();
    await expect(drawer.getByText("Pending")).toBeVisible();
    await expect(drawer.getByRole("button", { name: "Start", exact: true })).toBeEnabled();
  });

  test("two people edit: both versions are shown, and one is chosen @both", async ({ page, open }) => {
    const { id, title } = await orderFor(page, "technician@duskline.example");
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    const drawer = page.getByRole("dialog", { name: "Work Order" });
    await drawer.getByRole("button", { name: "Edit Work Order" }).click();
    await drawer.getByLabel("Title").fill(`${title} mine`);
    await page.request.patch(`/api/panel/work-orders/${id}`, { data: { title: `${title} theirs` } });
    await drawer.getByRole("button", { name: "Save Changes" }).click();
    const versions = drawer.getByRole("region", { name: "Two versions of this record" });
    await expect(versions).toContainText(`${title} mine`);
    await expect(versions).toContainText(`${title} theirs`);
    await versions.getByRole("button", { name: "Take Theirs" }).click();
    await expect(drawer.getByLabel("Title")).toHaveValue(`${title} theirs`);
  });

  test("a lost connection loses no words", async ({ page, open }) => {
    const { id } = await orderFor(page, "technician@duskline.example");
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    const drawer = page.getByRole("dialog", { name: "Work Order" });
    await drawer.getByRole("textbox", { name: "Notes" }).fill("Bring the long ladder.");
    const calls = `**/api/panel/work-orders/${id}`;
    await page.route(calls, (route) => (route.request().method() === "PATCH" ? route.abort() : route.fallback()));
    await drawer.getByRole("button", { name: "Save Notes" }).click();
    await expect(toast(page, "No answer came back")).toBeVisible();
    await expect(drawer.getByRole("textbox", { name: "Notes" })).toHaveValue("Bring the long ladder.");
    await page.unroute(calls);
    await drawer.getByRole("button", { name: "Save Notes" }).click();
    await expect(drawer.getByRole("button", { name: /Save Notes|Saving/ })).toBeHidden();
  });

  test("a failed load says so, and Retry loads", async ({ page, open }) => {
    const calls = "**/api/panel/work-orders?**";
    await page.route(calls, (route) => route.fulfill({ status: 503, json: { error: "Away." } }));
    await open("/panel/work-orders", "Work Orders");
    await expect(page.getByRole("alert").filter({ hasText: "Failed to fetch work orders" })).toBeVisible();
    await page.unroute(calls);
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("button", { name: /^View / }).first()).toBeVisible();
  });
});

test("a list without matches is told from an empty one", async ({ page, open }) => {
  await open("/panel/work-orders?q=nothing-is-called-so", "Work Orders");
  await expect(page.getByText("No work orders match your filters.")).toBeVisible();
  await page.route("**/api/panel/work-orders?**", (route) =>
    route.fulfill({ status: 200, json: [], headers: { "X-Total-Count": "0" } }),
  );
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByText("No work orders found. Create your first one!")).toBeVisible();
});
