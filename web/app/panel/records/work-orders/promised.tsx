// What the client of a job was promised: read right after what can hurt, and changed there.
import { object } from "valibot";
import { TextareaField } from "~/forms/fields";
import { optional } from "~/forms/rules";
import { PROMISED } from "../../any-record/promised-words";
import { RecordForm } from "../../any-record/record-form";
import { type OrderDetails, orderDetails } from "./details";
import { Section } from "./section";

export function WasPromised({ words }: { words: string }) {
  return (
    <Section title={PROMISED.label}>
      <p className="whitespace-pre-line break-words text-base">{words}</p>
    </Section>
  );
}

export const PromisedField = () => <TextareaField name="promised" {...PROMISED} optional className="sm:col-span-2" />;

const schema = object({ promised: optional() });

const values = (details: OrderDetails | null) => ({ promised: details?.promised ?? "" });

interface PromisedFormProps {
  details: OrderDetails;
  onDone: () => void;
}

export function PromisedForm({ details, onDone }: PromisedFormProps) {
  return (
    <RecordForm
      kind={orderDetails}
      record={details}
      schema={schema}
      values={values}
      noun="promise"
      takesBack
      onDone={onDone}
      onCancel={onDone}
    >
      <PromisedField />
    </RecordForm>
  );
}
