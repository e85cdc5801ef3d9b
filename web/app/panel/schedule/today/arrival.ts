// The window in which somebody on the way says they will arrive: the client is told of it, so it is one that can be kept.
import { timeOfDay } from "~/lib/clock";
import type { OwnVisit } from "./own-visit";

export interface Arrival {
  startMinute: number;
  endMinute: number;
}

/** Minutes: how long a window is, on which minutes it begins, and how soon anybody arrives. */
const LENGTH = 30;
const STEP = 15;
const SOONEST = 10;
const DAY_END = 1440;

/** How much later than the soonest one may say. */
const LATER = [0, 15, 30, 60, 90, 120];

const from = (minute: number): Arrival => {
  const startMinute = Math.min(minute, DAY_END - LENGTH);
  return { startMinute, endMinute: startMinute + LENGTH };
};

const soonest = (now: number): number => Math.ceil((now + SOONEST) / STEP) * STEP;

/** As planned where that is still to come, else the next one that can be kept. */
export function proposedArrival(visit: Pick<OwnVisit, "day" | "startMinute">, today: string, now: number): Arrival {
  const planned = visit.day === today && visit.startMinute !== null ? visit.startMinute : 0;
  return from(Math.max(planned, soonest(now)));
}

/** What may be said instead, the proposed one among them. */
export function arrivals(proposed: Arrival, now: number): Arrival[] {
  const starts = LATER.map((minutes) => from(soonest(now) + minutes).startMinute);
  return [...new Set([...starts, proposed.startMinute])].sort((one, other) => one - other).map(from);
}

/** "8:15 to 8:45 AM"; both with AM or PM where they differ. */
export function arrivalText({ startMinute, endMinute }: Arrival): string {
  const [start, end] = [timeOfDay(startMinute), timeOfDay(endMinute % DAY_END)];
  return start.slice(-2) === end.slice(-2) ? `${start.slice(0, -3)} to ${end}` : `${start} to ${end}`;
}
