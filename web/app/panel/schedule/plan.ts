// What is typed of a visit, as it is planned.
import { minuteOf } from "~/lib/time-of-day";
import { DAY_END } from "./telling";

type Typed = Partial<Record<"day" | "start" | "end" | "crew" | "head", string | null>>;

/** The crew as it is chosen, the person in charge first. */
function crewOf({ crew, head }: Typed): string[] {
  const chosen = crew?.split(" ").filter(Boolean) ?? [];
  return head && chosen.includes(head) ? [head, ...chosen.filter((id) => id !== head)] : chosen;
}

export const planOf = (typed: Typed) => ({
  day: typed.day || null,
  startMinute: typed.start ? minuteOf(typed.start) : null,
  endMinute: typed.end ? minuteOf(typed.end) || DAY_END : null, // until midnight is until the day's end
  crew: crewOf(typed),
});

/** Whether something may speak against it by now: one time without the other says nothing yet. */
export const canBeChecked = ({ day, startMinute, endMinute }: Omit<ReturnType<typeof planOf>, "crew">): boolean =>
  day !== null && (startMinute === null) === (endMinute === null);
