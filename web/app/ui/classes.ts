// Joins class names; where two of them set the same property, the later one wins.
import { extendTailwindMerge } from "tailwind-merge";

// Names of our own scales (app.css): without them a text size would be taken for a text color.
const merge = extendTailwindMerge({
  cacheSize: 500,
  extend: {
    theme: {
      text: ["h1", "h2", "h3", "h4", "lead", "body", "small", "tiny"],
      radius: ["control", "card", "media"],
      container: ["page", "text", "measure", "dialog", "dialog-large"],
      spacing: ["section", "gutter", "bar"],
      shadow: ["card"],
    },
  },
});

export const classes = (...names: (string | false | null | undefined)[]): string => merge(names);
