// What the form of every record does alike: it makes a record or changes one, tells how it went, and when somebody else
// changed the record meanwhile, it shows both versions and lets one choose.
import { useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { GenericSchema, InferInput, InferOutput } from "valibot";
import { isConflict, sentenceOf } from "~/api/error";
import { useFields } from "~/forms/form";
import { notify, notifyError } from "~/ui/toast";

/** A field that differs: what stands in the form, and what is saved by now. */
export interface Difference {
  field: string;
  mine: unknown;
  theirs: unknown;
}

interface RecordFormOptions<Schema extends GenericSchema<FieldValues, FieldValues>, Row> {
  schema: Schema;
  /** The record to change; without one a new one is made. */
  record: Row | undefined;
  /** What the form shows of a record, or of none. */
  values: (record: Row | null) => InferInput<Schema>;
  create?: (values: InferOutput<Schema>) => Promise<unknown>;
  update: (record: Row, values: InferOutput<Schema>) => Promise<unknown>;
  /** Reads the record again. */
  reload?: (() => Promise<Row | undefined>) | undefined;
  /** How the record is called in messages, such as "lead". */
  noun: string;
  /** What is said after a success, where it is not "<Noun> updated successfully". */
  done?: string;
  onDone: () => void;
}

export function useRecordForm<Schema extends GenericSchema<FieldValues, FieldValues>, Row extends { id: string }>({
  schema,
  record,
  values,
  create,
  update,
  reload,
  noun,
  done,
  onDone,
}: RecordFormOptions<Schema, Row>) {
  const form = useFields({ schema, defaults: values(record ?? null) });
  const [saved, setSaved] = useState<Row | null>(null);
  const verb = record ? "update" : "create";

  function differences(): Difference[] {
    if (!saved) return [];
    const mine = form.getValues() as FieldValues;
    const theirs = values(saved) as FieldValues;
    return Object.keys(theirs)
      .filter((field) => mine[field] !== theirs[field])
      .map((field) => ({ field, mine: mine[field], theirs: theirs[field] }));
  }
  function settle(keepMine: boolean) {
    if (saved) form.reset(values(saved) as never, { keepDirtyValues: keepMine });
    setSaved(null);
  }
  return {
    differences: differences(),
    keepMine: () => settle(true),
    takeTheirs: () => settle(false),
    /** For <Form>. */
    props: {
      form,
      guarded: true,
      draft: record ? `${noun} ${record.id}` : `new ${noun}`,
      send: async (sent: InferOutput<Schema>) => (record ? update(record, sent) : create?.(sent)),
      onSent: () => {
        notify("Success", done ?? `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${verb}d successfully`);
        onDone();
      },
      onFailed: async (error: unknown) => {
        notifyError("Error", sentenceOf(error, `Failed to ${verb} ${noun}`));
        if (isConflict(error)) setSaved((await reload?.()) ?? null);
      },
    },
  };
}
