// The request as it travels, and the range as the server computes it.
import { api, bodyOf } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { type CarriedDrawing, drawnFeet } from "../studio/carried";
import { keepReference, visitorKey } from "../visitor";
import type { QuoteDraft } from "./draft";
import { buildingOf, type Range } from "./estimate";

/** The range that was kept with its number, and whether a branch serves the ZIP code. */
export interface Quoted extends Range {
  reference: string;
  served: boolean;
}

interface Beside {
  scheme: string | null;
  drawing: CarriedDrawing | null;
  secondsOpen: number;
}

/** Sends a checked draft under the browser's key, and keeps its number; throws ApiError where that fails. `secondsOpen` tells
 * people from robots, `scheme` is how the visitor lit the house of this page. */
export async function sendQuote(
  draft: QuoteDraft,
  { scheme, drawing, secondsOpen }: Beside,
  key: string,
): Promise<Quoted> {
  const building = buildingOf(draft);
  // The range of a length that was drawn is the drawing's, which the server measures itself.
  const plan = drawing && drawnFeet(drawing, building.feet) && JSON.stringify(drawing.plan);
  const body = { ...draft, ...building, key: visitorKey(), scheme, plan, secondsOpen };
  const quoted = await bodyOf(api.post("/api/quotes", { body, headers: keyed(key) }));
  keepReference("quote", quoted.reference);
  return quoted;
}

/** Whether a branch serves a ZIP code. Where nobody can say it now, it is taken as served: the answer to the request says it. */
export async function isServed(zip: string): Promise<boolean> {
  const asked = bodyOf(api.get("/api/service-area", { params: { query: { zip } } }));
  return asked.then(({ served }) => served).catch(() => true);
}
