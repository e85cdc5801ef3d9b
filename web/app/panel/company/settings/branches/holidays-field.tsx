// The days on which a branch is closed whatever its hours say: a date and a name, once or every year.

import { X } from "lucide-react";
import { useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { Fault } from "~/ui/fault";
import { Input } from "~/ui/input";
import type { Holiday } from "./branch";

const NAME = "holidays";

interface RowProps {
  holiday: Holiday;
  onChange: (changed: Holiday) => void;
  onRemove: () => void;
}

function Row({ holiday, onChange, onRemove }: RowProps) {
  const what = holiday.name || "this day";
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2 sm:grid-cols-[10.5rem_minmax(0,1fr)_auto_auto]">
      <Input
        type="date"
        aria-label="Day closed"
        className="min-h-11 max-sm:col-span-2"
        value={holiday.day}
        onChange={(event) => event.currentTarget.value && onChange({ ...holiday, day: event.currentTarget.value })}
      />
      <Input
        aria-label="Name of the day"
        placeholder="Thanksgiving Day"
        className="min-h-11 max-sm:col-span-2"
        maxLength={80}
        value={holiday.name}
        onChange={(event) => onChange({ ...holiday, name: event.currentTarget.value })}
      />
      <label className="flex min-h-11 items-center gap-2 whitespace-nowrap">
        <input
          type="checkbox"
          className="size-5"
          checked={holiday.yearly ?? false}
          onChange={(event) => onChange({ ...holiday, yearly: event.currentTarget.checked })}
        />
        Every year
      </label>
      <Button variant="quiet" size="iconSmall" aria-label={`Remove ${what}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </li>
  );
}

export function HolidaysField() {
  const { setValue, formState } = useFormContext();
  const today = useClock().dayIn(0);
  const holidays: Holiday[] = JSON.parse(useWatch({ name: NAME }));
  const add = useRef<HTMLButtonElement>(null);
  const fault = formState.errors[NAME]?.message as string | undefined;
  const set = (next: Holiday[]) => setValue(NAME, JSON.stringify(next), { shouldDirty: true });
  return (
    <fieldset className="grid gap-2 sm:col-span-2">
      <legend className="mb-1 font-semibold text-small">Closed on</legend>
      <ul className="grid gap-2 max-sm:gap-4">
        {holidays.map((holiday, place) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: a day has no name but its place, and none changes places
            key={place}
            holiday={holiday}
            onChange={(changed) => set(holidays.with(place, changed))}
            onRemove={() => {
              set(holidays.toSpliced(place, 1));
              add.current?.focus();
            }}
          />
        ))}
      </ul>
      <Button
        ref={add}
        variant="outline"
        size="small"
        className="justify-self-start"
        onClick={() => set([...holidays, { day: today, name: "", yearly: false }])}
      >
        Add a Holiday
      </Button>
      <Fault role="alert">{fault}</Fault>
    </fieldset>
  );
}
