// What the form of every record does alike: it makes a record or changes one, and tells how it went.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { FieldValues } from "react-hook-form";
import type { GenericSchema, InferInput, InferOutput } from "valibot";
import { Form, FormFault } from "~/forms/form";
import { SubmitButton } from "~/forms/submit-button";
import { Button, keepFocus } from "~/ui/button";
import { DialogClose, useEscape } from "~/ui/dialog-close";
import { focusFirst } from "~/ui/next-stop";
import { notify } from "~/ui/toast";
import { useHomeBranch } from "../staff/queries";
import type { Editable } from "./attempt";
import { ConflictAlert } from "./conflict";
import { type Side, useEdit } from "./edit";
import { SINCE, useKeptFields } from "./kept-fields";
import { useMake } from "./make";
import type { Fields } from "./merge";
import { tellFailure } from "./write";

/** What the form of a kind of record is given. */
export interface RecordFormProps<Row> {
  /** The record to change; without one a new one is made. */
  record?: Row | undefined;
  /** Closes the dialog; a record that was just made comes along. */
  onDone: (made?: Row) => void;
}

type FormSchema = GenericSchema<FieldValues, FieldValues>;

interface SavingOptions<Schema extends FormSchema, Row> extends RecordFormProps<Row> {
  schema: Schema;
  kind: Editable<Row, Partial<InferOutput<Schema>>>;
  /** What the form shows of a record, or of none; a new one goes to the home branch unless another is chosen. */
  values: (record: Row | null, homeBranchId: string) => InferInput<Schema>;
  create?: (values: InferOutput<Schema>, key: string) => Promise<Row>;
  /** How the record is called in messages, such as "lead". */
  noun: string;
  /** The record or section in which the form stands, where there are several: what was typed in one is never shown in another. */
  within?: string;
  /** What is said after a change, where it is not "<Noun> updated successfully". */
  done?: string;
  /** What is said after one was made, where it is not "<Noun> created successfully". */
  made?: (row: Row) => string;
  /** Whether a change can be taken back from its notice. */
  takesBack?: boolean;
  /** After a change, with the record as it is now. */
  onSaved?: (row: Row) => void;
}

/** Stands for the record while there is none; what is made takes its place before anything is changed. */
const UNMADE = { id: "", version: 0 };

function useSaving<Schema extends FormSchema, Row extends { id: string; version: number }>(
  options: SavingOptions<Schema, Row>,
) {
  const { schema, kind, record, create, noun, onDone } = options;
  const home = useHomeBranch();
  const values = (shown: Row | null) => options.values(shown, home);
  const { form, fields, began, keepFrom } = useKeptFields<Schema, Row>(
    `${record ? `${noun} ${record.id}` : `new ${noun}`} ${options.within ?? ""}`,
    { schema, defaults: values(record ?? null) },
  );
  const [decided, setDecided] = useState(false);
  const made = useRef<Row>(record ? undefined : began);
  const make = useMake<InferOutput<Schema>, Row>();
  const names = Object.keys(values(null));
  /** Goes on as the edit of what it has made. */
  const changes = Boolean(record ?? made.current);
  const verb = changes ? "update" : "create";
  const failed = `Failed to ${verb} ${noun}`;
  const Noun = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;

  const edit = useEdit<Row, Fields>({
    kind: {
      ...kind,
      // Names and values are those of the form, which its schema has checked.
      update: (base, changes, key) => kind.update(base, changes as Partial<InferOutput<Schema>>, key),
    },
    row: record ?? (UNMADE as Row),
    began,
    fields: (row) => Object.fromEntries(names.map((name) => [name, Reflect.get(row, name)])),
    touched: true,
    show: (changed) => {
      const shown: FieldValues = values({ ...edit.base, ...changed });
      for (const name of Object.keys(changed)) fields.setValue(name, shown[name], { shouldDirty: true });
    },
    typed: (field) => fields.getValues(field),
    takesBack: options.takesBack,
    onSaved: (row) => {
      if (made.current) made.current = row;
      options.onSaved?.(row);
    },
    done: options.done ?? `${Noun} ${verb}d successfully`,
    failed,
  });

  keepFrom(() => (record || edit.began.id ? edit.began : (made.current ?? null)));

  async function send(sent: InferOutput<Schema>, key: string): Promise<boolean> {
    if (record || !create) return edit.send(sent);
    if (!made.current) {
      const { before, ...answer } = await make(create, sent, key);
      made.current = answer.made;
      if (!before) {
        notify("Success", options.made?.(answer.made) ?? `${Noun} created successfully`);
        return true;
      }
    }
    return edit.send(sent, edit.base.id ? undefined : made.current);
  }

  return {
    failed,
    changes,
    conflict: edit.conflict,
    choose: (field: string, side: Side) => {
      edit.choose(field, side);
      setDecided(true);
    },
    /** Whether a choice was made: saving is the next step. */
    decided,
    form: {
      form,
      guarded: true,
      send,
      onSent: () => onDone(made.current),
      since: SINCE,
      onFailed: (error: unknown) => tellFailure(error, failed),
    },
  };
}

interface FormOfRecordProps<Schema extends FormSchema, Row> extends SavingOptions<Schema, Row> {
  /** What the button reads that makes a record. */
  action?: string;
  /** What Cancel does instead of closing the dialog. */
  onCancel?: (() => void) | undefined;
  /** The fields. */
  children: ReactNode;
}

/** A form in place of what a dialog showed takes the focus, as a dialog does when it opens. */
function useFirstField(inPlace: boolean) {
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = inPlace && inside.current?.closest("form");
    if (form) focusFirst(form);
  }, [inPlace]);
  return inside;
}

/** While there is a choice between two versions it takes the place of saving. */
export function RecordForm<Schema extends FormSchema, Row extends { id: string; version: number }>({
  action,
  onCancel,
  children,
  ...options
}: FormOfRecordProps<Schema, Row>) {
  const { form, failed, changes, conflict, choose, decided } = useSaving(options);
  useEscape(onCancel);
  const inside = useFirstField(onCancel !== undefined);
  return (
    <Form {...form} className="sm:grid-cols-2">
      {children}
      <div ref={inside} className="grid gap-4 sm:col-span-2">
        <FormFault unexplained={failed} />
        <ConflictAlert conflict={conflict} choose={choose} />
        <div className="flex flex-wrap justify-end gap-3">
          <DialogClose instead={onCancel}>
            <Button variant="outline" onMouseDown={keepFocus}>
              Cancel
            </Button>
          </DialogClose>
          {!conflict && (
            <SubmitButton sending="Saving..." autoFocus={decided}>
              {changes ? "Save Changes" : action}
            </SubmitButton>
          )}
        </div>
      </div>
    </Form>
  );
}
