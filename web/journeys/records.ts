// Records that journeys about writes begin with, what somebody else does to them meanwhile, and where both versions stand.
import type { Locator, Page } from "@playwright/test";
import { expect, fresh, make } from "./staff";

export interface Row {
  id: string;
  [field: string]: unknown;
}

export const LEADS = "/api/panel/leads";
export const ORDERS = "/api/panel/work-orders";

export const newLead = (page: Page, more: object = {}) =>
  make<Row>(page, "leads", { name: fresh("Lead"), email: "kim@example.com", phone: "614-555-0100", ...more });

export async function newOrder(page: Page, more: object = {}) {
  const [client] = await (await page.request.get("/api/panel/clients?limit=1")).json();
  return make<Row>(page, "work-orders", { clientId: client.id, title: fresh("Order"), ...more });
}

/** What somebody else does meanwhile. */
export async function colleague(page: Page, address: string, data: object) {
  expect((await page.request.patch(address, { data })).status()).toBe(200);
}

export const versionsIn = (place: Locator) => place.getByRole("region", { name: "Two versions of this record" });
