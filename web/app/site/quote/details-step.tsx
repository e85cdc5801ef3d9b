// The last step: whom to answer, and when.
import { EmailField, PhoneField, SelectField, TextField } from "~/forms/fields";
import { quote } from "../content/quote";
import { Honeypot } from "../sections/honeypot";
import { TIMES } from "./draft";

const words = quote.details;

const times = TIMES.map((value) => ({ value, label: words.time[value] }));

export function DetailsStep() {
  return (
    <>
      <TextField name="name" label={words.name} autoComplete="name" />
      <EmailField label={words.email} />
      <PhoneField label={words.phone.label} hint={words.phone.hint} />
      <SelectField name="preferredTime" label={words.time.label} options={times} optional />
      <Honeypot />
      <p className="text-muted text-small">{words.privacy}</p>
    </>
  );
}
