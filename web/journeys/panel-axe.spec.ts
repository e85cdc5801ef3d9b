// Every screen and dialog of the panel through axe: both themes, three widths, no violation, nothing wider than the page.
import type { Page } from "@playwright/test";
import { inEveryDress } from "./dress";
import { expect, fresh, make, SCREENS, test } from "./staff";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const OWN = SCREENS.filter(({ opens }) => opens.includes("branch"));

const PLACES: [path: string, heading: string][] = [
  ["/panel", "Welcome"],
  ["/panel/work-orders?view=today", "Today"],
  ...OWN.map(({ path, heading }): [string, string] => [path, heading]),
  ...OWN.filter(({ makes }) => makes).map(({ path, heading }): [string, string] => [`${path}?new`, heading]),
  ["/panel/leads?tab=inbox", "Inbox"],
  ["/panel/leads?q=nothing-is-called-so", "Leads"],
  ["/panel/clients?view=warranties", "Warranties"],
  ["/panel/work-orders?view=week", "Week"],
  ["/panel/work-orders?view=week&span=month", "Month"],
  ["/panel/settings?tab=branches", "Branches"],
  ["/panel/settings?tab=branches&new", "Branches"],
  ["/panel/settings?tab=zip-codes", "ZIP Codes"],
  ["/panel/settings?tab=zip-codes&new", "ZIP Codes"],
  ["/panel/settings?tab=gallery", "Gallery"],
  ["/panel/settings?tab=mail", "Mail"],
  ["/panel/settings?tab=audit", "Who Did What"],
  ["/panel/settings?tab=integrations", "Integrations"],
  ["/panel/settings?tab=integrations&view=api-reference", "API Reference"],
];

/** What only an administrator sees. */
const CONFIGURATION: typeof PLACES = [
  ["/panel/settings?tab=organization", "Organization"],
  ["/panel/settings?tab=regions", "Regions"],
  ["/panel/settings?tab=regions&new", "Regions"],
  ["/panel/settings?tab=posts", "Posts"],
  ["/panel/settings?tab=subscribers", "Subscribers"],
  ["/panel/settings?tab=notifications", "Notifications"],
  ["/panel/settings?tab=notifications&id=quote", "Notifications"],
  ["/panel/settings?tab=content", "Content"],
  ["/panel/settings?tab=system", "System Preferences"],
  ["/panel/settings?tab=privacy", "Privacy"],
  ["/panel/settings?tab=setup", "Setup"],
];

// One browser for all: each screen is loaded once, with the code that the one before it brought.
for (const [account, places] of [
  ["branch", PLACES],
  ["admin", CONFIGURATION],
] as const) {
  test.describe(`for ${account}`, () => {
    test.use({ account });

    test("no screen has a violation", async ({ page, open }) => {
      test.setTimeout(places.length * 20_000);
      for (const [path, heading] of places) {
        await test.step(path, async () => {
          await open(path, heading);
          await page.waitForLoadState("networkidle");
          expect.soft(await inEveryDress(page), path).toEqual([]);
        });
      }
    });
  });
}

