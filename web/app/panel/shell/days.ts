// Days as the panel tells them beside weeks and visits. Apart from lib/dates, which visitors load too.
import { onFirstUse } from "~/lib/on-first-use";

const daysStyled = (parts: Intl.DateTimeFormatOptions) => {
  const format = onFirstUse(() => new Intl.DateTimeFormat("en-US", { ...parts, timeZone: "UTC" }));
  return (day: string) => format().format(new Date(`${day}T00:00:00Z`));
};

/** "Tue, May 11" of a YYYY-MM-DD day. */
export const shortDay = daysStyled({ weekday: "short", month: "short", day: "numeric" });

/** "Tuesday, May 11" of a YYYY-MM-DD day. */
export const weekdayAndDay = daysStyled({ weekday: "long", month: "long", day: "numeric" });

/** "May 2027" of a YYYY-MM-DD day. */
export const monthName = daysStyled({ month: "long", year: "numeric" });
