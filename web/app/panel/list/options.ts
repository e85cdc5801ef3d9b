// What a filter or a field offers: the values of a table of looks, in its order.
import type { Option } from "~/ui/input";

export const optionsOf = (looks: Record<string, { label: string }>): Option[] =>
  Object.entries(looks).map(([value, { label }]) => ({ value, label }));
