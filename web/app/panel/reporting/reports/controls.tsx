// What a report is asked about: its days, branch, what it is broken down by, and for a custom one what is counted.
import { useId, useState } from "react";
import { Button } from "~/ui/button";
import { Input } from "~/ui/input";
import { FilterSelect } from "../../list/toolbar";
import { BranchFilter } from "../../staff/branch-filter";
import { daysOf, spanOf, spans } from "./period";
import { byLabel, type Days, type Offered } from "./report";

interface PeriodProps {
  days: Days;
  today: string;
  onChange: (days: Days) => void;
}

const OTHER = "other";

/** A span by its name, or any two days. */
function Period({ days, today, onChange }: PeriodProps) {
  const span = spanOf(days, today);
  const [free, setFree] = useState(span === null);
  const id = useId();
  const options = [
    ...Object.entries(spans).map(([value, label]) => ({ value, label })),
    { value: OTHER, label: "Other days..." },
  ];
  return (
    <>
      <FilterSelect
        label="Days"
        value={free || span === null ? OTHER : span}
        onChange={(value) => {
          setFree(value === OTHER);
          if (value in spans) onChange(daysOf(value as keyof typeof spans, today));
        }}
        options={options}
      />
      {(free || span === null) && (
        <>
          <label htmlFor={`${id}-first`} className="sr-only">
            First day
          </label>
          <Input
            id={`${id}-first`}
            type="date"
            required
            max={days.last}
            value={days.first}
            className="min-h-10 w-auto text-small"
            onChange={({ currentTarget: { value } }) => value && onChange({ ...days, first: value })}
          />
          <label htmlFor={`${id}-last`} className="sr-only">
            Last day
          </label>
          <Input
            id={`${id}-last`}
            type="date"
            required
            min={days.first}
            value={days.last}
            className="min-h-10 w-auto text-small"
            onChange={({ currentTarget: { value } }) => value && onChange({ ...days, last: value })}
          />
        </>
      )}
    </>
  );
}

interface MeasuresProps {
  /** All reports: their measures stand under their names. */
  offered: readonly Offered[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** What each report tells of, every measure once. */
function groupsOf(offered: readonly Offered[]) {
  const seen = new Set<string>();
  return offered.map(({ title, measures }) => ({
    title,
    measures: measures.filter(({ id }) => !seen.has(id) && seen.add(id)),
  }));
}

/** What a custom report counts: one press takes a thing in, another leaves it out. */
export function Measures({ offered, chosen, onChange }: MeasuresProps) {
  const [begins] = useState(chosen.length === 0); // of a report that is opened, the answer comes first
  return (
    <details className="text-small print:hidden" open={begins}>
      <summary className="cursor-pointer py-2 text-link">What is counted ({chosen.length})</summary>
      <div className="mb-5 grid gap-4">
        {groupsOf(offered)
          .filter(({ measures }) => measures.length > 0)
          .map(({ title, measures }) => (
            <fieldset key={title}>
              <legend className="mb-2 font-semibold text-small">{title}</legend>
              <div className="flex flex-wrap gap-2">
                {measures.map(({ id, title: name, unit }) => {
                  const isChosen = chosen.includes(id);
                  return (
                    <Button
                      key={id}
                      size="small"
                      variant={isChosen ? "primary" : "outline"}
                      aria-pressed={isChosen}
                      onClick={() => onChange(isChosen ? chosen.filter((one) => one !== id) : [...chosen, id])}
                    >
                      {unit === "percent" ? `${name}, %` : name}
                    </Button>
                  );
                })}
              </div>
            </fieldset>
          ))}
      </div>
    </details>
  );
}

interface ControlsProps extends PeriodProps {
  /** Left out where a report has no choice of days. */
  hasDays: boolean;
  by: string;
  choices: readonly string[];
  onBy: (by: string) => void;
  branch: string;
  onBranch: (branch: string) => void;
}

export function Controls({ hasDays, by, choices, onBy, branch, onBranch, ...period }: ControlsProps) {
  return (
    <>
      {hasDays && <Period {...period} />}
      {choices.length > 1 && (
        <FilterSelect
          label="Broken down by"
          value={by}
          onChange={onBy}
          options={choices.map((value) => ({ value, label: `By ${byLabel(value).toLowerCase()}` }))}
        />
      )}
      <BranchFilter value={branch} onChange={onBranch} />
    </>
  );
}
