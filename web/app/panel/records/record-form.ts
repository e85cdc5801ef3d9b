// What the form of every record does alike: it makes a record or changes one, and tells how it went.
import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { GenericSchema, InferInput, InferOutput } from "valibot";
import { ApiError, isLost } from "~/api/error";
import { useFields } from "~/forms/form";
import { notify } from "~/ui/toast";
import { useUser } from "../shell/user";
import { type Draft, useDraft } from "./draft";
import { type Editable, type Side, useEdit } from "./edit";
import type { Fields } from "./merge";
import { tellFailure } from "./write";

/** What the form of a kind of record is given. */
export interface RecordFormProps<Row> {
  /** The record to change; without one a new one is made. */
  record?: Row;
  /** Closes the dialog; a record that was just made comes along. */
  onDone: (made?: Row) => void;
}

type FormSchema = GenericSchema<FieldValues, FieldValues>;

interface RecordFormOptions<Schema extends FormSchema, Row> {
  schema: Schema;
  kind: Editable<Row, Partial<InferOutput<Schema>>>;
  /** The record to change; without one a new one is made. */
  record: Row | undefined;
  /** What the form shows of a record, or of none. */
  values: (record: Row | null) => InferInput<Schema>;
  create?: (values: InferOutput<Schema>, key: string) => Promise<Row>;
  /** How the record is called in messages, such as "lead". */
  noun: string;
  /** What is said after a success, where it is not "<Noun> updated successfully". */
  done?: string;
  /** After a success; a record that was just made comes along. */
  onDone: (made?: Row) => void;
}

export type RecordForm = ReturnType<typeof useRecordForm>;

const isTaken = (error: unknown): boolean => error instanceof ApiError && error.status === 422;

/** Stands for the record while there is none; what is made takes its place before anything is changed. */
const UNMADE = { id: "", version: 0 };

export function useRecordForm<Schema extends FormSchema, Row extends { id: string; version: number }>({
  schema,
  kind,
  record,
  values,
  create,
  noun,
  done,
  onDone,
}: RecordFormOptions<Schema, Row>) {
  const { id: person } = useUser();
  const { draft, keep } = useDraft<Row>(person, record ? `${noun} ${record.id}` : `new ${noun}`);
  const form = useFields({ schema, defaults: values(record ?? null) });
  // react-hook-form cannot name the fields of a schema that is not known yet.
  const fields = form as unknown as UseFormReturn;
  const [settled, setSettled] = useState(false);
  const unanswered = useRef<InferOutput<Schema>[]>([]);
  const made = useRef<Row>(undefined);
  const names = Object.keys(values(null));
  const verb = record ? "update" : "create";
  const failed = `Failed to ${verb} ${noun}`;
  const Noun = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;

  const edit = useEdit<Row, Fields>({
    kind: {
      ...kind,
      // Names and values are those of the form, which its schema has checked.
      update: (base, changes, key) => kind.update(base, changes as Partial<InferOutput<Schema>>, key),
    },
    row: record ?? (UNMADE as Row),
    began: draft?.base ?? undefined,
    fields: (row) => Object.fromEntries(names.map((name) => [name, Reflect.get(row, name)])),
    touched: true,
    show: (changed) => {
      const shown: FieldValues = values({ ...edit.base, ...changed });
      for (const name of Object.keys(changed)) fields.setValue(name, shown[name], { shouldDirty: true });
    },
    typed: (field) => fields.getValues(field),
    done: done ?? `${Noun} ${verb}d successfully`,
    failed,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form has opened
  useEffect(() => {
    for (const [name, value] of Object.entries(draft?.fields ?? {}))
      fields.setValue(name, value, { shouldDirty: true });
  }, []);
  const { dirtyFields } = form.formState;
  keep((): Draft<Row> | null => {
    const words = Object.entries(form.getValues()).filter(([name]) => name in dirtyFields);
    return words.length > 0 ? { fields: Object.fromEntries(words), base: record ? edit.began : null } : null;
  });

  /** Makes the record. Where an earlier attempt, under the same key, made it with other words, it is changed to these. */
  async function make(sent: InferOutput<Schema>, key: string): Promise<boolean> {
    try {
      made.current = await create?.(sent, key);
    } catch (error) {
      if (isLost(error)) unanswered.current.push(sent);
      made.current = isTaken(error) ? await madeBefore(key) : undefined;
      if (!made.current) throw error;
      return edit.send(sent, made.current);
    }
    notify("Success", `${Noun} created successfully`);
    return true;
  }

  /** The record that an attempt without an answer made: the same words under the same key bring its answer. */
  async function madeBefore(key: string): Promise<Row | undefined> {
    for (const words of unanswered.current) {
      try {
        return await create?.(words, key);
      } catch (error) {
        if (!isTaken(error)) throw error;
      }
    }
    return undefined;
  }

  return {
    conflict: edit.conflict,
    choose: (field: string, side: Side) => {
      edit.choose(field, side);
      setSettled(true);
    },
    /** Whether a choice was made: saving is the next step. */
    settled,
    /** For <Form>. */
    props: {
      form,
      guarded: true,
      send: (sent: InferOutput<Schema>, key: string) => (record ? edit.send(sent) : make(sent, key)),
      onSent: () => onDone(made.current),
      onFailed: (error: unknown) => tellFailure(error, failed),
    },
  };
}
