// The form of a branch, for opening one and for changing one, and below it what becomes of it.
import { object, pipe, string, transform } from "valibot";
import { EmailField, PhoneField, TextField } from "~/forms/fields";
import { optional, required } from "~/forms/rules";
import { RecordForm, type RecordFormProps } from "../../../any-record/record-form";
import { useBranches } from "../../../staff/queries";
import { may, useUser } from "../../../user/user";
import { type Branch, branches, type Holiday, type OpenDay } from "./branch";
import { HolidaysField } from "./holidays-field";
import { HoursField } from "./hours-field";
import { RegionField } from "./region-field";
import { Standing } from "./standing";
import { ZoneField } from "./zone-field";

const schema = object({
  name: required(),
  regionId: required("Please choose a region"),
  address: required(),
  phone: optional(),
  email: optional(),
  timeZone: required("Please choose a time zone from the list"),
  crews: pipe(
    optional(),
    transform((text) => (text === null ? null : Number(text))),
  ),
  openHours: pipe(
    string(),
    transform((text): OpenDay[] | null => JSON.parse(text)),
  ),
  holidays: pipe(
    string(),
    transform((text): Holiday[] => JSON.parse(text)),
  ),
});

/** Where a branch is opened most of the time: where the others are. */
const usual = (others: Branch[]) => ({
  regionId: others.every(({ regionId }) => regionId === others[0]?.regionId) ? (others[0]?.regionId ?? "") : "",
  timeZone: others[0]?.timeZone ?? "America/New_York",
});

const values = (branch: Branch | null, others: Branch[]) => ({
  name: branch?.name ?? "",
  regionId: branch?.regionId ?? usual(others).regionId,
  address: branch?.address ?? "",
  phone: branch?.phone ?? "",
  email: branch?.email ?? "",
  timeZone: branch?.timeZone ?? usual(others).timeZone,
  crews: branch?.crews ? String(branch.crews) : "",
  openHours: JSON.stringify(branch?.openHours ?? null),
  holidays: JSON.stringify(branch?.holidays ?? []),
});

export function BranchForm(props: RecordFormProps<Branch>) {
  const others = useBranches();
  const mayEnd = may(useUser(), "canEditConfig");
  return (
    <>
      <RecordForm
        {...props}
        kind={branches}
        schema={schema}
        values={(branch) => values(branch, others)}
        create={branches.create}
        noun="branch"
        action="Open Branch"
        takesBack
      >
        <TextField name="name" label="Name" autoComplete="off" maxLength={200} />
        <RegionField branch={props.record} />
        <TextField name="address" label="Address" autoComplete="off" maxLength={300} className="sm:col-span-2" />
        <PhoneField autoComplete="off" hint="In emails to people this branch serves" />
        <EmailField autoComplete="off" optional hint="Where their replies go" />
        <ZoneField />
        <TextField
          name="crews"
          label="Crews"
          type="number"
          min={1}
          max={200}
          optional
          hint="How many go out on a day; the week tells when all are out"
        />
        <HoursField />
        <HolidaysField />
      </RecordForm>
      {props.record && mayEnd && <Standing branch={props.record} onGone={props.onDone} />}
    </>
  );
}
