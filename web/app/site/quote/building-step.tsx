// The first step: what should be lit, how much of it, and where it stands.

import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { TextField } from "~/forms/fields";
import { Fault } from "~/ui/fault";
import { Input, Slider } from "~/ui/input";
import { quote } from "../content/quote";
import { carriedDrawing, drawnFeet } from "../studio/carried";
import { blank, type Coverage, type Property, type QuoteDraft } from "./draft";
import { LENGTHS, lengthFor, SLIDER, type Width } from "./estimate";
import { RadioGroup } from "./radio-group";

const { property, coverage, stories, zip } = quote.building;

/** What is typed here stays: the draft outlives the way there and back. */
const STUDIO: Record<Property, string> = { home: "/residential?studio", business: "/commercial?studio" };

export function BuildingStep({ form }: { form: UseFormReturn<QuoteDraft> }) {
  const setFeet = (feet: string) => form.setValue("feet", feet, { shouldDirty: true, shouldValidate: true });
  const covered = form.watch("coverage");
  return (
    <>
      <RadioGroup
        name="propertyType"
        label={property.label}
        className="grid-cols-2"
        options={[
          { value: "home", label: property.home },
          { value: "business", label: property.business },
        ]}
      />
      <RadioGroup
        name="coverage"
        label={coverage.label}
        className="grid-cols-2"
        options={[
          { value: "front", label: coverage.front },
          { value: "whole", label: coverage.whole },
        ]}
        onChoose={(next) => {
          const feet = form.getValues("feet");
          const fitting = lengthFor(next as Coverage, covered || blank.coverage, feet);
          // A length that was drawn came from no width.
          if (fitting !== feet && !drawnFeet(carriedDrawing(), Number(feet))) setFeet(fitting);
        }}
      />
      <RadioGroup
        name="stories"
        label={stories.label}
        className="grid-cols-3"
        options={[
          { value: "1", label: stories.one },
          { value: "2", label: stories.two },
          { value: "3", label: stories.three },
        ]}
      />
      <Length
        feet={form.watch("feet")}
        coverage={covered || blank.coverage}
        message={form.formState.errors.feet?.message}
        onChange={setFeet}
        studio={STUDIO[form.watch("propertyType")]}
      />
      <TextField
        name="zip"
        label={zip.label}
        hint={zip.hint}
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={10}
        className="max-w-56"
      />
    </>
  );
}

interface LengthProps {
  feet: string;
  coverage: Coverage;
  message: string | undefined;
  onChange: (feet: string) => void;
  /** Where it is measured on a picture. */
  studio: string;
}

/** The length by slider, by the width of the house, or not at all. */
function Length({ feet, coverage, message, onChange, studio }: LengthProps) {
  const words = quote.building.feet;
  const id = useId();
  const fault = `${id}-fault`;
  const known = feet !== "unknown";
  const shown = (known && Number(feet)) || LENGTHS[coverage].medium;
  const widths: [Width, string][] = [
    ["narrow", words.narrow],
    ["medium", words.medium],
    ["wide", words.wide],
  ];
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-small">{words.label}</legend>
      <div className="flex items-center gap-4">
        <Slider
          aria-label={words.slider}
          {...SLIDER}
          value={shown}
          aria-valuetext={feet ? words.value(shown) : words.unsaid}
          disabled={!known}
          aria-describedby={id}
          className="disabled:opacity-50"
          onChange={(event) => onChange(event.target.value)}
        />
        <Input
          aria-label={words.typed}
          aria-invalid={message ? true : undefined}
          aria-describedby={message && fault}
          inputMode="numeric"
          maxLength={5}
          className="w-20 shrink-0 text-right tabular-nums"
          value={known ? feet : ""}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, ""))}
        />
        <span aria-hidden="true" className="text-muted">
          {words.unit}
        </span>
      </div>
      <p id={id} className="mt-2 mb-2 text-muted text-small">
        {words.presets}
      </p>
      <div className="flex flex-wrap gap-2">
        {widths.map(([width, label]) => (
          <Preset key={width} label={label} value={String(LENGTHS[coverage][width])} feet={feet} onChoose={onChange} />
        ))}
        <Preset label={words.unknown} value="unknown" feet={feet} onChoose={onChange} />
      </div>
      {!known && <p className="mt-2 text-muted text-small">{words.unknownHint}</p>}
      <a href={studio} className="mt-3 inline-block text-link text-small underline underline-offset-4">
        {words.studio}
      </a>
      <Fault id={fault} className="mt-2">
        {message}
      </Fault>
    </fieldset>
  );
}

interface PresetProps {
  label: string;
  value: string;
  feet: string;
  onChoose: (feet: string) => void;
}

function Preset({ label, value, feet, onChoose }: PresetProps) {
  return (
    <button type="button" className="chip text-small" aria-pressed={feet === value} onClick={() => onChoose(value)}>
      {label}
    </button>
  );
}
