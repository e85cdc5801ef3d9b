// The days on which a branch is closed whatever its hours say.
import type { Schemas } from "~/api/client";

type Holiday = Schemas["Holiday"];

/** The name of the holiday for which a branch is closed on a day, YYYY-MM-DD, if any. */
export const holidayOn = (holidays: Holiday[], day: string): string | undefined =>
  holidays.find((one) => one.day === day || (one.yearly && one.day.slice(5) === day.slice(5)))?.name;
