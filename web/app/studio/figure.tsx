// Feet and a range of prices, in one sentence, as soon as a size is confirmed and never before.
import { dollars } from "~/lib/money";
import { type Bench, lengthsOf } from "./bench";
import { shown } from "./geometry/front";
import type { Drawing } from "./plan";
import type { Coverage, Price } from "./price";
import { words } from "./words";

/** "90-105 ft, about $1,800 to $3,700", with the words before it; null before a size is confirmed. */
export function figureOf({ plan, drawing }: Bench, coverage: Coverage, price: Price): string | null {
  const lengths = lengthsOf(plan);
  if (!lengths) return null;
  const feet = shown(lengths.sum);
  const said = words.figure[coverage](feet.join("-"));
  if (!drawing.stories) return words.figure.unpriced(said);
  const { low, high } = price(feet, drawing.stories, coverage);
  return words.figure.priced(said, `${dollars(low)} to ${dollars(high)}`);
}

/** Why there is none. */
function missing({ reference, lines }: Drawing): string {
  if (!reference) return words.size.unset;
  if (!reference.confirmed) return words.size.unconfirmed;
  return lines.length > 0 ? words.size.loose : words.size.undrawn;
}

export function Figure({ bench, coverage, price }: { bench: Bench; coverage: Coverage; price: Price }) {
  const said = figureOf(bench, coverage, price);
  return (
    <p className="studio-figure" data-slot="figure">
      {said ? <strong>{said}</strong> : missing(bench.drawing)} {said && words.figure.final}
      {said && bench.opened.similar && ` ${words.figure.ours}`}
    </p>
  );
}
