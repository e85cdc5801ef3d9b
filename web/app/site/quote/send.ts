// The request as it travels, and the range as the server reckons it.
import { api, bodyOf } from "~/api/client";
import { keyed } from "~/api/idempotency";
import type { Draft } from "./draft";
import type { Range } from "./estimate";

/** Sends a checked draft; throws ApiError where that fails. `secondsOpen` tells people from robots. */
export async function sendQuote(draft: Draft, secondsOpen: number, key: string): Promise<Range> {
  const { stories, feet, ...said } = draft;
  const body = {
    ...said,
    stories: Number(stories) as 1 | 2 | 3,
    feet: feet === "unknown" ? null : Number(feet),
    secondsOpen,
  };
  return bodyOf(api.post("/api/quotes", { body, headers: keyed(key) }));
}
