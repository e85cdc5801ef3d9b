// When somebody comes, and who: a visit that is planned, or one more of a record. What speaks against it is told while it is chosen.
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { boolean, object } from "valibot";
import type { Schemas } from "~/api/client";
import { ApiError } from "~/api/error";
import { SelectField, TextField } from "~/forms/fields";
import { Form } from "~/forms/form";
import { optional } from "~/forms/rules";
import { fullName } from "~/lib/people";
import { timeOf } from "~/lib/time-of-day";
import { useDebounced } from "~/ui/debounced";
import { useEscape } from "~/ui/dialog-close";
import { notify } from "~/ui/toast";
import { FormEnd } from "../any-record/conflict";
import { useEdit } from "../any-record/edit";
import { SINCE, useKeptFields } from "../any-record/kept-fields";
import { useOnce } from "../any-record/once";
import { useNewestOwn } from "../any-record/own-rows";
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

type Row = Pick<Visit & Planned, "id" | "version" | "day" | "startMinute" | "endMinute" | "crew" | "pinned">;

/** Stands for the visit while there is none. */
const UNMADE: Row = { id: "", version: 0, day: null, startMinute: null, endMinute: null, crew: [], pinned: false };

/** What is edited of a visit. A crew is one thing, of which the first is in charge: two changes of it are not mixed. */
type Edited = Pick<Row, "day" | "startMinute" | "endMinute" | "pinned"> & {
  crew: string;
  accept: Objection[];
  reason: string;
};

const editedOf = ({ day, startMinute, endMinute, crew, pinned }: Row): Edited => ({
  day,
  startMinute,
  endMinute,
  crew: crew.join(" "),
  pinned,
  accept: [],
  reason: "",
});

const crewIn = (crew: string) => crew.split(" ").filter(Boolean);

/** What the form shows of it. */
const typedOf = ({ day, startMinute, endMinute, crew, pinned }: Edited) => ({
  day: day ?? "",
  start: timeIn(startMinute),
  end: timeIn(endMinute),
  crew,
  head: crewIn(crew)[0] ?? "",
  pinned,
  reason: "",
});

/** Where in the form a field of a visit stands. */
const PLACES: Partial<Record<string, (keyof ReturnType<typeof typedOf>)[]>> = {
  startMinute: ["start"],
  endMinute: ["end"],
  crew: ["crew", "head"],
};

/** Who comes, and who of them is in charge. */
function CrewFields({ record }: { record: VisitRecord }) {
  const { setValue } = useFormContext();
  const [crew = "", head = ""]: string[] = useWatch({ name: ["crew", "head"] });
  const { data: people = [] } = useAssignees(record.kind as AssignedKind, record.branchId);
  const chosen = crewIn(crew);
  const set = (next: string[]) => {
    setValue("crew", next.join(" "), { shouldDirty: true });
    if (!next.includes(head)) setValue("head", next[0] ?? "", { shouldDirty: true });
  };
  const nameOf = (id: string) => {
    const found = people.find((person) => person.id === id);
    return found ? fullName(found) || found.email : "Somebody who is not here any more";
  };
  // The crew stands first, where the eye falls; nobody moves while others are chosen.
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
}

function Fields({ record, id, refused, seen, ...end }: FieldsProps & Omit<ComponentProps<typeof FormEnd>, "children">) {
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
      <FormEnd {...end}>{some ? "Plan Anyway" : "Save"}</FormEnd>
    </>
  );
}

interface VisitFormProps {
  record: VisitRecord;
  /** Null for one more. */
  visit: Row | null;
  onDone: () => void;
}

function planIn(typed: Parameters<typeof planOf>[0] & { pinned: boolean }) {
  const { crew, ...plan } = planOf(typed);
  return { ...plan, crew: crew.join(" "), pinned: typed.pinned };
}

/** The visits of a record, of which one is read again by its id. */
const visitsOf = ({ kind, recordId }: VisitRecord) => ({
  path: visits.path,
  one: async (id: string) => {
    const found = (await visits.of(kind, recordId)).find((visit) => visit.id === id);
    if (!found) throw new ApiError(404, "", "Not found");
    return found;
  },
  update: (base: Row, { crew, ...changes }: Partial<Edited>, key: string) =>
    visits.update(base, { ...changes, ...(crew !== undefined && { crew: crewIn(crew) }) }, key),
});

export function VisitForm({ record, visit: given, onDone }: VisitFormProps) {
  const visit = useNewestOwn(visits.path, given);
  const [refused, setRefused] = useState<Against>({});
  const seen = useRef<Objection[]>([]);
  const { save } = useOnce<Omit<Schemas["NewVisit"], "kind" | "recordId">, Pick<Visit, "id" | "version">>(
    (plan, key) => visits.plan({ ...plan, kind: record.kind, recordId: record.recordId }, key),
    visits.update,
  );
  useEscape(onDone);
  const { form, fields, began, keepFrom } = useKeptFields<typeof schema, Row>(`visit ${visit?.id ?? record.recordId}`, {
    schema,
    defaults: typedOf(editedOf(visit ?? UNMADE)),
  });
  const edit = useEdit<Row, Edited>({
    kind: visitsOf(record),
    row: visit ?? UNMADE,
    began,
    fields: editedOf,
    touched: true,
    show: (changed) => {
      const shown = typedOf({ ...editedOf(edit.base), ...changed });
      for (const name of Object.keys(changed).flatMap((one) => PLACES[one] ?? [one as keyof typeof shown]))
        fields.setValue(name, shown[name], { shouldDirty: true });
    },
    typed: (field) => Reflect.get(planIn(form.getValues()), field),
    done: "Visit saved",
    failed: "Failed to update the visit",
  });
  keepFrom(() => visit && edit.began);
  return (
    <Form
      form={form}
      guarded
      label="Visit"
      className="sm:grid-cols-2"
      send={async (typed, key) => {
        const accept = seen.current;
        if (visit) return edit.send({ ...planIn(typed), accept, reason: typed.reason ?? "" });
        const { pinned, reason } = typed;
        return save({ ...planOf(typed), pinned, accept, ...(reason && { reason }) }, key);
      }}
      since={SINCE}
      onFailed={(error) => setRefused(objectionsIn(error) ?? {})}
      onSent={() => {
        if (!visit) notify("Success", "Visit planned");
        onDone();
      }}
    >
      <Fields
        record={record}
        id={visit?.id ?? null}
        refused={refused}
        seen={seen}
        conflict={edit.conflict}
        choose={edit.choose}
        onCancel={onDone}
      />
    </Form>
  );
}