test("the windows over the week have no violation", async ({ page, open }) => {
  test.slow();
  const { homeBranchId } = await (await page.request.get("/api/auth/user")).json();
  const [day, next] = ["2030-05-13", "2030-05-14"];
  const order = await make(page, "work-orders", {
    clientId: (await (await page.request.get("/api/panel/clients?limit=1")).json())[0].id,
    title: "Look at the gable",
    scheduledDate: day,
  });
  const week = await (await page.request.get(`/api/panel/schedule?branchId=${homeBranchId}&from=${day}&days=7`)).json();
  const [person] = week.people;
  const visit = { kind: "work_order", recordId: order.id, crew: [person.id] };
  for (const startMinute of [480, 540]) {
    await make(page, "visits", { ...visit, day, startMinute, endMinute: 600, accept: ["clash"] });
  }
  await make(page, "absences", { userId: person.id, firstDay: next, lastDay: next, kind: "vacation" });
  await open(`/panel/work-orders?view=week&day=${day}`, "Week");
  await expect(page.getByRole("link", { name: /Clashes$/ })).toHaveCount(2);
  expect(await inEveryDress(page)).toEqual([]);
  const grid = page.getByRole("grid", { name: "Week" });
  for (const [press, window, shown] of [
    [() => page.keyboard.press("r"), "Move a Day's Visits", "Where Look at the gable goes"],
    [() => grid.locator("[data-person]").first().click(), /^Absences of/, ""],
    [() => grid.locator("[data-day]").first().click(), /^Monday/, "This day is"],
  ] as const) {
    await press();
    const dialog = page.getByRole("dialog", { name: window });
    await expect(dialog).toBeVisible();
    if (shown) await expect(dialog.getByLabel(shown).first()).toBeVisible();
    expect(await inEveryDress(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
});

test("the drawer of a work order has no violation", async ({ page, open }) => {
  const [client] = await (await page.request.get("/api/panel/clients?limit=1")).json();
  const { id } = await make(page, "work-orders", { clientId: client.id, title: "Look at the gable" });
  await open(`/panel/work-orders?id=${id}`, "Work Orders");
  await expect(page.getByRole("button", { name: "Start", exact: true })).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
});

test("the page of a client has no violation, nor have its windows", async ({ page, open }) => {
  test.slow();
  const email = `${fresh("axe").replace(" ", ".")}@example.com`;
  const [client] = await Promise.all(
    ["1 Roof Row", "2 Roof Row"].map((address) => make(page, "clients", { name: "Iris Eaves", email, address })),
  );
  const call = { kind: "client", recordId: client?.id, type: "call", outcome: "reached", words: "Wants warm white" };
  await make(page, "activities", call);
  await open(`/panel?record=client.${client?.id}`, "Welcome");
  const sheet = page.getByRole("dialog", { name: "Iris Eaves" });
  const same = sheet.getByRole("list", { name: "May be the same person" });
  await expect(same).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
  await same.getByRole("button", { name: "Merge with Iris Eaves" }).click();
  await expect(page.getByRole("dialog", { name: "Merge Clients" })).toContainText("Moves:");
  expect(await inEveryDress(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await sheet.getByRole("button", { name: "Add Property" }).click();
  await expect(page.getByRole("dialog", { name: "New Property" }).getByLabel("Hazards")).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
});

test("the forms on the page of a lead have no violation", async ({ page, open }) => {
  const lead = await make(page, "leads", { name: fresh("Axe"), email: "axe-forms@example.com" });
  await open(`/panel?record=lead.${lead.id}`, "Welcome");
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "Set Next Step" }).click();
  await sheet.getByRole("group", { name: "Log" }).getByRole("button", { name: "Call" }).click();
  await sheet.getByRole("button", { name: "Hand Over" }).click();
  for (const field of ["What to do next", "Outcome", "Address"]) await expect(sheet.getByLabel(field)).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
});

test("a form in which somebody is known again has no violation", async ({ page, open }) => {
  const [client] = await (await page.request.get("/api/panel/clients?limit=1")).json();
  await open("/panel/leads?new", "Leads");
  await page.getByRole("dialog", { name: "New Lead" }).getByLabel("Email").fill(client.email);
  await expect(page.getByRole("list", { name: "May be the same person" })).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
});

test("the palette and the help have no violation", async ({ page, open }) => {
  await open("/panel", "Welcome");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option").first()).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard Shortcuts" })).toBeVisible();
  expect(await inEveryDress(page)).toEqual([]);
});

test.describe("the login", () => {
  test.use({ account: null });

  const goOn = async (page: Page, account: string) => {
    await page.getByLabel("Email").fill(`${account}@duskline.example`);
    await page.getByRole("button", { name: "Continue" }).click();
  };

  test("has no violation, and tells each address what is true of it", async ({ page }) => {
    await page.goto("/login");
    expect(await inEveryDress(page)).toEqual([]);
    await goOn(page, "client");
    await expect(page).toHaveURL("/login/client");
    const main = page.getByRole("main");
    await expect(main).toContainText("The client dashboard is under development.");
    await expect(main).toContainText("Your email client@duskline.example is registered as a client.");
    expect(await inEveryDress(page)).toEqual([]);
    await page.goto("/login/staff"); // which is not theirs
    await expect(page).toHaveURL("/login/client");
    await page.getByRole("button", { name: "Back to Login" }).click();
    await goOn(page, "branch");
    await expect(page).toHaveURL("/login/staff");
    await page.goto("/login/client");
    await expect(page).toHaveURL("/login/staff");
    await expect(main).toContainText("Signing in as branch@duskline.example");
  });
});
