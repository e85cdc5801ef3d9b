// When somebody is away: noted, changed, and taken back.

import { useState } from "react";
import { useWatch } from "react-hook-form";
import { object, string } from "valibot";
import { api, bodyOf, type Schemas } from "~/api/client";
import { ApiError } from "~/api/error";
import { changing, keyed } from "~/api/idempotency";
import { SelectField, TextField } from "~/forms/fields";
import { Form } from "~/forms/form";
import { optional, required } from "~/forms/rules";
import { daysAfter } from "~/lib/dates";
import { minuteOf, timeOf } from "~/lib/time-of-day";
import { Button } from "~/ui/button";
import { useEscape } from "~/ui/dialog-close";
import { notify } from "~/ui/toast";
import { FormEnd } from "../any-record/conflict";
import { useEdit } from "../any-record/edit";
import { SINCE, useKeptFields } from "../any-record/kept-fields";
import { useOnce } from "../any-record/once";
import { useNewestOwn } from "../any-record/own-rows";
import { useWrite } from "../any-record/write";
import { shortDay } from "../shell/days";
import { type Absence, type AbsenceKind, absenceKinds, awayText, nameOf, type Planned, type Week } from "./schedule";
import { DAY_END } from "./telling";

const absences = {
  path: "/api/panel/absences",
  note: (body: Schemas["NewAbsence"], key: string) =>
    bodyOf(api.post("/api/panel/absences", { body, headers: keyed(key) })),
  update: ({ id, version }: Absence, body: Schemas["AbsenceEdit"], key: string) =>
    bodyOf(api.patch("/api/panel/absences/{id}", { params: { path: { id } }, body, headers: changing(version, key) })),
  drop: ({ id, version }: Absence, key: string) =>
    api.delete("/api/panel/absences/{id}", { params: { path: { id } }, headers: changing(version, key) }),
};

const schema = object({
  kind: string(),
  firstDay: required("Please choose a day"),
  lastDay: required("Please choose a day"),
  start: optional(),
  end: optional(),
  note: optional(),
});

const timeIn = (minute: number | null | undefined) => (minute == null ? "" : timeOf(minute));

/** Hours are of one day alone. */
function Hours() {
  const [first, last]: string[] = useWatch({ name: ["firstDay", "lastDay"] });
  if (first !== last) return null;
  return (
    <>
      <TextField name="start" label="From" type="time" optional hint="Without times: all day" />
      <TextField name="end" label="Until" type="time" optional />
    </>
  );
}

interface FormProps {
  person: string;
  branch: string;
  day: string;
  absence: Absence | null;
  onDone: (saved: { firstDay: string }) => void;
  onCancel: () => void;
}

/** Stands for the absence while there is none. */
const UNMADE = { id: "", version: 0, kind: "sick", startMinute: null, endMinute: null, note: "" } as const;

type Edited = Pick<Absence, "kind" | "firstDay" | "lastDay" | "startMinute" | "endMinute" | "note">;
type Typed = Record<"kind" | "firstDay" | "lastDay", string> & Record<"start" | "end" | "note", string | null>;

const editedOf = ({ kind, firstDay, lastDay, startMinute, endMinute, note }: Edited): Edited => ({
  kind,
  firstDay,
  lastDay,
  startMinute,
  endMinute,
  note,
});

/** What the form shows of it. */
const typedOf = ({ startMinute, endMinute, note, ...rest }: Edited) => ({
  ...rest,
  start: timeIn(startMinute),
  end: timeIn(endMinute),
  note: note ?? "",
});

/** What is typed, as it is saved: hours are of one day alone. */
function editedIn({ kind, firstDay, lastDay, start, end, note }: Typed) {
  const oneDay = firstDay === lastDay;
  return {
    kind: kind as AbsenceKind,
    firstDay,
    lastDay,
    startMinute: oneDay && start ? minuteOf(start) : null,
    endMinute: oneDay && end ? minuteOf(end) || DAY_END : null,
    note: note ?? "",
  };
}

/** Where in the form a field stands that is called otherwise. */
const PLACES: Partial<Record<string, "start" | "end">> = { startMinute: "start", endMinute: "end" };

/** The weeks around a day, of which an absence is read again; the server gives no more at once. */
const [BEFORE, AROUND] = [14, 42];

/** The absences of a branch around a day. */
const absencesAround = (branch: string, day: string) => ({
  path: absences.path,
  one: async (id: string) => {
    const query = { branchId: branch, from: daysAfter(day, -BEFORE), days: AROUND };
    const week = await bodyOf(api.get("/api/panel/schedule", { params: { query } }));
    const found = week.absences.find((absence) => absence.id === id);
    if (!found) throw new ApiError(404, "", "Not found");
    return found;
  },
  update: absences.update,
});

