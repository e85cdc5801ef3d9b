// A new API token: what it is for and how long it lasts, in exchange for one's password. Then the token, shown once.

import { useFormContext } from "react-hook-form";
import { boolean, check, forward, object, pipe, string } from "valibot";
import type { Schemas } from "~/api/client";
import { PasswordField, SelectField, TextField } from "~/forms/fields";
import { Form, FormFault } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { useClock } from "~/ui/clock";
import { Dialog } from "~/ui/dialog";
import { DialogClose } from "~/ui/dialog-close";
import { Fault } from "~/ui/fault";
import { ShownOnce } from "~/ui/shown-once";
import { SINCE, useKeptFields } from "../../../any-record/kept-fields";
import { byMakingAgain, useOnce } from "../../../any-record/once";
import { useMadeSecret } from "./made-secret";
import { type ApiToken, AREAS, endToken, makeToken } from "./token";

type Area = ApiToken["areas"][number];
type Made = Schemas["ApiTokenMade"];

const EACH = Object.keys(AREAS) as Area[];

const schema = pipe(
  object({
    name: required(),
    leads: boolean(),
    work_orders: boolean(),
    tickets: boolean(),
    access: string(),
    days: string(),
    present: required("Password is required"),
  }),
  forward(
    check((typed) => EACH.some((area) => typed[area]), "Choose what it may use"),
    ["leads"],
  ),
);

const EMPTY = { name: "", leads: false, work_orders: false, tickets: false, access: "read", days: "90", present: "" };

const LASTS = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "180", label: "180 days" },
  { value: "365", label: "A year" },
];

const ACCESS = [
  { value: "read", label: "Read only" },
  { value: "write", label: "Read and write" },
];

function Areas() {
  const { register, formState } = useFormContext();
  const fault = formState.errors.leads?.message as string | undefined;
  return (
    <fieldset className="grid gap-2 sm:col-span-2" aria-describedby={fault && "areas-fault"}>
      <legend className="mb-1 font-semibold text-small">
        What it may use <span className="font-normal text-muted text-tiny">(at least one)</span>
      </legend>
      {EACH.map((area) => (
        <label key={area} className="flex min-h-11 items-center gap-3">
          <input type="checkbox" className="size-5 shrink-0 accent-(--color-primary)" {...register(area)} />
          <span>
            {AREAS[area].label}
            <span className="block text-muted text-small">{AREAS[area].opens}</span>
          </span>
        </label>
      ))}
      <Fault id="areas-fault">{fault}</Fault>
    </fieldset>
  );
}

function TokenForm({ onMade, onSent }: { onMade: (made: Made) => void; onSent: () => void }) {
  const { form } = useKeptFields("token", { schema, defaults: EMPTY });
  const { save } = useOnce(
    makeToken,
    byMakingAgain(
      makeToken,
      ({ id }: Made, key) => endToken(id, key),
      ({ id }) => id,
    ),
  );
  return (
    <Form
      form={form}
      guarded
      className="sm:grid-cols-2"
      send={async ({ name, access, days, ...chosen }, key) => {
        const { present } = form.getValues(); // as typed: nothing is trimmed off a password
        const areas = EACH.filter((area) => chosen[area]);
        onMade(await save({ name, areas, mayWrite: access === "write", days: Number(days), present }, key));
      }}
      since={SINCE}
      onSent={onSent}
    >
      <TextField
        name="name"
        label="Name"
        hint="Of the program that will use it. History says it beside your name."
        autoComplete="off"
        maxLength={80}
        autoFocus
        className="sm:col-span-2"
      />
      <Areas />
      <SelectField name="access" label="Access" options={ACCESS} />
      <SelectField name="days" label="Lasts" options={LASTS} />
      <PasswordField
        name="present"
        label="Current Password"
        autoComplete="current-password"
        className="sm:col-span-2"
      />
      <div className="flex flex-wrap items-center justify-end gap-3 sm:col-span-2">
        <FormFault unexplained="Failed to make the token" />
        <DialogClose>
          <Button variant="quiet">Cancel</Button>
        </DialogClose>
        <SubmitButton sending="Making...">Make Token</SubmitButton>
      </div>
    </Form>
  );
}

function Told({ made, onDone }: { made: Made; onDone: () => void }) {
  const clock = useClock();
  return (
    <div className="grid gap-5">
      <ShownOnce label="Token" value={made.token}>
        Keep it where passwords are kept: it is shown only now. It works until {clock.moment(made.expiresAt)}, in the
        header <code>Authorization: Bearer</code>.
      </ShownOnce>
      <Button className="justify-self-end" onClick={onDone}>
        I Have Kept It
      </Button>
    </div>
  );
}

interface NewTokenProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function NewToken({ open, onOpenChange }: NewTokenProps) {
  const { made, setMade, shown, show, close } = useMadeSecret<Made>(onOpenChange);
  return (
    <Dialog
      open={open}
      onOpenChange={shown ? close : show}
      shape="large"
      title={shown ? "Your API Token" : "New API Token"}
      description={shown ? undefined : "It acts in your name and reaches what you reach, never more."}
    >
      {shown && made ? <Told made={made} onDone={close} /> : <TokenForm onMade={setMade} onSent={show} />}
    </Dialog>
  );
}
