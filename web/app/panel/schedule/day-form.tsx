// What differs on one day of a branch: nobody goes out, or another number of crews.
import { useWatch } from "react-hook-form";
import { object, string } from "valibot";
import { api, bodyOf, type Schemas } from "~/api/client";
import { keyed } from "~/api/idempotency";
import { SelectField, TextField } from "~/forms/fields";
import { Form, FormFault } from "~/forms/form";
import { optional } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { SINCE, useKeptFields } from "../any-record/kept-fields";
import { useWrite } from "../any-record/write";
import type { Day } from "./schedule";

type Edit = Schemas["BranchDayEdit"];

const setDay = (body: Edit, key: string) => bodyOf(api.post("/api/panel/schedule/days", { body, headers: keyed(key) }));

const schema = object({ stands: string(), crews: optional(), note: optional() });

const STANDS = [
  { value: "usual", label: "As usual" },
  { value: "closed", label: "Closed" },
  { value: "crews", label: "Another number of crews" },
];

/** How many crews go out, where that is not as usual. */
function Crews() {
  if (useWatch({ name: "stands" }) !== "crews") return null;
  return <TextField name="crews" label="Crews" type="number" min={1} max={200} />;
}

interface DayFormProps {
  branch: string;
  day: Day;
  onDone: () => void;
}

export default function DayForm({ branch, day, onDone }: DayFormProps) {
  const about = { branchId: branch, day: day.day };
  const former: Edit = { ...about, crews: day.ownCrews, note: day.note };
  const said = () => "The day is set";
  const same = ["branch-day", branch, day.day];
  const failed = "Failed to set the day";
  const back = useWrite({ about: same, send: setDay, done: said, failed });
  const { write } = useWrite({
    about: same,
    send: setDay,
    done: said,
    failed,
    undo: () => void back.write(former),
  });
  const { ownCrews, note } = day;
  const { form } = useKeptFields(`day ${branch} ${day.day}`, {
    schema,
    defaults: {
      stands: ownCrews === null ? "usual" : ownCrews === 0 ? "closed" : "crews",
      crews: ownCrews ? String(ownCrews) : "",
      note: note ?? "",
    },
  });
  return (
    <Form
      form={form}
      guarded
      label="Day"
      send={async ({ stands, crews, note: words }) => {
        if (stands === "crews" && !crews) {
          form.setError("crews", { message: "Required" }, { shouldFocus: true });
          return false;
        }
        const own = stands === "usual" ? null : stands === "closed" ? 0 : Number(crews);
        return (await write({ ...about, crews: own, note: words })) ?? false;
      }}
      since={SINCE}
      onSent={onDone}
    >
      <SelectField name="stands" label="This day is" options={STANDS} />
      <Crews />
      <TextField name="note" label="Note" optional maxLength={300} hint="Such as Inventory, or Two vans in repair" />
      <div className="grid gap-3">
        <FormFault />
        <div className="flex flex-wrap gap-3">
          <SubmitButton sending="Saving...">Save</SubmitButton>
          <Button variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </div>
    </Form>
  );
}
