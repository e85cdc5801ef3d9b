// Feet and a range of prices, in one sentence, as soon as a size is confirmed and never before.
import { dollars } from "~/lib/money";
import { type Bench, lengthsOf } from "./bench";
import { shown } from "./geometry/front";
import { coverageOf } from "./plan";
import type { Price } from "./price";

const words = {
  front: (feet: string) => `Front only: ${feet} ft`,
  whole: (feet: string) => `Whole house: ${feet} ft`,
  priced: (said: string, range: string) => `${said}, about ${range}.`,
  unpriced: (said: string) => `${said}. Say how many stories for a price range.`,
  final: "We measure on site before any price is final.",
  ours: "This is for our house; yours will differ.",
  unset: "Feet and a price range appear once a size is set.",
  unconfirmed: "Feet and a price range appear once you have said that the box fits.",
  loose: "This box leaves too much open to say feet. Look again and set its corners, or box something larger.",
  short: "This drawing is too short to price. Draw more of what should be lit.",
  undrawn: "Feet and a price range appear once an edge is drawn.",
};

/** "90-105 ft, about $1,800 to $3,700", with the words before it; null before a size is confirmed. */
export function figureOf({ plan, drawing }: Bench, price: Price): string | null {
  const lengths = lengthsOf(plan);
  if (!lengths) return null;
  const coverage = coverageOf(drawing);
  const feet = shown(lengths.sum);
  if (!feet) return null;
  const said = words[coverage](feet.join("-"));
  if (!drawing.stories) return words.unpriced(said);
  const { low, high } = price(feet, drawing.stories, coverage);
  return words.priced(said, `${dollars(low)} to ${dollars(high)}`);
}

/** Why there is none. */
export function missing({ plan, drawing: { reference, lines } }: Bench): string {
  if (lengthsOf(plan)) return words.short;
  if (!reference) return words.unset;
  if (!reference.confirmed) return words.unconfirmed;
  return lines.length > 0 ? words.loose : words.undrawn;
}

export function Figure({ bench, price }: { bench: Bench; price: Price }) {
  const said = figureOf(bench, price);
  return (
    <p className="studio-figure" data-slot="figure">
      {said ? <strong>{said}</strong> : missing(bench)} {said && words.final}
      {said && bench.opened.similar && ` ${words.ours}`}
    </p>
  );
}
