// The payment calculator: three sliders, each with a field for typing, and what the loan costs.
import { type SyntheticEvent, useId, useState } from "react";
import { type Loan, loanCost } from "~/lib/loan";
import { dollars, dollarsAndCents, readNumber } from "~/lib/money";
import { useDebounced } from "~/ui/debounced";
import { Input, Slider } from "~/ui/input";
import type { financing } from "../content/financing";

export type { Loan };

export const startingLoan: Loan = { amount: 15_000, apr: 5.99, months: 36 };

const RANGES = {
  amount: { min: 5_000, max: 50_000, step: 500 },
  apr: { min: 0, max: 15, step: 0.25 },
  months: { min: 12, max: 60, step: 12 },
};

type Field = keyof Loan;
type Words = typeof financing.calculator;

/** How long the figures rest before they are read out. */
const QUIET = 500;

interface CalculatorProps {
  words: Words;
  loan: Loan;
  /** Changes what the loan is by then: two changes may come before it is drawn again. */
  onChange: (change: (loan: Loan) => Loan) => void;
}

export function Calculator({ words, loan, onChange }: CalculatorProps) {
  const cost = loanCost(loan);
  const spoken = useDebounced(
    words.spoken(dollarsAndCents(cost.payment), dollarsAndCents(cost.interest), dollarsAndCents(cost.total)),
    QUIET,
  );
  const set = (field: Field) => (value: number) => onChange((now) => ({ ...now, [field]: value }));
  return (
    <div className="grid gap-6 lg:grid-cols-12">
      <div className="flex flex-col gap-8 lg:col-span-6 lg:py-6">
        <SliderField
          label={words.amount}
          unit={words.amountUnit}
          typed={words.typed(words.amount, words.amountUnit)}
          range={RANGES.amount}
          value={loan.amount}
          spoken={dollars(loan.amount)}
          onChange={set("amount")}
        />
        <SliderField
          label={words.apr}
          unit={words.aprUnit}
          typed={words.typed(words.apr, words.aprUnit)}
          range={RANGES.apr}
          value={loan.apr}
          spoken={words.aprSpoken(String(loan.apr))}
          onChange={set("apr")}
        />
        <SliderField
          label={words.months}
          unit={words.monthsUnit}
          typed={words.typed(words.months, words.monthsUnit)}
          range={RANGES.months}
          value={loan.months}
          spoken={words.monthsSpoken(loan.months)}
          onChange={set("months")}
        />
      </div>
      <div className="dark flex flex-col justify-between rounded-media bg-night p-7 text-ink md:p-10 lg:col-span-5 lg:col-start-8">
        <div aria-hidden="true">
          <dl>
            <dt className="text-muted">{words.payment}</dt>
            <dd className="figure-large text-accent tabular-nums">{dollarsAndCents(cost.payment)}</dd>
          </dl>
          <div className="light-line my-7" />
          <dl>
            <div className="flex justify-between gap-4 py-1.5">
              <dt className="text-muted">{words.interest}</dt>
              <dd className="font-semibold tabular-nums">{dollarsAndCents(cost.interest)}</dd>
            </div>
            <div className="flex justify-between gap-4 py-1.5">
              <dt className="text-muted">{words.total}</dt>
              <dd className="font-semibold tabular-nums">{dollarsAndCents(cost.total)}</dd>
            </div>
          </dl>
        </div>
        <output aria-live="polite" className="sr-only">
          {spoken}
        </output>
        <p className="mt-8 text-muted text-small">{words.disclaimer}</p>
        <p className="mt-2 hidden text-small noscript:block">{words.unscripted}</p>
      </div>
    </div>
  );
}

interface SliderFieldProps {
  label: string;
  unit: string;
  /** The name of the field for typing. */
  typed: string;
  range: { min: number; max: number; step: number };
  value: number;
  /** The value as it is said. */
  spoken: string;
  onChange: (value: number) => void;
}

function SliderField({ label, unit, typed, range, value, spoken, onChange }: SliderFieldProps) {
  const id = useId();
  return (
    <div>
      <div className="flex items-end justify-between gap-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <TypedValue label={typed} unit={unit} range={range} value={value} onChange={onChange} />
      </div>
      <Slider
        id={id}
        className="mt-3"
        {...range}
        // The browser rounds a slider to its steps from the minimum; the start of 5.99 lies between two.
        step={Number.isInteger((value - range.min) / range.step) ? range.step : "any"}
        value={value}
        aria-valuetext={spoken}
        onChange={(event) => onChange(toStep(event.target.valueAsNumber, range))}
        onKeyDown={(event) => {
          const by = STEPS[event.key];
          if (!by) return;
          event.preventDefault();
          onChange(next(value, by, range));
        }}
      />
    </div>
  );
}

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -4,
  PageUp: 4,
};

const clamp = (value: number, { min, max }: SliderFieldProps["range"]) => Math.min(max, Math.max(min, value));
const toStep = (value: number, range: SliderFieldProps["range"]) =>
  clamp(range.min + Math.round((value - range.min) / range.step) * range.step, range);

/** The next step in a direction: from 5.99 up it is 6, down it is 5.75. */
function next(value: number, by: number, range: SliderFieldProps["range"]): number {
  const steps = (value - range.min) / range.step;
  const from = by > 0 ? Math.floor(steps) : Math.ceil(steps);
  return clamp(range.min + (from + by) * range.step, range);
}

/** A field that takes any text while it is typed in, and takes a value in range when it is left. */
function TypedValue({ label, unit, range, value, onChange }: Omit<SliderFieldProps, "typed" | "spoken">) {
  const [text, setText] = useState<string | null>(null);
  // Of the field itself: what was typed before the page was alive was heard by nobody.
  const finish = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const typed = readNumber(currentTarget.value);
    setText(null);
    // The advertised rate lies between two steps and may be typed again.
    if (!Number.isNaN(typed)) onChange(typed === startingLoan.apr ? typed : toStep(typed, range));
    else currentTarget.value = String(value);
  };
  return (
    <span className="flex items-center gap-2 text-muted">
      <Input
        aria-label={label}
        inputMode="decimal"
        className="w-28 text-right tabular-nums"
        value={text ?? String(value)}
        onChange={(event) => setText(event.target.value)}
        onBlur={finish}
        onKeyDown={(event) => event.key === "Enter" && finish(event)}
      />
      <span aria-hidden="true" className="w-16">
        {unit}
      </span>
    </span>
  );
}
