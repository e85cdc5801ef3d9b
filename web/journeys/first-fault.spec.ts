// A submit that is refused never looks dead: wherever a form was scrolled to, its first fault is in view, with the focus in its field;
// and what a server's failure says stays until the next attempt.
import type { Locator, Page } from "@playwright/test";
import { colleague, newLead, newOrder, ORDERS, type Row } from "./records";
import { planned, TECHNICIAN, TODAY } from "./site-day";
import { expect, PUBLIC, test as visitor } from "./site-visitor";
import { fresh, make, PHOTO, SCREENS, signIn, test as staff } from "./staff";

/** As high as a laptop with its bars. */
const VIEWPORT = { width: 1280, height: 700 };
const PHONE = { width: 390, height: 700 };

interface Outcome {
  /** What the button of the form reads. */
  form: string;
  /** The first fault, in words. */
  fault: string;
  /** What is wrong with how it is shown; empty where nothing is. */
  wrong: string;
}

/** What is told by the form, or by the browser where it checks. */
const FAULTY =
  "[data-fault], [aria-invalid=true], form:not([novalidate]) :is(input, select, textarea):invalid, [role=alert]:not(:empty)";

/** Empties a form, puts the focus in its first field, scrolls everything to the end and sends it; null where nothing is refused. */
async function refuse(form: Locator): Promise<Outcome | null> {
  const name = await form.evaluate((form: HTMLFormElement) => {
    const shown = [...form.querySelectorAll<HTMLInputElement>("input, textarea, select")].filter(
      (field) => field.checkVisibility() && !field.disabled && !field.readOnly,
    );
    for (const field of shown) {
      if (!field.matches("textarea, input:not([type=checkbox], [type=radio], [type=file], [type=range], [type=color])"))
        continue;
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
      set?.call(field, field.type === "email" ? "nobody" : "");
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    shown[0]?.focus();
    for (let part: Element | null = form; part; part = part.parentElement) part.scrollTop = part.scrollHeight;
    form.requestSubmit();
    return form.querySelector("[type=submit]")?.textContent ?? "";
  });
  const told = form.locator(FAULTY);
  const refused = await told
    .first()
    .waitFor({ state: "attached", timeout: 1_500 })
    .then(
      () => true,
      () => false,
    );
  if (!refused) return null;
  let outcome = await shownIn(form, name);
  // Its code comes with the first attempt.
  for (let tries = 0; outcome?.wrong && tries < 10; tries += 1) {
    await form.page().waitForTimeout(200);
    outcome = await shownIn(form, name);
  }
  return outcome;
}

/** How the first fault of a form is shown. */
const shownIn = (form: Locator, name: string): Promise<Outcome | null> =>
  form.evaluate(
    (form: HTMLFormElement, [name, faulty]) => {
      const fault = form.querySelector(faulty);
      if (!fault) return null;
      const group = fault.closest("[data-slot=field], fieldset") ?? fault;
      const { left, top, bottom, width } = fault.getBoundingClientRect();
      const wrong = [];
      if (top < 0 || bottom > innerHeight) wrong.push(`out of view, from ${Math.round(top)} to ${Math.round(bottom)}`);
      else if (!group.contains(document.elementFromPoint(left + width / 2, (top + bottom) / 2))) wrong.push("covered");
      if (!fault.matches("[role=alert]") && !group.contains(document.activeElement)) wrong.push("without the focus");
      return { form: name, fault: group.textContent?.trim().slice(0, 80) ?? "", wrong: wrong.join(", ") };
    },
    [name, FAULTY] as const,
  );

/** Every form in view is refused, one after the other. */
async function refuseAll(page: Page, forms: Locator = page.locator("form:visible")): Promise<Outcome[]> {
  const found: Outcome[] = [];
  for (const form of await forms.all()) {
    if ((await form.count()) === 0) continue; // with nothing to save, the one before it has closed
    const outcome = await refuse(form);
    if (outcome) found.push(outcome);
  }
  return found;
}

const wrongIn = (found: Outcome[]) => found.filter(({ wrong }) => wrong);

/** Where nothing is wrong in the browser, the server refuses; so nothing is written either. */
async function refuseCalls(page: Page) {
  await page.route("**/api/**", (route) =>
    route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 400, json: { error: "Refused." } }),
  );
}

