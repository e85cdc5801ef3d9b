// When somebody is away: noted, changed, and taken back.

import { useState } from "react";
import { useWatch } from "react-hook-form";
import { object, string } from "valibot";
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import { SelectField, TextField } from "~/forms/fields";
import { Form, FormFault } from "~/forms/form";
import { optional, required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { minuteOf, timeOf } from "~/lib/time-of-day";
import { Button } from "~/ui/button";
import { useEscape } from "~/ui/dialog-close";
import { notify } from "~/ui/toast";
import { SINCE, useKeptFields } from "../any-record/kept-fields";
import { useOnce } from "../any-record/once";
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

function AbsenceForm({ person, branch, day, absence, onDone, onCancel }: FormProps) {
  useEscape(onCancel);
  const { save } = useOnce<Omit<Schemas["NewAbsence"], "userId" | "branchId">, Absence>(
    (fields, key) => absences.note({ ...fields, userId: person, branchId: branch }, key),
    absences.update,
    absence,
  );
  const { form } = useKeptFields(`absence ${absence?.id ?? `of ${person} on ${day}`}`, {
    schema,
    defaults: {
      kind: absence?.kind ?? "sick",
      firstDay: absence?.firstDay ?? day,
      lastDay: absence?.lastDay ?? day,
      start: timeIn(absence?.startMinute),
      end: timeIn(absence?.endMinute),
      note: absence?.note ?? "",
    },
  });
  return (
    <Form
      form={form}
      guarded
      label="Absence"
      className="sm:grid-cols-2"
      send={async ({ kind, firstDay, lastDay, start, end, note }, key) => {
        const oneDay = firstDay === lastDay;
        const fields = {
          kind: kind as AbsenceKind,
          firstDay,
          lastDay,
          startMinute: oneDay && start ? minuteOf(start) : null,
          endMinute: oneDay && end ? minuteOf(end) || DAY_END : null,
          note,
        };
        await save(fields, key);
      }}
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
      <div className="grid gap-3 sm:col-span-2">
        <FormFault />
        <div className="flex flex-wrap gap-3">
          <SubmitButton sending="Saving...">Save</SubmitButton>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
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
  // Chosen once: what is noted meanwhile takes no form away from somebody who types in it.
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
          else notify("Success", "Absence noted");
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
