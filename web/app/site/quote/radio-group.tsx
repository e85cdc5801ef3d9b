// A choice among few, all of them in view: large enough for the finger, and plain radio buttons underneath.
import { useId } from "react";
import { useFormContext } from "react-hook-form";
import { classes } from "~/ui/classes";
import { Fault } from "~/ui/fault";

interface RadioGroupProps {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  className?: string;
  onChoose?: (value: string) => void;
}

export function RadioGroup({ name, label, options, className, onChoose }: RadioGroupProps) {
  const { register, formState } = useFormContext();
  const fault = useId();
  const message = formState.errors[name]?.message;
  return (
    <fieldset aria-describedby={message ? fault : undefined}>
      <legend className="mb-2 font-semibold text-small">{label}</legend>
      <div className={classes("grid gap-2", className)}>
        {options.map((option) => (
          <label key={option.value} className="choice">
            <input
              type="radio"
              value={option.value}
              className="size-4 accent-(--primary)"
              {...register(name, { onChange: (event) => onChoose?.(event.target.value) })}
            />
            {option.label}
          </label>
        ))}
      </div>
      <Fault id={fault} className="mt-2">
        {message as string | undefined}
      </Fault>
    </fieldset>
  );
}
