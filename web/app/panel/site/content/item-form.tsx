// The form of an item: it asks for what its section has.
import { type GenericSchema, object, pipe, rawTransform, string, transform } from "valibot";
import { useSearchParams } from "wouter";
import type { Schemas } from "~/api/client";
import { SelectField, TextareaField, TextField } from "~/forms/fields";
import { optional, required } from "~/forms/rules";
import { RecordForm, type RecordFormProps } from "../../any-record/record-form";
import { PictureField } from "../posts/picture-field";
import { type Item, items, type Section, sectionNamed, useSections, WORDS } from "./sections";

const FACTS = "{price}, {install time}, {product years}, {labor years}, {founded} and {brand} stand for your settings.";
const STARS = ["5", "4", "3", "2", "1"].map((value) => ({
  value,
  label: `${value} ${value === "1" ? "star" : "stars"}`,
}));
const TRUTH = [
  { value: "false", label: "Ours, and true" },
  { value: "true", label: "A sample" },
];
const SAMPLE = 'A sample is marked "Sample" on the page. Only say that it is yours when it is real.';
const QUESTION = "Pages do not mark questions, but can show only your own.";
const LINE = /^([^:]{1,30}):\s*(.{1,160})$/;

type Detail = Item["details"][number];

/** "Task: Light the seating", a line for each. */
const linesOf = (details: Detail[]) => details.map(({ term, text }) => `${term}: ${text}`).join("\n");

const details = () =>
  pipe(
    string(),
    rawTransform<string, Detail[]>(({ dataset, addIssue, NEVER }) => {
      const lines = dataset.value.split("\n").filter((line) => line.trim());
      const found = lines.map((line) => LINE.exec(line.trim()));
      if (found.length > 4) addIssue({ message: "Please use at most 4 lines" });
      if (found.includes(null)) addIssue({ message: "Write each line as Task: what was to be done" });
      if (found.length > 4 || found.includes(null)) return NEVER;
      return found.map((line) => ({ term: line?.[1]?.trim() ?? "", text: line?.[2]?.trim() ?? "" }));
    }),
  );

/** The fields of a section, each with its rule and what it shows of an item. */
function fieldsOf(section: Section) {
  const { parts, rating, details: hasDetails, picture } = section;
  const rules: Record<string, GenericSchema<string, unknown>> = {};
  const shown: Record<string, (item: Item | null) => string> = {};
  for (const { name, required: needed, choices } of parts) {
    rules[name] = needed ? required() : optional();
    shown[name] = (item) => String(item?.[name as "title" | "note" | "text"] ?? choices[0] ?? "");
  }
  if (rating) {
    rules.rating = pipe(string(), transform(Number));
    shown.rating = (item) => String(item?.rating ?? 5);
  }
  if (hasDetails) {
    rules.details = details();
    shown.details = (item) => linesOf(item?.details ?? []);
  }
  if (picture) {
    rules.image = optional();
    rules.imageAlt = optional();
    shown.image = (item) => item?.image ?? "";
    shown.imageAlt = (item) => item?.imageAlt ?? "";
  }
  rules.sample = pipe(
    string(),
    transform((chosen) => chosen === "true"),
  );
  shown.sample = (item) => String(item?.sample ?? false);
  return { schema: object(rules), shown };
}

export function ItemForm({ record, onDone }: RecordFormProps<Item>) {
  const [search] = useSearchParams();
  const name = record?.section ?? sectionNamed(search.get("section"));
  const section = useSections().data?.find(({ id }) => id === name);
  return section ? <Fields section={section} record={record} onDone={onDone} /> : null;
}

function Fields({ section, record, onDone }: RecordFormProps<Item> & { section: Section }) {
  const words = WORDS[section.id];
  const { schema, shown } = fieldsOf(section);
  const values = (item: Item | null) =>
    Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, value(item)]));
  return (
    <RecordForm
      record={record}
      onDone={onDone}
      // Names and values are those of the form, which its schema has checked.
      kind={{ ...items, update: (base, changes, key) => items.update(base, changes as Schemas["ItemEdit"], key) }}
      schema={schema}
      values={values}
      within={section.id}
      create={(given, key) => items.create({ ...(given as Schemas["NewItem"]), section: section.id }, key)}
      noun={words.noun.toLowerCase()}
      action={`Add ${words.noun}`}
      done="Saved. The website follows within seconds"
      made={() => `${words.noun} added. The website follows within seconds`}
      takesBack
    >
      {section.parts.map(({ name, longest, required: needed, choices }) => (
        <PartField
          key={name}
          name={name}
          label={labelOf(section, name)}
          longest={longest}
          optional={!needed}
          choices={choices}
        />
      ))}
      {section.rating && <SelectField name="rating" label="Rating" options={STARS} />}
      {section.details && (
        <TextareaField
          name="details"
          label="Details"
          optional
          hint="Up to 4 lines such as Task: Light the seating without glare"
          className="sm:col-span-2"
        />
      )}
      {section.picture && <PictureField />}
      {section.picture && (
        <TextField
          name="imageAlt"
          label="What the picture shows"
          hint="For those who cannot see it"
          optional
          autoComplete="off"
          maxLength={300}
          className="sm:col-span-2"
        />
      )}
      <SelectField
        name="sample"
        label="This is"
        hint={section.id.endsWith("_questions") ? QUESTION : SAMPLE}
        options={TRUTH}
      />
    </RecordForm>
  );
}

const labelOf = ({ id }: Section, name: string): string => WORDS[id][name as "title" | "note" | "text"] ?? name;

interface PartFieldProps {
  name: string;
  label: string;
  longest: number;
  optional: boolean;
  choices: string[];
}

function PartField({ name, label, longest, optional: mayMiss, choices }: PartFieldProps) {
  if (choices.length > 0)
    return <SelectField name={name} label={label} options={choices.map((value) => ({ value, label: value }))} />;
  const texts = { name, label, maxLength: longest, ...(mayMiss && { optional: true }) };
  if (name !== "text") return <TextField {...texts} autoComplete="off" />;
  return <TextareaField {...texts} hint={`At most ${longest} characters. ${FACTS}`} className="sm:col-span-2" />;
}
