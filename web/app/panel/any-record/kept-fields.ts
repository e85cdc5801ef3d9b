// The fields of a form of the panel, whose words outlast the session.
import { useEffect } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { GenericSchema } from "valibot";
import { type FormOptions, useFields } from "~/forms/form";
import { useDraft } from "./draft";
import type { Fields } from "./merge";
import { isEmpty } from "./same";

/** Fields that no browser is to keep: the next person at it could read them. */
const SECRET = ["password", "present"];

/** Said where something was typed while the form was saved. */
export const SINCE = "Saved, but for what you typed since. Save again to keep that too.";

/** What was changed of a form and may be kept. */
export const wordsOf = (values: Fields, changed: object): Fields =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name in changed && !SECRET.includes(name)));

/** The fields of a form, with what waited for them; `keepFrom` says which record the words begin with. */
export function useKeptFields<Schema extends GenericSchema<FieldValues, FieldValues>, Row = null>(
  name: string,
  options: FormOptions<Schema>,
) {
  const { draft, keep } = useDraft<Row>(name);
  const form = useFields(options);
  // react-hook-form cannot name the fields of a schema that is not known yet.
  const fields = form as unknown as UseFormReturn;
  const { dirtyFields } = fields.formState;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form has opened
  useEffect(() => {
    for (const [field, value] of Object.entries(draft?.fields ?? {}))
      fields.setValue(field, value, { shouldDirty: true });
  }, []);
  const keepFrom = (base: () => Row | null) =>
    keep(() => {
      const words = wordsOf(fields.getValues(), dirtyFields);
      return isEmpty(words) ? null : { fields: words, base: base() };
    });
  keepFrom(() => null);
  return { form, fields, began: draft?.base ?? undefined, keepFrom };
}
