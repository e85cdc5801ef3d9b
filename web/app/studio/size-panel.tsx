// Beside the picture while its size is set: what the box is around, whether it fits, and how many stories there are.
import { Check, Undo2 } from "lucide-react";
import { useId } from "react";
import { Button } from "~/ui/button";
import { Select } from "~/ui/input";
import type { Bench } from "./bench";
import { Figure } from "./figure";
import { coverageOf, DOORS, type ReferenceKind, type Stories } from "./plan";
import type { Price } from "./price";
import type { Sizing } from "./size";
import { words as all } from "./words";

const words = {
  hint: "Or tap it once. Then you see it up close, and say whether the box fits.",
  storiesHint: "Anywhere along the front where you see both. Then you see it up close, and say whether the box fits.",
  nearHint: "Drag its corners to where they belong. A tap beside the box moves the nearest one.",
  confirm: "Yes, It Fits",
  again: "Look Again",
  clear: "Remove the Size",
  kind: "What you know the size of",
  stories: "How many stories?",
  storyNames: ["One", "Two", "Three"],
  coverage: "What you drew",
  coverages: { front: "The front only", whole: "The whole house" },
};
const KINDS: readonly ReferenceKind[] = [...DOORS, "stories"];

export interface SizePanelProps {
  bench: Bench;
  sizing: Sizing;
  price: Price;
}

export default function SizePanel({ bench, sizing, price }: SizePanelProps) {
  const { drawing, change } = bench;
  const hint = sizing.near ? words.nearHint : sizing.kind === "stories" ? words.storiesHint : words.hint;
  return (
    <>
      {!drawing.reference?.confirmed && <p className="studio-hint">{hint}</p>}
      {sizing.near ? <Confirm bench={bench} sizing={sizing} /> : <Figure {...{ bench, price }} />}
      {!drawing.reference?.confirmed && <Kinds sizing={sizing} />}
      <HowMany bench={bench} />
      {!sizing.near && (
        <fieldset>
          <legend className="studio-legend">{words.coverage}</legend>
          <div className="studio-row">
            {(["front", "whole"] as const).map((value) => (
              <label key={value} className="studio-check">
                <input
                  type="radio"
                  name="coverage"
                  checked={coverageOf(drawing) === value}
                  onChange={() => change(() => ({ coverage: value }))}
                />
                {words.coverages[value]}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {drawing.reference && (
        <div className="studio-row">
          {!sizing.near && (
            <Button variant="outline" size="small" onClick={sizing.again}>
              {words.again}
            </Button>
          )}
          <Button variant="outline" size="small" onClick={sizing.clear}>
            {words.clear}
          </Button>
        </div>
      )}
    </>
  );
}

/** One press says that the box fits. */
function Confirm({ bench: { undo }, sizing }: { bench: Bench; sizing: Sizing }) {
  return (
    <div className="studio-row studio-confirm">
      <Button size="large" onClick={sizing.confirm}>
        <Check aria-hidden />
        {words.confirm}
      </Button>
      <Button variant="outline" size="icon" aria-label={all.edges.undo} disabled={!undo} onClick={() => undo?.()}>
        <Undo2 aria-hidden />
      </Button>
    </div>
  );
}

function Kinds({ sizing }: { sizing: Sizing }) {
  const id = useId();
  return (
    <label className="studio-field" htmlFor={id}>
      {words.kind}
      <Select
        id={id}
        options={KINDS.map((value) => ({ value, label: all.size.kinds[value] }))}
        value={sizing.kind}
        onChange={(event) => sizing.choose(event.target.value as ReferenceKind)}
      />
    </label>
  );
}

/** Nobody is taken to live in one story. */
function HowMany({ bench: { drawing, change } }: { bench: Bench }) {
  return (
    <fieldset>
      <legend className="studio-legend">{words.stories}</legend>
      <div className="studio-thirds">
        {words.storyNames.map((label, i) => (
          <button
            key={label}
            type="button"
            className="studio-choice"
            aria-pressed={drawing.stories === i + 1}
            onClick={() =>
              change(({ reference }) => ({
                stories: (i + 1) as Stories,
                // By stories they are the size.
                reference: reference?.kind === "stories" ? { ...reference, confirmed: false } : reference,
              }))
            }
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
