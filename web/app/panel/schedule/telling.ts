// How a visit is told: its day, its times and how it stands.
import type { Schemas } from "~/api/client";
import { timeOfDay } from "~/lib/clock";
import type { Look } from "~/ui/look-badge";

/** Minutes of a day. */
export const DAY_END = 1440;

export const visitStatuses: Record<Schemas["VisitStatus"], Look> = {
  planned: { label: "Planned", variant: "secondary", mark: "empty" },
  on_the_way: { label: "On the way", variant: "default", mark: "half" },
  started: { label: "Started", variant: "default", mark: "half" },
  done: { label: "Done", variant: "outline", mark: "check" },
  cancelled: { label: "Cancelled", variant: "outline" },
};

/** What the client answered to the letter about it. */
export const visitReplies: Record<Schemas["ReplyKind"], string> = {
  confirmed: "Confirmed",
  asked: "Asks for another time",
};

type Times = Pick<Schemas["PlannedRow"], "startMinute" | "endMinute">;

/** "8 AM", "12:30 PM". */
const shortTime = (minute: number): string => timeOfDay(minute).replace(":00", "");

/** "8 AM to 12:30 PM"; "Any time" where it has none. */
export const timesOf = ({ startMinute, endMinute }: Times): string =>
  startMinute === null || endMinute === null ? "Any time" : `${shortTime(startMinute)} to ${shortTime(endMinute)}`;

/** "8 AM–12:30 PM", where there is little room. */
export const spanOf = (visit: Times): string => timesOf(visit).replace(" to ", "–");
