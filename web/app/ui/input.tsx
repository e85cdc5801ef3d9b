// The controls of forms, without label and message: forms/ adds those.
import type { ComponentProps } from "react";
import { classes } from "./classes";

const EDGE =
  "w-full rounded-control border border-control bg-surface text-ink text-base placeholder:text-muted disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input className={classes(EDGE, "min-h-12 px-3 py-2", className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  return <textarea className={classes(EDGE, "field-sizing-content min-h-28 px-3 py-2", className)} {...props} />;
}

export interface Option {
  value: string;
  label: string;
  /** It is read, and cannot be chosen. */
  disabled?: boolean;
}

/** The platform's own list of choices. */
export function Select({ options, className, ...props }: ComponentProps<"select"> & { options: readonly Option[] }) {
  return (
    <select className={classes(EDGE, "min-h-12 px-2.5 py-2", className)} {...props}>
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** The platform's own slider. */
export function Slider({ className, ...props }: ComponentProps<"input">) {
  return <input type="range" className={classes("range", className)} {...props} />;
}
