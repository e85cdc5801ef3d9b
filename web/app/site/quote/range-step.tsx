// The second step: what it is likely to cost, how that was computed, and what it means by the month.
import { Check } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { pageData } from "~/api/page-data";
import { loanCost } from "~/lib/loan";
import { dollars } from "~/lib/money";
import { quote } from "../content/quote";
import { startingLoan } from "../sections/calculator";
import { drawnFeet, useCarried } from "../studio/carried";
import type { QuoteDraft } from "./draft";
import { buildingOf, differences, estimate, estimateOfDrawn } from "./estimate";

interface RangeStepProps {
  form: UseFormReturn<QuoteDraft>;
  /** Whether a branch serves the ZIP code, as far as that is known. */
  served: boolean;
}

export function RangeStep({ form, served }: RangeStepProps) {
  const rates = pageData?.facts;
  const carried = useCarried();
  if (!rates) return null;
  const words = quote.range;
  const building = buildingOf(form.getValues());
  const drawn = drawnFeet(carried, building.feet);
  const { low, high } = drawn ? estimateOfDrawn(building, drawn, rates) : estimate(building, rates);
  const changes = differences(building, rates).map(([name, percent]) => words.change[name](Math.abs(percent)));
  const { apr, months } = startingLoan;
  const monthly = (amount: number) => dollars(Math.round(loanCost({ amount, apr, months }).payment));
  return (
    <div className="grid gap-6">
      <div>
        <p className="text-muted">{words.title}</p>
        <p className="figure mt-1 tabular-nums">
          {dollars(low)}-{dollars(high)}
        </p>
        <p className="mt-2 text-muted">
          {building.feet === null
            ? words.unknown
            : words.basis(
                drawn?.join("-") ?? String(building.feet),
                dollars(rates.ratePerFoot.low),
                dollars(rates.ratePerFoot.high),
              )}
          {changes.length > 0 && ` ${words.changes(changes)}`}
        </p>
        <p role="status" className="mt-3 font-semibold empty:hidden">
          {!served && words.elsewhere(form.getValues("zip"))}
        </p>
      </div>
      <div className="rounded-card bg-sunk p-5">
        <p className="font-semibold">{words.monthly(monthly(low), monthly(high))}</p>
        <p className="mt-1 text-muted text-small">{words.monthlyBasis(String(apr), months)}</p>
      </div>
      <div>
        <p className="font-semibold">{words.included.title}</p>
        <ul className="mt-2 grid gap-1.5">
          {words.included.items.map((item) => (
            <li key={item} className="flex gap-3">
              <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-accent" />
              {item}
            </li>
          ))}
        </ul>
      </div>
      <p className="text-muted text-small">{words.estimate}</p>
    </div>
  );
}
