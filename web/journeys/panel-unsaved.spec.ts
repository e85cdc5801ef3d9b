// Words in the panel that are not saved: every way out asks, and they outlast a session for the same person alone.
import type { Page } from "@playwright/test";
import { colleague, LEADS, newLead, newOrder, type Row, versionsIn } from "./records";
import { endSessionAtWrite, expect, fresh, loseSession, make, signIn, test } from "./staff";

test.use({ forgive: /status of (401|404|409|422)|ERR_/ });

test.describe("with words that are not saved", () => {
  const question = (page: Page) => page.getByRole("alertdialog", { name: "Discard your changes?" });
  const keep = (page: Page) => question(page).getByRole("button", { name: "Keep editing" }).click();

  test("saving one part of a drawer does not forget another, and Cancel leads back to it", async ({ page, open }) => {
    const { id } = await newOrder(page);
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    const drawer = page.getByRole("dialog", { name: "Work Order" });
    const notes = drawer.getByRole("textbox", { name: "Notes" });
    await notes.fill("Bring the long ladder.");
    await drawer.getByRole("button", { name: "Add Material" }).click();
    await drawer.getByLabel("Material 1", { exact: true }).fill("Clips");
    await drawer.getByRole("button", { name: "Save Materials" }).click();
    await expect(drawer.getByRole("button", { name: /Save Materials|Saving/ })).toBeHidden();
    await page.keyboard.press("Escape");
    await keep(page);
    await drawer.getByRole("button", { name: "Edit Work Order" }).click();
    await keep(page);
    await expect(drawer.getByRole("button", { name: "Edit Work Order" })).toBeFocused();
    await expect(notes).toHaveValue("Bring the long ladder.");
    await drawer.getByRole("button", { name: "Save Notes" }).click();
    await expect(drawer.getByRole("button", { name: /Save Notes|Saving/ })).toBeHidden();

    await drawer.getByRole("button", { name: "Edit Work Order" }).click();
    await drawer.getByLabel("Title").fill("Other words");
    await drawer.getByRole("button", { name: "Cancel" }).click();
    await question(page).getByRole("button", { name: "Discard" }).click();
    await expect(drawer.getByRole("button", { name: "Edit Work Order" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(drawer).toBeHidden(); // nothing is unsaved, nothing is asked
  });

  test("Back asks first, and goes where it led", async ({ page, open }) => {
    await open("/panel/clients", "Clients");
    await page.getByRole("link", { name: "Leads" }).click();
    await page.getByRole("button", { name: "New Lead" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New Lead" });
    const name = dialog.getByLabel("Name", { exact: true });
    await name.fill("Words");
    await page.evaluate(() => history.back());
    await keep(page);
    await expect(name).toHaveValue("Words");
    await expect(page).toHaveURL(/leads\?new/);

    await page.evaluate(() => history.back());
    await question(page).getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(/panel\/leads$/);
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL(/panel\/clients$/);
  });

  test("a search that was typed just before narrows the list under them, and asks nothing", async ({ page, open }) => {
    await open("/panel/leads", "Leads");
    await page.getByRole("button", { name: "New Lead" }).first().focus();
    // One turn of the page: no wait for a list that is read anew comes between the search and the words.
    await page.evaluate(() => {
      const type = (field: HTMLInputElement, words: string) => {
        Reflect.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, words);
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      };
      const search = document.querySelector<HTMLInputElement>("input[type=search]");
      if (search) type(search, "nobody at all");
      (document.activeElement as HTMLElement).click();
      new MutationObserver((_, watch) => {
        const name = document.querySelector<HTMLInputElement>("[role=dialog] input[name=name]");
        if (!name) return;
        watch.disconnect();
        type(name, "Words");
      }).observe(document, { childList: true, subtree: true });
    });
    await expect(page).toHaveURL(/nobody/);
    await expect(page).toHaveURL(/new/);
    await expect(question(page)).toBeHidden();
    await expect(page.getByRole("dialog").getByLabel("Name", { exact: true })).toHaveValue("Words");
  });

  test("words on a visitor's photo are asked for as well", async ({ page, open }) => {
    await open("/panel/settings?tab=gallery&approved=1", "Gallery");
    const words = page.getByLabel("Description").first();
    await words.fill("Other words for this photo");
    await page.getByRole("link", { name: "Leads" }).click();
    await keep(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Find a screen" }).fill("Support Tickets");
    await page.keyboard.press("Enter");
    await keep(page);
    await expect(words).toHaveValue("Other words for this photo");
  });

  test("a session's end keeps them for the same person alone", async ({ page, open }) => {
    const { id } = await newOrder(page);
    const notes = page.getByRole("dialog", { name: "Work Order" }).getByRole("textbox", { name: "Notes" });
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    await notes.fill("Kept for me.");
    await endSessionAtWrite(page);
    await page.getByRole("button", { name: "Save Notes" }).click();
    await expect(page).toHaveURL(/\/login/);

    await signIn(page, "admin");
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    await expect(notes).toHaveValue("");
    await page.keyboard.press("Escape"); // the question waits until no window stands in its way
    const left = page.getByRole("dialog", { name: "Changes by Bettina" });
    await expect(left).toContainText(
      "1 change by Bettina waits on this device. Log out so Bettina can sign in and send it.",
    );
    await left.getByRole("button", { name: "Log Out" }).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, "branch");
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    await expect(notes).toHaveValue("Kept for me.");

    await endSessionAtWrite(page);
    await page.getByRole("button", { name: "Save Notes" }).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, "admin");
    await open("/panel", "Welcome");
    await left.getByRole("button", { name: "Discard 1 Change" }).click();
    await expect(left).toHaveCount(0);
    await loseSession(page);
    await signIn(page, "branch");
    await open(`/panel/work-orders?id=${id}`, "Work Orders");
    await expect(notes).toHaveValue("");
  });

  test("what was opened from a record's page leads back there, also after signing in again", async ({ page, open }) => {
    const lead = await newLead(page);
    await open(`/panel/leads?record=lead.${lead.id}`, "Leads");
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Lead" });
    await dialog.getByRole("textbox", { name: "Phone" }).fill("614-555-0122");
    await endSessionAtWrite(page);
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    // The form that is left has a field of that name, too.
    await expect(page.getByRole("heading", { name: "Welcome Back" })).toBeVisible();
    await page.getByLabel("Email").fill("branch@duskline.example");
    await page.getByLabel("Email").press("Enter");
    await page.getByLabel("Password", { exact: true }).fill(process.env.JOURNEY_PASSWORD ?? "");
    await page.getByLabel("Password", { exact: true }).press("Enter");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByRole("dialog", { name: String(lead.name) })).toContainText("Phone614-555-0122");
  });

  test("a note and a next step on a lead's page outlast the session, and their forms open by themselves", async ({
    page,
    open,
  }) => {
    const lead = await newLead(page);
    const there = `/panel/leads?record=lead.${lead.id}`;
    const sheet = page.getByRole("dialog", { name: String(lead.name) });
    const note = sheet.getByRole("textbox", { name: "Note" });
    const step = sheet.getByRole("textbox", { name: "What to do next" });
    const next = sheet.getByRole("region", { name: "Next step" });
    await open(there, "Leads");
    await sheet.getByRole("button", { name: "Note", exact: true }).click();
    await note.fill("Their dog is called Rex.");
    await next.getByRole("button", { name: "Set Next Step" }).click();
    await step.fill("Call about the garage");
    await endSessionAtWrite(page);
    await next.getByRole("button", { name: "Save" }).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, "branch");
    await open(there, "Leads");
    await expect(note).toHaveValue("Their dog is called Rex.");
    await expect(step).toHaveValue("Call about the garage");
    await next.getByRole("button", { name: "Save" }).click();
    await expect(next).toContainText("Call about the garage");
    await expect(step).toBeHidden();
    await note.press("Escape");
    await question(page).getByRole("button", { name: "Discard" }).click();
    await loseSession(page);
    await signIn(page, "branch");
    await open(there, "Leads");
    await expect(next).toContainText("Call about the garage");
    await expect(note).toBeHidden(); // what was saved or discarded waits no longer
  });

  test("words of a new property come back for its client alone", async ({ page, open }) => {
    const [one, other] = [fresh("Client"), fresh("Client")];
    const clients: Record<string, string> = {};
    for (const name of [one, other]) {
      const row = await make<{ id: string }>(page, "clients", {
        name,
        email: "roof@example.com",
        address: "7 Ladder Lane",
      });
      clients[name] = row.id;
    }
    const address = async (name: string) => {
      await open(`/panel/clients?record=client.${clients[name]}`, "Clients");
      await page.getByRole("dialog", { name }).getByRole("button", { name: "Add Property" }).click();
      return page.getByRole("textbox", { name: "Address" });
    };
    await (await address(one)).fill("5 Cabin Road");
    await endSessionAtWrite(page);
    await page.getByRole("button", { name: "Add Property" }).last().click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, "branch");
    await expect(await address(other)).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(await address(one)).toHaveValue("5 Cabin Road");
  });

  test("words about a place, typed at its job, do not come up in the form of the property", async ({ page, open }) => {
    const data = { name: fresh("Client"), email: "roof@example.com", address: "7 Ladder Lane" };
    const { id: clientId } = await make<Row>(page, "clients", data);
    const { id: orderId } = await newOrder(page, { clientId });
    const hazards = async () => {
      await open(`/panel/work-orders?id=${orderId}`, "Work Orders");
      await page.getByRole("dialog").getByRole("button", { name: "Note Hazards or Access" }).click();
      return page.getByRole("dialog").getByLabel("Hazards");
    };
    await (await hazards()).fill("Wire over the porch");
    await endSessionAtWrite(page);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, "branch");
    await open(`/panel/clients?record=client.${clientId}`, "Clients");
    const properties = page.getByRole("region", { name: "Properties" });
    await properties.getByRole("button", { name: /^Edit / }).click();
    const form = page.getByRole("dialog", { name: "Edit Property" });
    await expect(form.getByLabel("Hazards")).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(form).toBeHidden();
    await expect(await hazards()).toHaveValue("Wire over the porch");
  });

  for (const [list, heading, field, press] of [
    ["work-orders", "Work Orders", "Title", "Create Work Order"],
    ["tickets", "Support Tickets", "Subject", "Create Ticket"],
  ] as const) {
    test(`words of what is made from a client's page come back for that client alone: ${list}`, async ({
      page,
      open,
    }) => {
      const data = { name: fresh("Client"), email: "roof@example.com", address: "7 Ladder Lane" };
      const [one, other] = [await make<Row>(page, "clients", data), await make<Row>(page, "clients", data)];
      const words = async ({ id }: Row) => {
        await open(`/panel/${list}?new=&client=${id}`, heading);
        return page.getByRole("dialog").getByRole("textbox", { name: field });
      };
      await (await words(one)).fill("Lights of the cabin");
      await page.getByRole("dialog").getByRole("textbox", { name: "Description" }).fill("They are dark");
      await endSessionAtWrite(page);
      await page.getByRole("button", { name: press }).click();
      await expect(page).toHaveURL(/\/login/);
      await signIn(page, "branch");
      await expect(await words(other)).toHaveValue("");
      await expect(await words(one)).toHaveValue("Lights of the cabin");
    });
  }

  test("words of a work order that is made from a lead's page come back for that lead alone", async ({
    page,
    open,
  }) => {
    const data = { name: fresh("Client"), email: "roof@example.com", address: "7 Ladder Lane" };
    const client = await make<Row>(page, "clients", data);
    const [one, other] = [await newLead(page), await newLead(page)];
    const words = async ({ id }: Row) => {
      await open(`/panel/work-orders?new=&client=${client.id}&lead=${id}`, "Work Orders");
      return page.getByRole("dialog").getByRole("textbox", { name: "Title" });
    };
    await (await words(one)).fill("Lights of the cabin");
    await endSessionAtWrite(page);
    await page.getByRole("button", { name: "Create Work Order" }).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, "branch");
    await expect(await words(other)).toHaveValue("");
    await expect(await words(one)).toHaveValue("Lights of the cabin");
  });

  test("a session's end and a new one bring them back", async ({ page, open }) => {
    const { id } = await newLead(page);
    await open(`/panel/leads?id=${id}`, "Leads");
    const dialog = page.getByRole("dialog", { name: "Edit Lead" });
    await dialog.getByRole("textbox", { name: "Phone" }).fill("614-555-0122");
    await endSessionAtWrite(page);
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(page).toHaveURL(/\/login/);
    await signIn(page, "branch");
    await colleague(page, `${LEADS}/${id}`, { phone: "614-555-0177" });
    await open(`/panel/leads?id=${id}`, "Leads");
    await expect(dialog.getByRole("textbox", { name: "Phone" })).toHaveValue("614-555-0122");
    await dialog.getByRole("button", { name: "Save Changes" }).click();
    await expect(versionsIn(dialog)).toContainText("614-555-0177"); // the words still know what they began with
    await page.keyboard.press("Escape");
    await question(page).getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
    await open(`/panel/leads?id=${id}`, "Leads");
    await expect(dialog.getByRole("textbox", { name: "Phone" })).toHaveValue("614-555-0177"); // they come back once
  });
});
