// A form field that chooses one record among many: typed words are searched for on the server, within one's reach.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { get, getPage } from "~/api/client";
import { Field, useControl } from "~/forms/fields";
import { Combobox } from "~/ui/combobox";
import type { Option } from "~/ui/input";
import { withFilters } from "../list/filters";

interface RecordPickerProps<Row> {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  /** The list that is searched. */
  path: string;
  /** Only records with these values, such as those of one branch. */
  within?: Record<string, string>;
  /** How a record is called in the list. */
  title: (row: Row) => string;
}

const MATCHES = "20";

export function RecordPicker<Row extends { id: string }>(props: RecordPickerProps<Row>) {
  const { name, label, hint, optional = false, path, within = {}, title } = props;
  const { id, message, control } = useControl({ name, label, hint, optional });
  const { setValue, trigger } = useFormContext();
  const chosenId: string = useWatch({ name }) ?? "";
  const [words, setWords] = useState("");
  const searched = withFilters(path, { ...within, q: words, limit: MATCHES });
  const { data: matches } = useQuery({ queryKey: [path, "matches", searched], queryFn: () => getPage<Row>(searched) });
  const { data: chosen } = useQuery({
    queryKey: [path, "chosen", chosenId],
    queryFn: () => get<Row>(`${path}/${encodeURIComponent(chosenId)}`),
    enabled: chosenId !== "",
  });
  const none: Option[] = optional && !words ? [{ value: "", label: "None" }] : [];
  const options = [...none, ...(matches?.rows ?? []).map((row) => ({ value: row.id, label: title(row) }))];
  return (
    <Field id={id} name={name} label={label} hint={hint} optional={optional} message={message}>
      <Combobox
        id={id}
        chosen={{ value: chosenId, label: chosenId && chosen ? title(chosen) : "" }}
        options={options}
        nothing="Nothing found"
        placeholder="Type to search"
        required={!optional}
        aria-invalid={control["aria-invalid"]}
        aria-describedby={control["aria-describedby"]}
        onType={setWords}
        onChoose={({ value }) => setValue(name, value, { shouldDirty: true, shouldValidate: true })}
        onLeave={() => void trigger(name)}
      />
    </Field>
  );
}
