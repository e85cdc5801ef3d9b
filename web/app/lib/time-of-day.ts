// A time of day as a field holds it, and as minutes after midnight.

/** Minutes after midnight of "09:30"; null of nothing. */
export const minuteOf = (time: string): number | null => {
  const [hours, minutes] = time.split(":").map(Number);
  return hours === undefined || minutes === undefined || Number.isNaN(hours) ? null : hours * 60 + minutes;
};

/** "09:30" of minutes after midnight; of a day's end "00:00". */
export const timeOf = (minute: number): string => new Date(minute * 60_000).toISOString().slice(11, 16);
