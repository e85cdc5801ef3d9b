// The form of one group of facts. The server has the rules, and its words stand under the fields.
import { useMemo } from "react";
import { type GenericSchema, object, pipe, string, transform } from "valibot";
import { EmailField, PhoneField, SelectField, TextField } from "~/forms/fields";
import { optional, required } from "~/forms/rules";
import { RecordForm, type RecordFormProps } from "../../../any-record/record-form";
import { fieldName } from "../../../any-record/shown";
import { ContentField } from "../../../site/posts/content-field";
import { type Group, type Settings, settings } from "./group";

type FactField = Group["fields"][number];

/** "$3,000" as 3000; what is no whole number goes as it was typed, and is refused in the server's words. */
function asNumber(typed: string): number | string {
  const plain = typed.replace(/[$,%\s]/g, "");
  return /^\d{1,9}$/.test(plain) ? Number(plain) : typed;
}

function ruleOf({ kind, options, optional: mayMiss }: FactField): GenericSchema<string, unknown> {
  if (kind === "number" && mayMiss)
    return pipe(
      optional(),
      transform((typed) => (typed ? asNumber(typed) : null)),
    );
  if (kind === "number") return pipe(required(), transform(asNumber));
  if (options?.some(({ value }) => value === "false"))
    return pipe(
      string(),
      transform((chosen) => chosen === "true"),
    );
  return mayMiss ? optional() : required();
}

const schemaOf = ({ fields }: Group) => object(Object.fromEntries(fields.map((field) => [field.name, ruleOf(field)])));

function FactInput({ field }: { field: FactField }) {
  const { name, hint, kind, options, optional: mayMiss } = field;
  const texts = { name, label: fieldName(name), ...(hint && { hint }), ...(mayMiss && { optional: true }) };
  if (kind === "markdown") return <ContentField name={name} label={fieldName(name)} />;
  if (options) return <SelectField {...texts} options={[...options]} />;
  if (kind === "email") return <EmailField {...texts} autoComplete="off" />;
  if (kind === "phone") return <PhoneField {...texts} autoComplete="off" />;
  if (kind === "number") return <TextField {...texts} inputMode="numeric" autoComplete="off" />;
  if (kind === "address") return <TextField {...texts} type="url" inputMode="url" autoComplete="off" />;
  return <TextField {...texts} autoComplete="off" />;
}

interface GroupFormProps extends RecordFormProps<Settings> {
  /** Those of which one is changed. */
  groups: Group[];
}

export function GroupForm({ record, onDone, groups }: GroupFormProps) {
  const group = groups.find(({ id }) => id === record?.id);
  const schema = useMemo(() => group && schemaOf(group), [group]);
  if (!(group && schema)) return null;
  const values = (row: Settings | null) =>
    Object.fromEntries(group.fields.map(({ name }) => [name, String(row?.[name] ?? "")]));
  return (
    <RecordForm
      record={record}
      onDone={() => onDone()}
      kind={settings}
      schema={schema}
      values={values}
      noun={group.title.toLowerCase()}
      done={`${group.title} saved. ${group.saved ?? "The website follows within seconds"}`}
      takesBack
    >
      <p className="text-muted sm:col-span-2">{group.help}</p>
      {group.fields.map((field) => (
        <FactInput key={field.name} field={field} />
      ))}
    </RecordForm>
  );
}