for (const viewport of [VIEWPORT, PHONE])
  visitor.describe(`a visitor, ${viewport.width} pixels wide`, () => {
    visitor.use({ viewport, forgive: /status of 400/ });
    visitor.beforeEach(({ page }) => refuseCalls(page));

    for (const path of [...PUBLIC, "/login"]) {
      visitor(`meets the first fault of every form on ${path}`, async ({ page, visit }) => {
        await visit(path);
        const found = await refuseAll(page);
        expect(found.length).toBeGreaterThan(0); // the newsletter is on every page
        expect(wrongIn(found)).toEqual([]);
      });
    }

    for (const [path, opener] of [
      ["/", "Get a Free Quote"],
      ["/warranty", "Register Product"],
      ["/about", "Privacy Policy"],
    ] as const) {
      visitor(`meets the first fault of the form behind "${opener}"`, async ({ page, visit }) => {
        await visit(path);
        await page
          .getByRole("button", { name: opener })
          .or(page.getByRole("link", { name: opener }))
          .last()
          .click();
        const form = page.getByRole("dialog").locator("form");
        await expect(form).toBeVisible();
        const found = await refuseAll(page, form);
        expect(found).toHaveLength(1);
        expect(wrongIn(found)).toEqual([]);
      });
    }
  });

const ASKS = /^(New|Add|Edit|Change|Invite|Make|Set|Schedule|Rename|Look|Replace)\b/;
/** More of one kind are alike. */
const MOST = 8;
/** Forms in each part of Settings, at least. */
const FORMS = [1, 4, 4, 4];

/** Opens what asks for something, by its buttons, and has every form that comes refused. */
async function refuseBehindButtons(page: Page, address: string): Promise<Outcome[]> {
  const found = await refuseAll(page);
  const openers = page.getByRole("main").getByRole("button", { name: ASKS });
  const names = await openers.evaluateAll((all) => all.map((one) => one.ariaLabel ?? one.textContent ?? ""));
  for (const name of [...new Set(names)].slice(0, MOST)) {
    await page.goto(address);
    await page.getByRole("main").getByRole("button", { name, exact: true }).first().click();
    const opened = page.getByRole("dialog").locator("form:visible");
    await opened
      .first()
      .waitFor({ timeout: 2_000 })
      .catch(() => {}); // some open no form, or one in place
    found.push(...(await ((await opened.count()) > 0 ? refuseAll(page, opened) : refuseAll(page))));
  }
  return found;
}

staff.describe("an administrator", () => {
  staff.use({ account: "admin", viewport: VIEWPORT, forgive: /status of 400/ });
  staff.beforeEach(({ page }) => refuseCalls(page));

  staff("the control: by its focus alone a form shows its first fault out of view", async ({ page }) => {
    await page.addInitScript(() => {
      Element.prototype.scrollIntoView = () => {};
    });
    await page.goto("/panel/leads?new");
    const form = page.getByRole("dialog").locator("form");
    await expect(form).toBeVisible();
    expect(await refuseAll(page, form)).toMatchObject([{ wrong: expect.stringMatching(/^out of view/) }]);
  });

  staff("meets the first fault that the server finds, however long its answer takes", async ({ page }) => {
    await page.route("**/api/panel/leads", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      await new Promise((resolve) => setTimeout(resolve, 1_000)); // longer than it takes to load what shows it
      return route.fulfill({ status: 400, json: { error: "Not valid", fields: { name: "Another name, please" } } });
    });
    await page.goto("/panel/leads?new");
    const form = page.getByRole("dialog").locator("form");
    await form.getByRole("textbox", { name: "Name" }).fill("Nell");
    await form.getByRole("textbox", { name: "Email" }).fill("nell@home.example");
    await form.getByRole("textbox").last().focus();
    await form.evaluate((form: HTMLFormElement) => form.requestSubmit());
    await expect(form.getByText("Another name, please")).toBeInViewport();
    await expect(form.getByRole("textbox", { name: "Name" })).toBeFocused();
  });

  for (const viewport of [VIEWPORT, PHONE])
    for (const { path, name, makes } of SCREENS) {
      if (!makes) continue;
      staff(`meets the first fault of a new record of ${name}, ${viewport.width} pixels wide`, async ({ page }) => {
        await page.setViewportSize(viewport);
        await page.goto(`${path}?new`);
        const form = page.getByRole("dialog").locator("form");
        await expect(form).toBeVisible();
        const found = await refuseAll(page, form);
        expect(found).toHaveLength(1);
        expect(wrongIn(found)).toEqual([]);
      });
    }

  // Every tab once; all of them in one journey would take minutes.
  for (const [part, forms] of FORMS.entries())
    staff(`meets the first fault of every form in Settings, part ${part + 1}`, async ({ page, open }) => {
      staff.slow();
      await open("/panel/settings", "Settings");
      const tabs = await page.getByRole("tab").count();
      const found: Outcome[] = [];
      for (let place = part; place < tabs; place += FORMS.length) {
        await page.goto("/panel/settings");
        await page.getByRole("tab").nth(place).click();
        await page.waitForLoadState("networkidle");
        found.push(...(await refuseBehindButtons(page, page.url())));
      }
      expect(found.length).toBeGreaterThanOrEqual(forms);
      expect(wrongIn(found)).toEqual([]);
    });
});

