// Feet and a range of prices, in one sentence, as soon as a size is set and never before.
import { dollars } from "~/lib/money";
import { type Bench, lengthsOf } from "./bench";
import { shown } from "./geometry/front";
import type { Coverage, Price } from "./price";
import { words } from "./words";

/** What is asked for is no more exact than this. */
const ROUNDED = 100;
const rounded = (amount: number) => dollars(Math.round(amount / ROUNDED) * ROUNDED);

/** "90-105 ft, about $1,800 to $3,700", with the words before it; null before a size is set. */
export function figureOf({ plan, drawing }: Bench, coverage: Coverage, price: Price): string | null {
  const lengths = lengthsOf(plan);
  if (!lengths) return null;
  const feet = shown(lengths.sum);
  const [low, high] = price(feet, drawing.stories, coverage);
  return words.figure[coverage](feet.join("-"), `${rounded(low)} to ${rounded(high)}`);
}

export function Figure({ bench, coverage, price }: { bench: Bench; coverage: Coverage; price: Price }) {
  const said = figureOf(bench, coverage, price);
  const missing = bench.drawing.reference ? words.size.undrawn : words.size.unset;
  return (
    <p className="studio-figure" data-slot="figure">
      {said ? <strong>{said}</strong> : missing} {said && words.figure.final}
      {said && bench.opened.similar && ` ${words.figure.ours}`}
    </p>
  );
}
