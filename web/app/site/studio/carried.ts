// The drawing that goes along with a request for a quote. It waits here until the request has its number, then follows it; what
// does not arrive stays until it is sent again. Nothing of it outlives the page, and nothing is sent that was taken out.
import { useSyncExternalStore } from "react";
import { newKey } from "~/api/idempotency";
import { importWithRetry } from "~/lib/import-with-retry";
import type { Carried } from "~/studio/finish";
import { FEET, type Feet } from "../quote/estimate";

/** `refused` is for good; `failed` may be tried again. */
type State = "waiting" | "sending" | "sent" | "failed" | "refused";

export interface CarriedDrawing extends Carried {
  /** Under which it is sent, once however often that is tried. */
  key: string;
  state: State;
  /** The number of the request; null until that has been sent. */
  reference: string | null;
  /** Why it was not taken. */
  said: string;
  /** Fields of the form that the visitor has filled in since: what it says of them is over. */
  saidSince: Set<string>;
}

let carried: CarriedDrawing | null = null;
const listeners = new Set<() => void>();

function change(next: CarriedDrawing | null) {
  carried = next;
  for (const listener of listeners) listener();
}

/** What the quote takes: a shorter or longer one counts as the last of these. */
const within = (feet: number) => Math.min(FEET.max, Math.max(FEET.min, feet));

export const carry = ({ length, ...drawing }: Carried): void =>
  change({
    ...drawing,
    length: length && { ...length, feet: within(length.feet) },
    key: newKey(),
    state: "waiting",
    reference: null,
    said: "",
    saidSince: new Set(),
  });

export const carriedDrawing = (): CarriedDrawing | null => carried;

/** Feet from and to, where the length of a request is that of its drawing: then both have one range. */
export const drawnFeet = (drawing: CarriedDrawing | null, feet: number | null): Feet | null =>
  drawing?.length && drawing.length.feet === feet ? drawing.length.range : null;

export const dropCarried = (): void => change(null);

/** Forgets what has arrived, or never will. */
export function clearCarried(): void {
  if (carried?.reference) change(null);
}

export async function sendCarried(reference = carried?.reference): Promise<void> {
  if (!carried || !reference || carried.state === "sending" || carried.state === "sent") return;
  const drawing: CarriedDrawing = { ...carried, reference, state: "sending", said: "" };
  change(drawing);
  const refusal = await importWithRetry(() => import("./send-drawing"))
    .then(({ sendDrawing }) => sendDrawing(drawing, drawing.key, reference))
    .catch((fault: Error) => ({ said: fault.message, final: false }));
  if (carried?.key !== drawing.key) return; // another took its place meanwhile
  if (refusal) change({ ...drawing, state: refusal.final ? "refused" : "failed", said: refusal.said });
  else change({ ...drawing, state: "sent" });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useCarried = (): CarriedDrawing | null => useSyncExternalStore(subscribe, carriedDrawing, () => null);
