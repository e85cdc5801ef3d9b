// Feet and a range of prices, in one sentence, as soon as a size is confirmed and never before.
import { dollars } from "~/lib/money";
import { type Bench, lengthsOf } from "./bench";
import { shown } from "./geometry/front";
import { coverageOf } from "./plan";
import type { Price } from "./price";
import { words } from "./words";

/** "90-105 ft, about $1,800 to $3,700", with the words before it; null before a size is confirmed. */
export function figureOf({ plan, drawing }: Bench, price: Price): string | null {
  const lengths = lengthsOf(plan);
  if (!lengths) return null;
  const coverage = coverageOf(drawing);
  const feet = shown(lengths.sum);
  if (!feet) return null;
  const said = words.figure[coverage](feet.join("-"));
  if (!drawing.stories) return words.figure.unpriced(said);
  const { low, high } = price(feet, drawing.stories, coverage);
  return words.figure.priced(said, `${dollars(low)} to ${dollars(high)}`);
}

/** Why there is none. */
export function missing({ plan, drawing: { reference, lines } }: Bench): string {
  if (lengthsOf(plan)) return words.size.short;
  if (!reference) return words.size.unset;
  if (!reference.confirmed) return words.size.unconfirmed;
  return lines.length > 0 ? words.size.loose : words.size.undrawn;
}

export function Figure({ bench, price }: { bench: Bench; price: Price }) {
  const said = figureOf(bench, price);
  return (
    <p className="studio-figure" data-slot="figure">
      {said ? <strong>{said}</strong> : missing(bench)} {said && words.figure.final}
      {said && bench.opened.similar && ` ${words.figure.ours}`}
    </p>
  );
}
