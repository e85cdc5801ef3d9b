// The words of one kind of letter, beside how it looks with them. The server has the rules, and its sentences stand under the fields.
import { useFormContext, useWatch } from "react-hook-form";
import { object, pipe, string } from "valibot";
import { TextareaField, TextField } from "~/forms/fields";
import { required } from "~/forms/rules";
import { Button } from "~/ui/button";
import { RecordForm, type RecordFormProps } from "../../../any-record/record-form";
import { type LetterKind, letterKinds, type Words } from "./letter-kind";
import { LetterPreview } from "./letter-preview";

const NAMES = ["subject", "words", "below"] as const;

const schema = object({ subject: required(), words: required(), below: pipe(string()) });

const values = (kind: LetterKind | null): Words => ({
  subject: kind?.subject ?? "",
  words: kind?.words ?? "",
  below: kind?.below ?? "",
});

/** What may stand in braces. */
function Places({ places }: { places: string[] }) {
  return (
    <p className="break-words text-muted text-small sm:col-span-2">
      What stands in braces is filled in for each email: {places.map((place) => `{${place}}`).join(", ")}. A blank line
      starts a new paragraph.
    </p>
  );
}

function OurWords({ ours }: { ours: Words }) {
  const { setValue, getValues } = useFormContext();
  const isOurs = () => NAMES.every((name) => getValues(name) === ours[name]);
  useWatch({ name: [...NAMES] });
  return (
    <Button
      variant="outline"
      size="small"
      className="justify-self-start"
      disabled={isOurs()}
      onClick={() => {
        for (const name of NAMES) setValue(name, ours[name], { shouldDirty: true, shouldValidate: true });
      }}
    >
      Back to Our Words
    </Button>
  );
}

function Shown({ kind }: { kind: LetterKind }) {
  const [subject, words, below] = useWatch({ name: [...NAMES] }) as string[];
  return (
    <LetterPreview
      id={kind.id}
      title={kind.title}
      words={{ subject: subject ?? "", words: words ?? "", below: below ?? "" }}
    />
  );
}

export function LetterForm({ record, onDone }: RecordFormProps<LetterKind>) {
  if (!record) return null;
  return (
    <RecordForm
      record={record}
      onDone={() => onDone()}
      kind={letterKinds}
      schema={schema}
      values={values}
      noun="email"
      done={`${record.title}: saved. Emails use it from now on`}
      takesBack
    >
      <Places places={record.places} />
      <TextField name="subject" label="Subject" autoComplete="off" className="sm:col-span-2" maxLength={150} />
      <TextareaField name="words" label="Words" className="sm:col-span-2" maxLength={3000} />
      <TextareaField
        name="below"
        label="Below"
        hint="Under the button or the list, where the email has one"
        optional
        className="sm:col-span-2"
        maxLength={1500}
      />
      <OurWords ours={record.ours} />
      <Shown kind={record} />
    </RecordForm>
  );
}
