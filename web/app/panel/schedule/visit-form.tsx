// When somebody comes, and who: a visit that is planned, or one more of a record. What speaks against it is told while it is chosen.
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { boolean, object } from "valibot";
import type { Schemas } from "~/api/client";
import { SelectField, TextField } from "~/forms/fields";
import { Form, FormFault } from "~/forms/form";
import { optional } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { fullName } from "~/lib/people";
import { timeOf } from "~/lib/time-of-day";
import { Button } from "~/ui/button";
import { useDebounced } from "~/ui/debounced";
import { useEscape } from "~/ui/dialog-close";
import { notify } from "~/ui/toast";
import { SINCE, useKeptFields } from "../any-record/kept-fields";
import { useOnce } from "../any-record/once";
import { type AssignedKind, useAssignees } from "../staff/queries";
import { ObjectionList } from "./objections";
import { canBeChecked, planOf } from "./plan";
import {
  ALL,
  namesOf,
  type Objection,
  objectionsIn,
  type Planned,
  type Visit,
  type VisitRecord,
  visits,
} from "./schedule";

const schema = object({
  day: optional(),
  start: optional(),
  end: optional(),
  crew: optional(),
  head: optional(),
  pinned: boolean(),
  reason: optional(),
});

const timeIn = (minute: number | null) => (minute === null ? "" : timeOf(minute));

/** Who comes, and who of them is in charge. */
function CrewFields({ record }: { record: VisitRecord }) {
  const { setValue } = useFormContext();
  const [crew = "", head = ""]: string[] = useWatch({ name: ["crew", "head"] });
  const { data: people = [] } = useAssignees(record.kind as AssignedKind, record.branchId);
  const chosen = crew.split(" ").filter(Boolean);
  const set = (next: string[]) => {
    setValue("crew", next.join(" "), { shouldDirty: true });
    if (!next.includes(head)) setValue("head", next[0] ?? "", { shouldDirty: true });
  };
  const nameOf = (id: string) => {
    const found = people.find((person) => person.id === id);
    return found ? fullName(found) || found.email : "Somebody who is not here any more";
  };
  // Whoever comes stands first, where the eye falls; nobody moves while others are chosen.
  const [first] = useState(chosen);
  const offered = [...first, ...people.map(({ id }) => id).filter((id) => !first.includes(id))];
  return (
    <>
      <fieldset className="sm:col-span-2">
        <legend className="mb-1.5 font-semibold text-small">Crew</legend>
        <ul className="grid max-h-48 gap-x-4 overflow-y-auto rounded-control border border-hairline px-3 py-1 sm:grid-cols-2">
          {offered.map((id) => (
            <li key={id}>
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 shrink-0 accent-(--color-primary)"
                  checked={chosen.includes(id)}
                  onChange={(event) =>
                    set(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                  }
                />
                <span className="min-w-0 break-words">{nameOf(id)}</span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {chosen.length > 1 && (
        <SelectField
          name="head"
          label="In charge"
          optional
          className="sm:col-span-2"
          options={chosen.map((id) => ({ value: id, label: nameOf(id) }))}
        />
      )}
    </>
  );
}

type Against = Partial<Record<Objection, string>>;

/** What speaks against the visit as it is chosen by now. */
function useAgainst(record: VisitRecord, id: string | null): Against {
  const [day, start, end, crew, head]: string[] = useWatch({ name: ["day", "start", "end", "crew", "head"] });
  const plan = planOf({ day, start, end, crew, head });
  const asked = useDebounced(JSON.stringify({ id, branchId: record.branchId, ...plan }));
  const checked = JSON.parse(asked);
  const { data = [] } = useQuery({
    queryKey: [visits.path, "check", asked],
    queryFn: () => visits.check(checked),
    enabled: canBeChecked(checked), // and not what is typed by now, which may be whole a moment earlier
    placeholderData: (was) => was,
    gcTime: 0,
  });
  if (plan.day === null) return {};
  const wordsOf = (name: Objection) =>
    data
      .filter(({ objection }) => objection === name)
      .map(({ words }) => words)
      .join(" ");
  return Object.fromEntries(ALL.map((name) => [name, wordsOf(name)]).filter(([, words]) => words));
}

interface FieldsProps {
  record: VisitRecord;
  id: string | null;
  /** What the server named when it refused. */
  refused: Against;
  /** Told what is shown to speak against it: who sends it has seen that. */
  seen: { current: Objection[] };
  onCancel: () => void;
}

function Fields({ record, id, refused, seen, onCancel }: FieldsProps) {
  const { register } = useFormContext();
  const against = { ...refused, ...useAgainst(record, id) };
  seen.current = namesOf(against);
  const some = Object.keys(against).length > 0;
  return (
    <>
      <TextField
        name="day"
        label="Day"
        type="date"
        optional
        hint="Without one it waits to be planned"
        className="sm:col-span-2"
      />
      <TextField name="start" label="From" type="time" optional hint="Without times: any time that day" />
      <TextField name="end" label="Until" type="time" optional />
      <CrewFields record={record} />
      <label className="flex min-h-11 items-center gap-3 sm:col-span-2">
        <input type="checkbox" className="size-5 accent-(--color-primary)" {...register("pinned")} />
        Pinned: rain does not move it
      </label>
      <div role="status" className="grid gap-3 sm:col-span-2 empty:hidden">
        {some && <ObjectionList objections={against} />}
        {some && <TextField name="reason" label="Why it is planned anyway" optional maxLength={300} />}
      </div>
      <div className="grid gap-3 sm:col-span-2">
        <FormFault />
        <div className="flex flex-wrap gap-3">
          <SubmitButton sending="Saving...">{some ? "Plan Anyway" : "Save"}</SubmitButton>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </>
  );
}

interface VisitFormProps {
  record: VisitRecord;
  /** Null for one more. */
  visit: Pick<Visit & Planned, "id" | "version" | "day" | "startMinute" | "endMinute" | "crew" | "pinned"> | null;
  onDone: () => void;
}

export function VisitForm({ record, visit, onDone }: VisitFormProps) {
  const [refused, setRefused] = useState<Against>({});
  const seen = useRef<Objection[]>([]);
  const { save } = useOnce<Omit<Schemas["NewVisit"], "kind" | "recordId">, Pick<Visit, "id" | "version">>(
    (plan, key) => visits.plan({ ...plan, kind: record.kind, recordId: record.recordId }, key),
    visits.update,
    visit,
  );
  useEscape(onDone);
  const { form } = useKeptFields(`visit ${visit?.id ?? record.recordId}`, {
    schema,
    defaults: {
      day: visit?.day ?? "",
      start: timeIn(visit?.startMinute ?? null),
      end: timeIn(visit?.endMinute ?? null),
      crew: visit?.crew.join(" ") ?? "",
      head: visit?.crew[0] ?? "",
      pinned: visit?.pinned ?? false,
      reason: "",
    },
  });
  return (
    <Form
      form={form}
      guarded
      label="Visit"
      className="sm:grid-cols-2"
      send={async (typed, key) => {
        const plan = {
          ...planOf(typed),
          pinned: typed.pinned,
          accept: seen.current,
          ...(typed.reason && { reason: typed.reason }),
        };
        await save(plan, key);
      }}
      since={SINCE}
      onFailed={(error) => setRefused(objectionsIn(error) ?? {})}
      onSent={() => {
        notify("Success", visit ? "Visit saved" : "Visit planned");
        onDone();
      }}
    >
      <Fields record={record} id={visit?.id ?? null} refused={refused} seen={seen} onCancel={onDone} />
    </Form>
  );
}
