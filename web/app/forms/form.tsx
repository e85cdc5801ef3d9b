// What every form does alike: a field is checked when it is left and again while it is mended; a failed attempt moves the
// focus to the first fault; what the server finds wrong stands under its field; sending twice sends once; and nothing
// typed is lost, neither by a failure nor by typing before the page's code has arrived.
import { createContext, type FormEvent, type ReactNode, useContext, useRef } from "react";
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
  useFormContext,
} from "react-hook-form";
import type { GenericSchema, InferInput, InferOutput } from "valibot";
import { ApiError, sentenceOf } from "~/api/error";
import { classes } from "~/ui/classes";
import { useUnsavedGuard } from "~/ui/unsaved";
import { checkedBy } from "./checked-by";
import { keepDraft, useDraft } from "./draft";

interface FormOptions<Schema extends GenericSchema<FieldValues, FieldValues>> {
  /** The rules and their messages. */
  schema: Schema;
  /** A value for every field. */
  defaults: InferInput<Schema>;
}

/** A form's state, for <Form> and its fields. */
export function useFields<Schema extends GenericSchema<FieldValues, FieldValues>>({
  schema,
  defaults,
}: FormOptions<Schema>) {
  return useForm<InferInput<Schema>, unknown, InferOutput<Schema>>({
    resolver: checkedBy(schema) as never,
    defaultValues: defaults as DefaultValues<InferInput<Schema>>,
    mode: "onTouched",
  });
}

/** What every failed attempt says inside the form, beside any notice. */
const FAILED = "Something went wrong. Please try again.";

/** Puts the server's messages under their fields; what belongs to no field of the form stands above the button. */
function showRefusal<Values extends FieldValues>(form: UseFormReturn<Values, unknown, never>, error: unknown) {
  const names = Object.keys(form.getValues());
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const known = fields.filter(([name]) => names.includes(name));
  known.forEach(([name, message], index) => {
    form.setError(name as Path<Values>, { type: "server", message }, { shouldFocus: index === 0 });
  });
  if (known.length === 0)
    form.setError("root.refused" as never, { type: "server", message: sentenceOf(error, FAILED) });
}

interface FormProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  /** Sends the checked values; throws where that fails. */
  send: (values: Output) => Promise<unknown>;
  /** After a success. */
  onSent?: () => void;
  /** After a failure that the form already shows: for a notice or an event. */
  onFailed?: (error: unknown) => void;
  /** Asks before the dialog around it is closed with words that were not sent. */
  guarded?: boolean;
  /** Keeps the words under this name when the session has ended, and brings them back after signing in again. */
  draft?: string;
  label?: string;
  className?: string;
  children: ReactNode;
}

const Sending = createContext(false);

/** Whether the form around it is being sent. */
export const useSending = (): boolean => useContext(Sending);

export function Form<Values extends FieldValues, Output>({
  form,
  send,
  onSent,
  onFailed,
  guarded = false,
  draft,
  label,
  className,
  children,
}: FormProps<Values, Output>) {
  const underway = useRef(false);
  const { isSubmitting, isDirty, isSubmitSuccessful } = form.formState;
  useUnsavedGuard(guarded && isDirty && !isSubmitSuccessful);
  useDraft(draft, form as never);

  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values as Output);
    } catch (error) {
      if (draft && error instanceof ApiError && error.status === 401) {
        // The session has ended: whoever guards the screen says so and leads to the login.
        keepDraft(draft, form.getValues());
        return;
      }
      showRefusal(form as never, error);
      onFailed?.(error);
      return;
    }
    onSent?.();
  });

  async function once(event: FormEvent) {
    event.preventDefault();
    // React forwards events of a dialog through the tree it stands in: only this form's own are meant.
    event.stopPropagation();
    if (underway.current) return;
    underway.current = true;
    form.clearErrors("root");
    await submit(event);
    underway.current = false;
  }

  return (
    <FormProvider {...(form as unknown as UseFormReturn)}>
      <Sending value={isSubmitting}>
        <form method="post" noValidate aria-label={label} onSubmit={once} className={classes("grid gap-5", className)}>
          {children}
        </form>
      </Sending>
    </FormProvider>
  );
}

/** Why the last attempt failed, where no single field is to blame. Stands right above the button. */
export function FormFault() {
  const { errors } = useFormContext().formState;
  const refused = errors.root?.refused as { message?: string } | undefined;
  return (
    <div role="alert" className="font-semibold text-danger text-small empty:hidden">
      {refused?.message}
    </div>
  );
}
