// Where somebody lives and when they like to be reached: optional, and the same in every form that asks.
import type { Schemas } from "~/api/client";
import { SelectField, TextField } from "~/forms/fields";
import { reach as words } from "../content/sending";

/** When somebody likes to be called, in the order that is offered. */
export const TIMES = ["anytime", "morning", "afternoon", "evening"] as const satisfies Schemas["PreferredTime"][];

const times = TIMES.map((value) => ({ value, label: words.time[value] }));

/** `hint` says whether the ZIP code belongs to it, too. */
export const StreetField = ({ hint }: { hint: string }) => (
  <TextField
    name="street"
    label={words.street.label}
    hint={hint}
    autoComplete="address-line1"
    maxLength={300}
    optional
  />
);

export const TimeField = () => <SelectField name="preferredTime" label={words.time.label} options={times} optional />;
