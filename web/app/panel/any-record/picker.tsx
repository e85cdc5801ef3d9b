// A form field that chooses one record among many: typed words are searched for on the server, within one's scope.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import type { Query } from "~/api/client";
import { Field, useControl } from "~/forms/fields";
import { Combobox } from "~/ui/combobox";
import { useDebounced } from "~/ui/debounced";
import type { Option } from "~/ui/input";
import { whatIsSet } from "../list/filters";
import { type Listing, type Readable, useReferred } from "../list/list";
import { Unloaded } from "../list/unloaded";

interface RecordPickerProps<Row extends { id: string }> {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  /** The kind of record that is searched. */
  kind: Listing<Row> & Readable<Row>;
  /** Only records with these values, such as those of one branch. */
  within?: Query;
  /** Fields whose choice belongs to this one: another empties them. */
  clears?: string[];
  /** How a record is called in the list. */
  title: (row: Row) => string;
}

const MATCHES = "20";

export function RecordPicker<Row extends { id: string }>(props: RecordPickerProps<Row>) {
  const { name, label, hint, optional = false, kind, within = {}, clears = [], title } = props;
  const { id, message, control } = useControl({ name, label, hint, optional });
  const { setValue, trigger } = useFormContext();
  // Only for its way to focus: the text that stands in the field is not its value.
  const { ref } = useController({ name }).field;
  const chosenId: string = useWatch({ name }) ?? "";
  const [words, setWords] = useState("");
  const asked = useDebounced(words);
  const searched = whatIsSet({ ...within, q: asked, limit: MATCHES });
  const matches = useQuery({ queryKey: [kind.path, "matches", searched], queryFn: () => kind.list(searched) });
  const chosen = useReferred(kind, chosenId);
  // Never the matches of other words than those that stand in the field.
  const rows = asked === words ? (matches.data?.rows ?? []) : [];
  const searching = asked !== words || matches.isPending;
  const failed = [matches, chosen].find(({ isError, data }) => isError && !data);
  const none: Option[] = optional && !words ? [{ value: "", label: "None" }] : [];
  const options = [...none, ...rows.map((row) => ({ value: row.id, label: title(row) }))];
  return (
    <Field
      id={id}
      label={label}
      hint={failed ? <Unloaded retry={failed.refetch}>The list could not be loaded.</Unloaded> : hint}
      optional={optional}
      message={message}
    >
      <Combobox
        ref={ref}
        id={id}
        chosen={{ value: chosenId, label: chosenId && chosen.data ? title(chosen.data) : "" }}
        options={options}
        nothing={failed ? "Could not be loaded" : searching ? "Searching..." : "Nothing found"}
        placeholder="Type to search"
        required={!optional}
        aria-invalid={control["aria-invalid"]}
        aria-describedby={control["aria-describedby"]}
        onType={setWords}
        onChoose={({ value }) => {
          setValue(name, value, { shouldDirty: true, shouldValidate: true });
          for (const other of clears) setValue(other, "", { shouldDirty: true });
        }}
        onLeave={() => void trigger(name)}
      />
    </Field>
  );
}
