// Joins class names; where two of them set the same property, the later one wins.
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({ cacheSize: 500 });

export const classes = (...names: (string | false | null | undefined)[]): string => merge(names);
