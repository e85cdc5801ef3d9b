// When a branch is open: a day of the week is open from a time to a time, or closed.

import { useFormContext, useWatch } from "react-hook-form";
import { minuteOf, timeOf } from "~/lib/time-of-day";
import { Fault } from "~/ui/fault";
import { Input } from "~/ui/input";
import type { OpenDay } from "./branch";

const NAME = "openHours";
const WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/** In minutes. */
const USUAL = { opens: 480, closes: 1080 };
const DAY_END = 1440;

/** A day that opens takes the hours of the one before it. */
const like = (open: OpenDay[], day: number): OpenDay => ({
  ...(open.findLast((other) => other.day < day) ?? USUAL),
  day,
});

interface DayProps {
  day: number;
  hours: OpenDay | undefined;
  /** Whether it is closed by saying nothing of it: another day is open. */
  closed: boolean;
  onChange: (hours: OpenDay | null) => void;
  begin: () => void;
}

function Day({ day, hours, closed, onChange, begin }: DayProps) {
  const name = WEEK[day] ?? "";
  const change = (part: "opens" | "closes", time: string) => {
    const minute = minuteOf(time);
    if (hours && minute !== null) onChange({ ...hours, [part]: part === "closes" && minute === 0 ? DAY_END : minute });
  };
  return (
    <li className="grid min-h-11 grid-cols-[8.5rem_minmax(0,1fr)] items-center gap-2 max-sm:grid-cols-[minmax(0,1fr)]">
      <label className="flex items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-(--color-primary)"
          checked={Boolean(hours)}
          onChange={(event) => (event.currentTarget.checked ? begin() : onChange(null))}
        />
        {name}
      </label>
      {hours ? (
        <div className="flex items-center gap-2">
          <Input
            type="time"
            aria-label={`${name} opens`}
            className="min-h-11 w-auto min-w-0 flex-1"
            value={timeOf(hours.opens)}
            onChange={(event) => change("opens", event.currentTarget.value)}
          />
          to
          <Input
            type="time"
            aria-label={`${name} closes`}
            className="min-h-11 w-auto min-w-0 flex-1"
            value={timeOf(hours.closes)}
            onChange={(event) => change("closes", event.currentTarget.value)}
          />
        </div>
      ) : (
        closed && <span className="text-muted max-sm:hidden">Closed</span>
      )}
    </li>
  );
}

export function HoursField() {
  const { setValue, formState } = useFormContext();
  const open: OpenDay[] = JSON.parse(useWatch({ name: NAME })) ?? [];
  const fault = formState.errors[NAME]?.message as string | undefined;
  function set(day: number, hours: OpenDay | null) {
    const next = [...open.filter((other) => other.day !== day), ...(hours ? [hours] : [])];
    next.sort((one, other) => one.day - other.day);
    setValue(NAME, JSON.stringify(next.length > 0 ? next : null), { shouldDirty: true });
  }
  return (
    <fieldset className="grid gap-1 sm:col-span-2">
      <legend className="mb-1 font-semibold text-small">Opening hours</legend>
      <ul className="grid gap-1 max-sm:gap-2">
        {WEEK.map((name, day) => (
          <Day
            key={name}
            day={day}
            hours={open.find((other) => other.day === day)}
            closed={open.length > 0}
            onChange={(hours) => set(day, hours)}
            begin={() => set(day, like(open, day))}
          />
        ))}
      </ul>
      {open.length === 0 && <p className="text-muted text-small">No days chosen: emails give the company's hours.</p>}
      <Fault role="alert">{fault}</Fault>
    </fieldset>
  );
}
