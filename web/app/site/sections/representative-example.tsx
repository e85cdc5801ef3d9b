// One loan worked through, beside the plans that name a term.
import { loanCost } from "~/lib/loan";
import { dollars, dollarsAndCents } from "~/lib/money";
import type { financing } from "../content/financing";
import { startingLoan } from "./calculator";

export function RepresentativeExample({ words }: { words: typeof financing.example }) {
  const { amount, apr, months } = startingLoan;
  const { payment, interest } = loanCost(startingLoan);
  return (
    <p className="mt-8 max-w-measure text-muted text-small">
      <strong className="text-ink">{words.title}:</strong>{" "}
      {words.text(dollars(amount), String(apr), months, dollarsAndCents(payment), dollarsAndCents(interest))}
    </p>
  );
}
