// Fields of a form: the label above, a hint and the message under it. Whether a field must be filled in is said in words,
// beside the label and not in it, so that the label stays the field's plain name.

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { type Control, saidIn } from "~/lib/control";
import { startCase } from "~/lib/labels";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Fault } from "~/ui/fault";
import { Input, type Option, Select, Textarea } from "~/ui/input";

interface Texts {
  name: string;
  label: string;
  /** What helps to fill it in. */
  hint?: ReactNode;
  optional?: boolean;
  className?: string;
}

interface FieldProps extends Omit<Texts, "name"> {
  id: string;
  message?: string | undefined;
  children: ReactNode;
}

const hintId = (id: string) => `${id}-hint`;
const faultId = (id: string) => `${id}-fault`;

/** Label, control, hint and message in their order. */
export function Field({ id, label, hint, optional, message, className, children }: FieldProps) {
  return (
    <div data-slot="field" className={classes("grid grid-cols-[minmax(0,1fr)] content-start gap-1.5", className)}>
      <div className="flex items-baseline gap-2">
        <label htmlFor={id} className="font-semibold text-small">
          {label}
        </label>
        <span className="text-muted text-tiny">{optional ? "(optional)" : "(required)"}</span>
      </div>
      {children}
      {hint && (
        <p id={hintId(id)} className="text-muted text-small">
          {hint}
        </p>
      )}
      <Fault id={faultId(id)}>{message}</Fault>
    </div>
  );
}

/** The attributes that tie a control to its field, and to the form around it. */
export function useControl({ name, hint, optional }: Texts) {
  const id = useId();
  const arrived = useRef(false);
  const { register, setValue, formState } = useFormContext();
  const message = formState.errors[name]?.message as string | undefined;
  const { ref, ...registered } = register(name);
  const described = [hint && hintId(id), message && faultId(id)].filter(Boolean).join(" ");
  const control = {
    ...registered,
    // What was typed before this code arrived stays. Later on the form alone decides what stands in its fields.
    ref: (element: Control | null) => {
      const typed = element && !arrived.current ? saidIn(element) : "";
      ref(element);
      if (element) arrived.current = true;
      if (element && typed && saidIn(element) !== typed && element.tagName !== "SELECT") {
        setValue(name, typed, { shouldDirty: true });
      }
    },
    id,
    required: !optional,
    "aria-invalid": message ? (true as const) : undefined,
    "aria-describedby": described || undefined,
  };
  return { id, message, control };
}

type InputProps = Texts & Omit<ComponentProps<"input">, keyof Texts>;

export function TextField({ name, label, hint, optional, className, ...props }: InputProps) {
  const texts = { name, label, hint, optional };
  const { id, message, control } = useControl(texts);
  return (
    <Field {...texts} id={id} message={message} className={className}>
      <Input {...props} {...control} />
    </Field>
  );
}

/** An email address, with what browsers and password managers want to know about it. */
export const EmailField = (props: Partial<InputProps>) => (
  <TextField name="email" label="Email" type="email" inputMode="email" autoComplete="email" {...props} />
);

/** A telephone number. */
export const PhoneField = (props: Partial<InputProps>) => (
  <TextField name="phone" label="Phone" type="tel" inputMode="tel" autoComplete="tel" optional {...props} />
);

/** A password that can be looked at. */
export function PasswordField({ name, label, hint, optional, className, ...props }: InputProps) {
  const texts = { name, label, hint, optional };
  const { id, message, control } = useControl(texts);
  const [shown, setShown] = useState(false);
  return (
    <Field {...texts} id={id} message={message} className={className}>
      <div className="relative">
        <Input {...props} {...control} type={shown ? "text" : "password"} className="pr-13" />
        <Button
          variant="quiet"
          size="icon"
          className="absolute top-0.5 right-0.5"
          aria-label={shown ? "Hide password" : "Show password"}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </Button>
      </div>
    </Field>
  );
}

type TextareaProps = Texts & Omit<ComponentProps<"textarea">, keyof Texts>;

export function TextareaField({ name, label, hint, optional, className, ...props }: TextareaProps) {
  const texts = { name, label, hint, optional };
  const { id, message, control } = useControl(texts);
  return (
    <Field {...texts} id={id} message={message} className={className}>
      <Textarea {...props} {...control} />
    </Field>
  );
}

/** The choices, and by its own words a current code that is not among them: it is seen, and stays unless it is changed. */
function withCurrent(options: readonly Option[], value: unknown): readonly Option[] {
  if (typeof value !== "string" || !/^[a-z_]+$/.test(value)) return options;
  return options.some((option) => option.value === value) ? options : [...options, { value, label: startCase(value) }];
}

type SelectProps = Texts & Omit<ComponentProps<"select">, keyof Texts> & { options: readonly Option[] };

export function SelectField({ name, label, hint, optional, className, options: known, ...props }: SelectProps) {
  const { getValues } = useFormContext();
  const options = withCurrent(known, getValues(name));
  const texts = { name, label, hint, optional };
  const { id, message, control } = useControl(texts);
  const place = useRef<HTMLSelectElement>(null);
  const choices = options.map(({ value }) => value).join();
  // Where the choices change it takes up the value it was given before they came. It stays the same element: the focus may be in it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the choices change
  useLayoutEffect(() => {
    if (place.current) place.current.value = String(getValues(name) ?? "");
  }, [choices]);
  return (
    <Field {...texts} id={id} message={message} className={className}>
      <Select
        {...props}
        {...control}
        ref={(element) => {
          control.ref(element);
          place.current = element;
        }}
        // Where something is always chosen nothing can be missing, and HTML knows no required choice without an empty one.
        required={control.required && options[0]?.value === ""}
        onChange={(event) => {
          void control.onChange(event);
          props.onChange?.(event);
        }}
        options={options}
      />
    </Field>
  );
}

/** A sentence that somebody agrees to. */
export function AgreementField({ name, label, className }: Pick<Texts, "name" | "className"> & { label: string }) {
  const { id, message, control } = useControl({ name, label });
  return (
    <div data-slot="field" className={classes("grid gap-1.5", className)}>
      <div className="flex max-w-[60ch] items-start gap-3">
        <input type="checkbox" className="mt-0.5 size-5 shrink-0 accent-(--color-primary)" {...control} />
        <p>
          <label htmlFor={id}>{label}</label> <span className="text-muted text-tiny">(required)</span>
        </p>
      </div>
      <Fault id={faultId(id)}>{message}</Fault>
    </div>
  );
}
