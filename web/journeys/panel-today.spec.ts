// Today: a technician's day on a phone, by touch and by keys.
import type { Page } from "@playwright/test";
import type { Row } from "./records";
import { expect, fresh, make, PHOTO, signIn, test } from "./staff";

test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 360, height: 740 } });

interface Planned {
  order: Row;
  name: string;
  visit: Row;
}

/** The day that it is at the branch of the account. */
async function today(page: Page): Promise<string> {
  const { homeTimeZone } = await (await page.request.get("/api/auth/user")).json();
  return new Intl.DateTimeFormat("en-CA", { timeZone: homeTimeZone }).format(new Date());
}

async function idOf(page: Page, account: string): Promise<string> {
  const people: Row[] = await (await page.request.get("/api/panel/assignees?limit=200")).json();
  return String(people.find(({ email }) => email === `${account}@duskline.example`)?.id);
}

/** A job of a client of its own, and a visit of a person to it. */
async function planned(page: Page, person: string, at: object): Promise<Planned> {
  const name = fresh("Client");
  const lives = { email: "ladder@example.com", phone: "614-555-0142", address: "7 Ladder Lane" };
  const client = await make<Row>(page, "clients", { name, ...lives });
  const [place] = await (await page.request.get(`/api/panel/clients/${client.id}/properties`)).json();
  const known = { hazards: "Wire over the porch\nLoose step", access: "Gate code 4410" };
  const changed = await page.request.patch(`/api/panel/properties/${place.id}`, {
    data: known,
    headers: { "If-Match": `"${place.version}"` },
  });
  expect(changed.status()).toBe(200);
  const promised = { promised: "No drilling into the brick", feet: 120, stories: 2 };
  const job = { clientId: client.id, propertyId: place.id, title: fresh("Job"), ...promised };
  const order = await make<Row>(page, "work-orders", job);
  const visit = await make<Row>(page, "visits", {
    kind: "work_order",
    recordId: order.id,
    crew: [person],
    accept: ["clash", "absence", "capacity"],
    ...at,
  });
  return { order, name, visit };
}

const heading = (page: Page, { order }: Planned) =>
  page.getByRole("main").getByRole("button", { name: String(order.title) });
const bar = (page: Page) => page.getByRole("region", { name: "Next step" });
const step = (page: Page, name: string) => bar(page).getByRole("button", { name, exact: true });

async function visitOf(page: Page, { order, visit }: Planned): Promise<Row> {
  const visits: Row[] = await (await page.request.get(`/api/panel/visits?kind=work_order&recordId=${order.id}`)).json();
  return visits.find(({ id }) => id === visit.id) as Row;
}

test.describe("by touch", () => {
  test.use({ hasTouch: true });

  test("a visit is set out to, started, taken back, documented and completed @both", async ({ page, open }) => {
    const person = await idOf(page, "technician");
    const visit = await planned(page, person, { day: await today(page), startMinute: 1, endMinute: 2 });
    await signIn(page, "technician");
    await open("/panel/work-orders", "Today");
    const line = heading(page, visit);
    if ((await line.getAttribute("aria-expanded")) === "false") await line.tap();
    const main = page.getByRole("main");
    await expect(main.getByRole("region", { name: "Hazards" })).toContainText("Wire over the porch");
    await expect(main).toContainText("No drilling into the brick");
    await expect(main).toContainText("120 feet, 2 stories");
    await expect(main.getByRole("link", { name: "Navigate" })).toHaveAttribute("href", /google.*Ladder%20Lane/);
    await expect(main.getByRole("link", { name: "Call" })).toHaveAttribute("href", "tel:6145550142");

    await step(page, "On My Way").tap();
    await expect(bar(page)).toContainText("On the way since");
    await step(page, "Start").tap();
    await expect(bar(page)).toContainText("Started");
    await step(page, "Undo").tap();
    await expect(step(page, "Start")).toBeVisible();
    await step(page, "Start").tap();
    await expect.poll(async () => (await visitOf(page, visit)).status).toBe("started");

    await main.getByText("Before", { exact: true }).tap();
    await main.getByLabel("Caption of the next photos").fill("North gable");
    await main.getByLabel("Choose: file").setInputFiles([PHOTO, { ...PHOTO, name: "gutter.png" }]);
    await expect(main.getByRole("img", { name: "Photo 2: North gable" })).toBeVisible();
    await main.getByRole("button", { name: /^Notes/ }).tap();
    await main.getByRole("textbox", { name: "Notes" }).fill("Ladder on the north side.");
    await main.getByRole("button", { name: "Save Notes" }).tap();
    const order = async () => (await page.request.get(`/api/panel/work-orders/${visit.order.id}`)).json();
    await expect.poll(order).toMatchObject({
      notes: "Ladder on the north side.",
      images: [
        { kind: "before", caption: "North gable" },
        { kind: "before", caption: "North gable" },
      ],
    });

    await step(page, "Complete").tap();
    await expect.poll(async () => (await visitOf(page, visit)).status).toBe("done");
    await expect(line).toContainText("Done");
  });
});

test("a list that was asked for is shown, and Today is one press away", async ({ page, open }) => {
  await signIn(page, "technician");
  await open("/panel/work-orders?status=pending", "Work Orders");
  await page.getByRole("tab", { name: "Today" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Today" })).toBeVisible();
  await page.getByRole("tab", { name: "Work Orders" }).click();
  await expect(page.getByLabel("Filter by status")).toHaveValue("pending");
});

test.describe("a sales rep", () => {
  test.use({ account: "sales" });

  test("sees the surveys", async ({ page, open }) => {
    const { id } = await (await page.request.get("/api/auth/user")).json();
    const lives = { email: "porch@example.com", phone: "614-555-0143", address: "19 Orchard Hill" };
    const lead = await make<Row>(page, "leads", { name: fresh("Lead"), ...lives });
    const survey = { kind: "lead", recordId: lead.id, day: await today(page), crew: [id] };
    await make(page, "visits", { ...survey, accept: ["clash", "absence", "capacity"] });
    await open("/panel/today", "Today");
    const line = page.getByRole("main").getByRole("button", { name: `Survey: ${lead.name}` });
    if ((await line.getAttribute("aria-expanded")) === "false") await line.click();
    await expect(page.getByRole("main")).toContainText("19 Orchard Hill");
    await expect(step(page, "On My Way")).toBeVisible();
  });
});