function AbsenceForm({ person, branch, day, absence: given, onDone, onCancel }: FormProps) {
  const absence = useNewestOwn(absences.path, given);
  const unmade = { ...UNMADE, userId: person, firstDay: day, lastDay: day };
  useEscape(onCancel);
  const { save } = useOnce<Omit<Schemas["NewAbsence"], "userId" | "branchId">, Absence>(
    (fields, key) => absences.note({ ...fields, userId: person, branchId: branch }, key),
    absences.update,
  );
  const { form, fields, began, keepFrom } = useKeptFields<typeof schema, Absence>(
    `absence ${absence?.id ?? `of ${person} on ${day}`}`,
    { schema, defaults: typedOf(absence ?? unmade) },
  );
  const edit = useEdit<Absence, Edited>({
    kind: absencesAround(branch, absence?.firstDay ?? day),
    row: absence ?? unmade,
    began,
    fields: editedOf,
    touched: true,
    show: (changed) => {
      const shown = typedOf({ ...editedOf(edit.base), ...changed });
      for (const name of Object.keys(changed).map((one) => PLACES[one] ?? (one as keyof typeof shown)))
        fields.setValue(name, shown[name], { shouldDirty: true });
    },
    typed: (field) => Reflect.get(editedIn(form.getValues()), field),
    done: "Absence noted",
    failed: "Failed to note the absence",
  });
  keepFrom(() => absence && edit.began);
  return (
    <Form
      form={form}
      guarded
      label="Absence"
      className="sm:grid-cols-2"
      send={(typed, key) => (absence ? edit.send(editedIn(typed)) : save(editedIn(typed), key))}
      since={SINCE}
      onSent={() => onDone({ firstDay: form.getValues("firstDay") })}
    >
      <SelectField
        name="kind"
        label="Why"
        className="sm:col-span-2"
        options={Object.entries(absenceKinds).map(([value, label]) => ({ value, label }))}
      />
      <TextField name="firstDay" label="First day" type="date" />
      <TextField name="lastDay" label="Last day" type="date" />
      <Hours />
      <TextField name="note" label="Note" optional maxLength={300} className="sm:col-span-2" />
      <FormEnd conflict={edit.conflict} choose={edit.choose} onCancel={onCancel}>
        Save
      </FormEnd>
    </Form>
  );
}

/** Takes an absence away; Undo notes it again. */
function useDrop(person: string, branch: string) {
  const about = [absences.path, "drop"];
  const again = useWrite({
    about,
    send: ({ id: _id, version: _version, userId: _user, ...fields }: Absence, key) =>
      absences.note({ ...fields, userId: person, branchId: branch }, key),
    done: () => "Away again",
    failed: "Failed to note the absence",
  });
  return useWrite({
    about,
    send: absences.drop,
    done: () => "Absence removed",
    failed: "Failed to remove the absence",
    undo: (absence) => void again.write(absence),
  });
}

const daysOf = ({ firstDay, lastDay }: Absence) =>
  firstDay === lastDay ? shortDay(firstDay) : `${shortDay(firstDay)} to ${shortDay(lastDay)}`;

interface AbsencesProps {
  week: Week;
  places: ReadonlyMap<string, Planned[]>;
  person: string;
  branch: string;
  day: string;
  /** Leads to where the visits of that day are moved. */
  onMove: (day: string) => void;
}

export default function Absences({ week, places, person, branch, day, onMove }: AbsencesProps) {
  const theirs = week.absences.filter(({ userId }) => userId === person);
  // Chosen once: an absence that is saved does not replace the form while a user types in it.
  const [editing, setEditing] = useState<Absence | "new" | null>(theirs.length === 0 ? "new" : null);
  const { write, busy } = useDrop(person, branch);
  if (editing !== null) {
    const was = editing === "new" ? null : editing;
    return (
      <AbsenceForm
        person={person}
        branch={branch}
        day={day}
        absence={was}
        onCancel={() => setEditing(null)}
        onDone={({ firstDay }) => {
          setEditing(null);
          const planned = places.get(nameOf({ person, day: firstDay }))?.length ?? 0;
          const move = { label: "Move Visits", act: () => onMove(firstDay) };
          if (planned > 0) notify("Noted", "Visits are planned for them that day.", move);
          else if (!was) notify("Success", "Absence noted");
        }}
      />
    );
  }
  return (
    <div className="grid gap-3">
      <ul>
        {theirs.map((absence) => (
          <li key={absence.id} className="grid gap-2 border-hairline border-b py-3">
            <p>
              <span className="font-semibold">{daysOf(absence)}</span>: {awayText(absence)}
            </p>
            {absence.note && <p className="break-words text-muted">{absence.note}</p>}
            <div className="flex flex-wrap gap-2">
              <Button size="small" variant="outline" onClick={() => setEditing(absence)}>
                Change
              </Button>
              <Button size="small" variant="quiet" busy={busy} onClick={() => void write(absence)}>
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Button size="small" variant="outline" className="justify-self-start" onClick={() => setEditing("new")}>
        Add Absence
      </Button>
    </div>
  );
}