interface Place {
  /** What makes the record; gives its address. */
  address: (page: Page) => Promise<string>;
  /** What opens a form there, or a menu of such. */
  openers: (string | RegExp)[];
}

const imageOf = ({ name, mimeType, buffer }: typeof PHOTO) => ({ name, mimeType, buffer });

const PLACES: Record<string, Place> = {
  "a lead": {
    address: async (page) => `/panel/leads?record=lead.${(await newLead(page)).id}`,
    openers: ["Call", "Note", "Set Next Step", "Hand Over", "Attach to Client", "Edit"],
  },
  "a client": {
    address: async (page) => {
      const { id } = await make<Row>(page, "clients", {
        name: fresh("Client"),
        email: "a@example.com",
        address: "9 Roof Row",
      });
      return `/panel/clients?record=client.${id}`;
    },
    openers: ["Meeting", "Set Next Step", "Edit", "New Ticket", "New Work Order"],
  },
  "a ticket": {
    address: async (page) => {
      const [client] = await (await page.request.get("/api/panel/clients?limit=1")).json();
      const said = { subject: fresh("Ticket"), description: "Dark since Sunday", category: "technical" };
      const ticket = await make<Row>(page, "support-tickets", said);
      await colleague(page, `/api/panel/support-tickets/${ticket.id}/details`, { clientId: client.id });
      return `/panel/tickets?id=${ticket.id}`;
    },
    openers: ["Change Links", "Return Visit"],
  },
  "a work order": {
    address: async (page) => {
      const { id } = await newOrder(page);
      expect((await page.request.post(`${ORDERS}/${id}/photos`, { multipart: { image: imageOf(PHOTO) } })).ok()).toBe(
        true,
      );
      return `/panel/work-orders?id=${id}`;
    },
    openers: [/^Number 1, taken/, "Put on Hold", "Cancel Order"],
  },
  "an import": { address: async () => "/panel/leads", openers: ["Import leads"] },
};

/** Every form that an opener leads to is refused; gives what it found, and which opener led to none. */
async function refuseBehind(page: Page, address: string, openers: Place["openers"]) {
  const found: Outcome[] = [];
  const without: string[] = [];
  for (const name of openers) {
    await page.goto(address);
    await page
      .getByRole("button", { name, exact: true })
      .or(page.getByRole("link", { name, exact: true }))
      .last()
      .click();
    const forms = page.locator("form:visible");
    await forms
      .first()
      .waitFor({ timeout: 5_000 })
      .catch(() => without.push(String(name)));
    // Of an opened window alone: what stands behind it is inert.
    const within = page.getByRole("dialog").last().locator("form:visible");
    found.push(...(await refuseAll(page, (await within.count()) > 0 ? within : forms)));
  }
  return { wrong: wrongIn(found), without };
}

for (const viewport of [VIEWPORT, PHONE])
  staff.describe(`at records, ${viewport.width} pixels wide`, () => {
    staff.use({ viewport, forgive: /status of 400/ });

    for (const [name, { address, openers }] of Object.entries(PLACES))
      staff(`meets the first fault of every form at ${name}`, async ({ page }) => {
        const at = await address(page);
        await refuseCalls(page);
        expect(await refuseBehind(page, at, openers)).toEqual({ wrong: [], without: [] });
      });
  });

staff.describe("a technician on site", () => {
  staff.use({ account: "", viewport: PHONE, hasTouch: true, forgive: /status of 400/ });

  staff("meets the first fault of every form of a visit", async ({ page }) => {
    const { title } = await planned(page);
    await signIn(page, TECHNICIAN);
    await page.goto(TODAY);
    const job = page.getByRole("main").getByRole("button", { name: title });
    await expect(job).toBeVisible();
    if ((await job.getAttribute("aria-expanded")) === "false") await job.tap();
    const next = page.getByRole("region", { name: "Next step" });
    await next.getByRole("button", { name: "Start" }).tap();
    await next.getByRole("button", { name: "Complete" }).tap();
    const form = page.getByRole("dialog").locator("form:visible");
    await expect(form).toBeVisible();
    expect(wrongIn(await refuseAll(page, form))).toEqual([]);
  });
});
