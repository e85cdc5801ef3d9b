// One of a few, each as large as a glove needs it. The platform's own radio buttons: Tab leads in, arrows choose.
import { type ReactNode, useId } from "react";
import { classes } from "~/ui/classes";
import { Fault } from "./fault";

interface ChoiceProps<Value extends string> {
  label: string;
  /** Keeps the label for those who listen. */
  hideLabel?: boolean;
  options: readonly { value: Value; label: ReactNode }[];
  value: Value | null;
  className?: string;
  /** What is wrong with it; stands with the question, where the eye is led. */
  fault?: string | null;
  onChange: (value: Value) => void;
}

export function Choice<Value extends string>({
  label,
  hideLabel = false,
  options,
  value,
  className = "grid gap-3",
  fault = null,
  onChange,
}: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className={hideLabel ? "sr-only" : "mb-2 font-semibold text-base"}>{label}</legend>
      <Fault role="alert" className="mb-2 text-base">
        {fault}
      </Fault>
      <div className={className}>
        {options.map((option) => (
          <label
            key={option.value}
            className={classes(
              "relative flex min-h-14 cursor-pointer items-center justify-center rounded-control border px-1 text-center font-semibold text-base leading-tight has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2",
              option.value === value ? "border-primary bg-primary text-on-primary" : "border-control text-ink",
            )}
          >
            <input
              type="radio"
              name={name}
              className="absolute inset-0 cursor-pointer opacity-0"
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
