// The day, time and crew of a visit, for whoever does not pull it there: on a phone, by keyboard, from a job.
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { object } from "valibot";
import { ApiError } from "~/api/error";
import { TextField } from "~/forms/fields";
import { Form, FormFault, useFields } from "~/forms/form";
import { optional } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { fullName } from "~/lib/people";
import { minuteOf, timeOf } from "~/lib/time-of-day";
import { Button } from "~/ui/button";
import { notify } from "~/ui/toast";
import { type Objection, type Planned, visits, type Week } from "./schedule";

const schema = object({ day: optional(), start: optional(), end: optional(), crew: optional(), reason: optional() });
const DAY_END = 1440;

const timeIn = (minute: number | null) => (minute === null ? "" : timeOf(minute));

/** What stands against it by the server's answer, by name. */
const objectionsIn = (error: unknown): Objection[] =>
  error instanceof ApiError && error.status === 409 ? (Object.keys(error.fields) as Objection[]) : [];

/** Who comes: the first that is chosen leads. */
function CrewField({ people }: { people: Week["people"] }) {
  const { setValue } = useFormContext();
  const chosen = String(useWatch({ name: "crew" }) ?? "")
    .split(" ")
    .filter(Boolean);
  const set = (next: string[]) => setValue("crew", next.join(" "), { shouldDirty: true });
  return (
    <fieldset className="grid gap-1 sm:col-span-2">
      <legend className="mb-1.5 font-semibold text-small">Crew</legend>
      <ul className="grid max-h-56 gap-x-4 overflow-y-auto sm:grid-cols-2">
        {people.map((person) => (
          <li key={person.id}>
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 accent-(--color-primary)"
                checked={chosen.includes(person.id)}
                onChange={(event) =>
                  set(event.currentTarget.checked ? [...chosen, person.id] : chosen.filter((id) => id !== person.id))
                }
              />
              <span className="min-w-0 break-words">
                {fullName(person) || person.email}
                {chosen[0] === person.id && chosen.length > 1 && <span className="text-muted text-small"> leads</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface ScheduleFormProps {
  visit: Planned;
  people: Week["people"];
  onDone: () => void;
}

export function ScheduleForm({ visit, people, onDone }: ScheduleFormProps) {
  const [accept, setAccept] = useState<Objection[]>([]);
  const form = useFields({
    schema,
    defaults: {
      day: visit.day ?? "",
      start: timeIn(visit.startMinute),
      end: timeIn(visit.endMinute),
      crew: visit.crew.join(" "),
      reason: "",
    },
  });
  return (
    <Form
      form={form}
      guarded
      className="sm:grid-cols-2"
      send={async ({ day, start, end, crew, reason }, key) => {
        const endMinute = end === null ? null : minuteOf(end) || DAY_END;
        const edit = {
          day,
          startMinute: start === null ? null : minuteOf(start),
          endMinute,
          crew: crew?.split(" ") ?? [],
        };
        await visits.update(visit, { ...edit, accept, ...(reason && { reason }) }, key);
      }}
      onFailed={(error) => setAccept(objectionsIn(error))}
      onSent={() => {
        notify("Success", "Visit saved");
        onDone();
      }}
    >
      <TextField
        name="day"
        label="Day"
        type="date"
        optional
        hint="Without one it waits to be planned"
        className="sm:col-span-2"
      />
      <TextField name="start" label="From" type="time" optional hint="Without a time: any time that day" />
      <TextField name="end" label="Until" type="time" optional />
      <CrewField people={people} />
      {accept.length > 0 && (
        <TextField name="reason" label="Reason" optional maxLength={300} className="sm:col-span-2" />
      )}
      <div className="grid gap-3 sm:col-span-2">
        <FormFault />
        <div className="flex flex-wrap gap-3">
          <SubmitButton sending="Saving...">{accept.length > 0 ? "Plan Anyway" : "Save"}</SubmitButton>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>
    </Form>
  );
}
