// The badge of a state or a priority, drawn from the table of its looks; and the same table as choices.
import { startCase } from "~/lib/labels";
import { Badge, type BadgeVariant, type Progress } from "./badge";
import type { Option } from "./input";

/** How a value is called and marked. */
export interface Look {
  label: string;
  variant: BadgeVariant;
  mark?: Progress;
  /** Says a priority without color. */
  arrow?: string;
}

/** The look of a value; one that is not in the table is shown in its own words. */
const lookOf = (looks: Record<string, Look>, value: string): Look =>
  Object.hasOwn(looks, value) ? (looks[value] as Look) : { label: startCase(value), variant: "outline" };

export function LookBadge({ looks, value }: { looks: Record<string, Look>; value: string }) {
  const { label, variant, mark, arrow } = lookOf(looks, value);
  return (
    <Badge variant={variant} mark={mark}>
      {arrow && <span aria-hidden>{arrow}</span>}
      {label}
    </Badge>
  );
}

/** What a filter or a field offers: the values of the table, in its order. */
export const optionsOf = (looks: Record<string, Look>): Option[] =>
  Object.entries(looks).map(([value, { label }]) => ({ value, label }));
