// Who may read a record without having its screen opens it from the palette in a card, over any screen.
import type { Page } from "@playwright/test";
import { expect, test } from "./staff";

interface Client {
  id: string;
  name: string;
  phone: string;
  address: string;
}

/** A client with a number and at least one work order. */
async function someClient(page: Page): Promise<Client> {
  const [order] = await (await page.request.get("/api/panel/work-orders?limit=1")).json();
  return (await page.request.get(`/api/panel/clients/${order.clientId}`)).json();
}

async function find(page: Page, words: string) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /Find/ }).fill(words);
}

test.describe("support", () => {
  test.use({ account: "support" });

  test("finds a client by the number and reads the card, and what belongs to it @both", async ({ page, open }) => {
    await page.setViewportSize({ width: 390, height: 780 });
    await open("/panel/tickets?status=open", "Tickets");
    const client = await someClient(page);
    const digits = client.phone.replace(/\D/g, "");
    await find(page, `${digits.slice(0, 3)}.${digits.slice(3, 6)}.${digits.slice(6)}`);
    const choice = page.getByRole("option", { name: client.name }).filter({ hasText: "Clients" });
    await expect(choice).toBeVisible();
    await choice.click();

    const card = page.getByRole("dialog", { name: "Client", exact: true });
    await expect(card.getByRole("heading", { name: client.name })).toBeVisible();
    await expect(card.getByRole("link", { name: client.phone })).toHaveAttribute("href", `tel:${digits}`);
    await expect(card).toContainText(client.address);
    await expect(card.getByRole("heading", { name: "Client", exact: true })).toBeFocused();
    await expect(page).toHaveURL(`/panel/tickets?status=open&card=client.${client.id}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    await card.getByRole("listitem").getByRole("link").first().click();
    const order = page.getByRole("dialog", { name: "Work Order", exact: true });
    await expect(order.getByRole("heading", { name: "Work Order", exact: true })).toBeFocused();
    await order.getByRole("link", { name: "Open client" }).press("Enter");
    await expect(card.getByRole("heading", { name: client.name })).toBeVisible();
    await page.goBack();
    await expect(order).toBeVisible();
    await page.goBack();
    await expect(card).toBeVisible();
    await page.reload();
    await expect(card.getByRole("heading", { name: client.name })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL("/panel/tickets?status=open");
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

  test("opens a client there", async ({ page, open }) => {
    await open("/panel", "Welcome");
    const [client] = await (await page.request.get("/api/panel/clients?limit=1")).json();
    await find(page, client.email);
    await page.getByRole("option").filter({ hasText: "Clients" }).first().click();
    await expect(page).toHaveURL(`/panel/clients?id=${client.id}`);
  });
});

test.describe("a card of what one may not read", () => {
  test.use({ account: "sales", forgive: /status of 40[34]/ });

  test("says that it is not there", async ({ page, open }) => {
    await open("/panel?card=client.nobody", "Welcome");
    await expect(page.getByRole("dialog", { name: "Client" }).getByRole("alert")).toBeVisible();
  });
});
