// What journeys about a user's own changes share: a week of their own, what the server has, and what is said of words that may be saved.
import type { Page } from "@playwright/test";
import type { Row } from "./records";

export const MAY_BE_SAVED = "What you typed here may have been saved: no answer has come back yet.";

export const read = async <Answer = Row>(page: Page, address: string): Promise<Answer> =>
  (await page.request.get(address)).json();

/** A Monday that no other journey plans. */
export const monday = () => {
  const start = Date.UTC(2061, 0, 3) + Math.floor(Math.random() * 1500) * 7 * 86_400_000;
  return new Date(start).toISOString().slice(0, 10);
};
