// Calls that are held, or whose answers are, or are lost: what a slow line does.
import type { Page } from "@playwright/test";

export interface Held {
  /** What was sent, in order. */
  sent: object[];
  /** Lets the first call go on. */
  release: () => void;
}

/** Holds the first write to an address until it is released; those after it go on. */
export async function hold(page: Page, address: string, method = "PATCH"): Promise<Held> {
  const sent: object[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    sent.push(route.request().postDataJSON());
    if (sent.length === 1) await held;
    return route.fallback();
  });
  return { sent, release };
}

/** Lets writes to an address be done, and holds their answers until they are released. */
export async function holdAnswers(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  return release;
}

/** Lets the first write to an address be done, and loses its answer. */
export async function loseAnswer(page: Page, address: string, method = "POST"): Promise<void> {
  let lost = false;
  await page.route(address, async (route) => {
    if (lost || route.request().method() !== method) return route.fallback();
    lost = true;
    await route.fetch();
    await route.abort("connectionreset");
  });
}
