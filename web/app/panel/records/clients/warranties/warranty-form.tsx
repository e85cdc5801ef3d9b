// The form of a warranty's draft: when it begins and ends, and the parts that were installed.
import { Plus, X } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { array, check, object, pipe, string, transform, trim } from "valibot";
import type { Schemas } from "~/api/client";
import { SelectField, TextField } from "~/forms/fields";
import { chosen, optional, required } from "~/forms/rules";
import { Button } from "~/ui/button";
import { optionsOf } from "~/ui/look-badge";
import { RecordForm } from "../../../any-record/record-form";
import { type OpenedWarranty, partKinds, warranties } from "./warranty";

type Part = Schemas["PartRow"];

const feet = pipe(
  string(),
  trim(),
  transform((text) => (text === "" ? null : Number(text))),
  check(
    (number) => number === null || (Number.isInteger(number) && number >= 0 && number <= 10_000),
    "Please enter feet, from 0 to 10,000",
  ),
);

const isFilledIn = ({ serial, feet, color }: Part): boolean => serial !== null || feet !== null || color !== null;

const schema = object({
  starts: required(),
  productEnds: required(),
  laborEnds: required(),
  parts: pipe(
    array(object({ kind: chosen<Schemas["PartKind"]>(), serial: optional(), feet, color: optional() })),
    transform((parts) => parts.filter(isFilledIn)),
  ),
});

const asTyped = ({ kind, serial, feet, color }: Part) => ({
  kind,
  serial: serial ?? "",
  feet: feet?.toString() ?? "",
  color: color ?? "",
});

const blank = (kind: Part["kind"]) => asTyped({ kind, serial: null, feet: null, color: null });

/** What nearly every installation has. */
const USUAL: Part["kind"][] = ["controller", "channel"];

/** With what is usual and lacks, to be filled in. */
const withUsual = (parts: Part[]) => [
  ...USUAL.filter((kind) => !parts.some((part) => part.kind === kind)).map(blank),
  ...parts.map(asTyped),
];

const values = (warranty: OpenedWarranty | null) => ({
  starts: warranty?.starts ?? "",
  productEnds: warranty?.productEnds ?? "",
  laborEnds: warranty?.laborEnds ?? "",
  parts: withUsual(warranty?.parts ?? []),
});

const MOST = 40;

function Parts() {
  const { fields, append, remove } = useFieldArray({ name: "parts" });
  return (
    <div className="grid gap-4 sm:col-span-2">
      {fields.map(({ id }, place) => (
        <fieldset key={id} className="grid gap-3 rounded-control border border-hairline p-4 sm:grid-cols-2">
          <legend className="flex items-center gap-2 px-1 font-semibold">
            Part {place + 1}
            <Button
              variant="quiet"
              size="iconSmall"
              aria-label={`Remove part ${place + 1}`}
              onClick={() => remove(place)}
            >
              <X aria-hidden />
            </Button>
          </legend>
          <SelectField name={`parts.${place}.kind`} label="Kind" options={optionsOf(partKinds)} />
          <TextField
            name={`parts.${place}.serial`}
            label="Serial number"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={80}
            optional
          />
          <TextField name={`parts.${place}.feet`} label="Feet" inputMode="numeric" autoComplete="off" optional />
          <TextField name={`parts.${place}.color`} label="Color" autoComplete="off" maxLength={80} optional />
        </fieldset>
      ))}
      <Button
        variant="outline"
        className="justify-self-start"
        disabled={fields.length >= MOST}
        onClick={() => append(blank("lights"))}
      >
        <Plus aria-hidden />
        Add Part
      </Button>
    </div>
  );
}

interface WarrantyFormProps {
  record: OpenedWarranty;
  onDone: () => void;
}

export function WarrantyForm({ record, onDone }: WarrantyFormProps) {
  return (
    <RecordForm
      kind={warranties}
      record={record}
      schema={schema}
      values={values}
      noun="warranty"
      onDone={onDone}
      onCancel={onDone}
    >
      <Parts />
      <TextField name="starts" label="Starts" type="date" />
      <TextField name="productEnds" label="Product until" type="date" />
      <TextField name="laborEnds" label="Labor until" type="date" />
    </RecordForm>
  );
}
