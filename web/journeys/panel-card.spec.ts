// Whoever may read a record opens it from the palette over any screen: a lead or a client on its page, another one in a card.
import type { Page } from "@playwright/test";
import { newOrder } from "./records";
import { expect, signIn, test } from "./staff";

interface Client {
  id: string;
  name: string;
  phone: string;
  address: string;
}

/** A client with a number and at least one work order, and the title of that. */
async function someClient(page: Page): Promise<{ client: Client; title: string }> {
  const orders: { clientId: string; title: string }[] = await (
    await page.request.get("/api/panel/work-orders?limit=50")
  ).json();
  for (const { clientId, title } of orders) {
    const client: Client = await (await page.request.get(`/api/panel/clients/${clientId}`)).json();
    if (client.phone) return { client, title };
  }
  throw new Error("No client can be called.");
}

async function find(page: Page, words: string) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /Find/ }).fill(words);
}

test.describe("support", () => {
  test.use({ account: "support" });

  test("finds a client by the number and reads the page, and what belongs to it @both", async ({ page, open }) => {
    await page.setViewportSize({ width: 390, height: 780 });
    await open("/panel/tickets?status=open", "Tickets");
    const { client, title } = await someClient(page);
    const digits = client.phone.replace(/\D/g, "");
    await find(page, `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`);
    const choice = page.getByRole("option", { name: client.name }).filter({ hasText: "Clients" });
    await expect(choice).toBeVisible();
    await choice.click();

    const sheet = page.getByRole("dialog", { name: client.name, exact: true });
    await expect(sheet.getByRole("link", { name: "Call", exact: true })).toHaveAttribute("href", `tel:${digits}`);
    await expect(sheet.getByRole("link", { name: "Text" })).toHaveAttribute(
      "href",
      new RegExp(`^sms:${digits}\\?&body=Hello%20`),
    );
    await expect(sheet).toContainText(client.address);
    await expect(sheet.getByRole("heading", { name: client.name, exact: true })).toBeFocused();
    await expect(page).toHaveURL(`/panel/tickets?status=open&record=client.${client.id}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await sheet.getByRole("link", { name: title, exact: true }).first().click();
    const order = page.getByRole("dialog", { name: "Work Order", exact: true });
    await expect(order.getByRole("heading", { name: "Work Order", exact: true })).toBeFocused();
    await order.getByRole("link", { name: "Open client" }).press("Enter");
    await expect(sheet).toContainText(client.address);
    await page.goBack();
    await expect(order).toBeVisible();
    await page.keyboard.press("Escape"); // closes onto what led there, as Back does
    await expect(sheet).toBeVisible();
    await page.reload();
    await expect(sheet).toContainText(client.address);
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL("/panel/tickets?status=open");
  });

  test("finds a warranty by its number, and from it the page of its client", async ({ page, open }) => {
    await signIn(page, "branch");
    const order = await newOrder(page);
    const done = await page.request.patch(`/api/panel/work-orders/${order.id}`, { data: { status: "completed" } });
    expect(done.status()).toBe(200);
    const [warranty] = await (await page.request.get(`/api/panel/warranties?clientId=${order.clientId}`)).json();
    await signIn(page, "support");
    await open("/panel", "Welcome");
    await find(page, warranty.number);
    await page.getByRole("option").filter({ hasText: "Warranties" }).click();
    await expect(page).toHaveURL(`/panel?record=warranty.${warranty.id}`);
    await page.getByRole("dialog", { name: "Warranty" }).getByRole("link", { name: warranty.holder }).click();
    const sheet = page.getByRole("dialog", { name: warranty.holder, exact: true });
    await expect(sheet.getByRole("region", { name: "Warranties" })).toContainText(warranty.number);
  });

  test("closes the card with Escape and stays on the screen", async ({ page, open }) => {
    await open("/panel", "Welcome");
    await find(page, "sales@duskline.example");
    await page.getByRole("option").filter({ hasText: "sales@duskline.example" }).click();
    const card = page.getByRole("dialog", { name: "Colleague" });
    await expect(card).toContainText("Sales Rep");
    await page.keyboard.press("Escape");
    await expect(card).toBeHidden();
    await expect(page).toHaveURL("/panel");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  });
});

test.describe("who has the screen", () => {
  test.use({ account: "sales" });

  test("opens a client over the present one all the same", async ({ page, open }) => {
    await open("/panel", "Welcome");
    const [client] = await (await page.request.get("/api/panel/clients?limit=1")).json();
    await find(page, client.email);
    await page.getByRole("option").filter({ hasText: "Clients" }).first().click();
    await expect(page).toHaveURL(`/panel?record=client.${client.id}`);
  });
});

test.describe("a page of what one may not read", () => {
  test.use({ account: "sales", forgive: /status of 40[34]/ });

  test("says that it is not there", async ({ page, open }) => {
    await open("/panel?record=client.nobody", "Welcome");
    await expect(page.getByRole("dialog", { name: "Client" }).getByRole("alert")).toBeVisible();
  });
});
