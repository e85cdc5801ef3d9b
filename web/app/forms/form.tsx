// What every form does: a field is checked when it is left after something was typed, and again while it is corrected; what the server finds wrong stands under
// its field; a failed attempt says so until the next one; sending twice sends once; and nothing typed is lost, neither by a failure nor
// by typing before the page's code has arrived, nor by typing while it is sent.
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
import { ApiError, ChangedSince, isLost, isTaken, sentenceOf } from "~/api/error";
import { newKey } from "~/api/idempotency";
import { classes } from "~/ui/classes";
import { dismissError, notify } from "~/ui/toast";
import { asks, type Loss, useUnsavedGuard } from "~/ui/unsaved";
import { checkedBy } from "./checked-by";
import { FormElement } from "./form-element";
import { SubmitButton } from "./submit-button";

export interface FormOptions<Schema extends GenericSchema<FieldValues, FieldValues>> {
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
    resolver: checkedBy(schema),
    defaultValues: defaults as DefaultValues<InferInput<Schema>>,
    mode: "onTouched",
    shouldFocusError: false, // FormElement does
  });
}

/** Said where the call may have been done although its answer was lost. */
const LOST = "No answer came back. What you typed is still here. Try again: it will be saved only once.";
/** Asked before words are discarded that are being saved, or whose answer was lost. */
export const UNANSWERED: Loss = { text: "What you typed here may have been saved: no answer has come back yet." };
/** Asked where they were changed since. */
const EARLIER: Loss = { text: `${UNANSWERED.text} What you changed since then has not been saved.` };
/** Said where the words were changed while they were sent. */
const TAKEN = "We already have this as you first sent it. What you changed since then has not been sent.";

/** Whether something stands in a field. */
const holds = ({ type, checked, value }: HTMLInputElement) => (type === "checkbox" ? checked : value !== "");

type Refusal = "taken" | "lost" | "server";

/** Where an earlier attempt was taken the form asks, and nothing has failed. */
const kindOf = (error: unknown): Refusal => (isTaken(error) ? "taken" : isLost(error) ? "lost" : "server");

/** Puts the server's messages under their fields; what belongs to no field of the form stands above the button. */
function showRefusal<Values extends FieldValues, Output>(form: UseFormReturn<Values, unknown, Output>, error: unknown) {
  const names = Object.keys(form.getValues());
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const known = fields.filter(([name]) => names.includes(name));
  for (const [name, message] of known) form.setError(name as Path<Values>, { type: "server", message });
  if (known.length === 0) {
    form.setError("root.refused", { type: kindOf(error), message: sentenceOf(error, "") });
  }
}

interface FormProps<Values extends FieldValues, Output> {
  form: UseFormReturn<Values, unknown, Output>;
  /** Sends the checked values; throws where that fails, and gives `false` where nothing was to be sent yet. The key is one and the
   * same until something has been sent: what is sent again under it is done once. */
  send: (values: Output, key: string) => Promise<unknown>;
  /** After a success, to close or to empty the form: unless something was typed since. */
  onSent?: () => void;
  /** What is said in its place where something was typed since. */
  since?: string;
  /** After a failure that the form already shows: for a notice or an event. */
  onFailed?: (error: unknown) => void;
  /** Asks before the dialog around it is closed with words that were not sent. */
  guarded?: boolean;
  /** Works without a script too: the server takes it as the browser posts it. */
  plain?: boolean;
  label?: string;
  className?: string;
  children: ReactNode;
}

const Renewed = createContext<() => void>(() => {});

export function Form<Values extends FieldValues, Output>({
  form,
  send,
  onSent,
  since = TAKEN,
  onFailed,
  guarded = false,
  plain = false,
  label,
  className,
  children,
}: FormProps<Values, Output>) {
  const key = useRef("");
  const { isDirty, dirtyFields } = form.formState;
  // What is chosen from a list is typed nowhere.
  const said = () => JSON.stringify(form.getValues());
  /** What the last attempt sent that has no answer: a refusal of a later one says nothing about it. */
  const unanswered = useRef("");
  const lift = useUnsavedGuard(
    guarded && isDirty,
    () =>
      (unanswered.current && (unanswered.current === said() ? UNANSWERED : EARLIER)) ||
      asks.of?.(form.getValues(Object.keys(dirtyFields) as Path<Values>[])),
  );
  const typed = useRef(new Set<string>());

  /** An empty field that was only passed by has no fault yet; what was typed before the page came to life is in it all the same. */
  const register: typeof form.register = (name, options) => {
    const field = form.register(name, options);
    return {
      ...field,
      onChange: (event) => {
        typed.current.add(name);
        return field.onChange(event);
      },
      onBlur: async (event) => (typed.current.has(name) || holds(event.target)) && field.onBlur(event),
    };
  };

  /** Returns whether it was sent, and something was typed since. */
  async function attempt(event: FormEvent, isTyped: () => boolean) {
    let stays = false;
    const sent = said();
    form.clearErrors("root");
    dismissError();
    await form.handleSubmit(async (values) => {
      key.current ||= newKey();
      let open = unanswered.current;
      unanswered.current = sent;
      try {
        if ((await send(values, key.current)) === false) return;
        open = "";
      } catch (error) {
        if (isLost(error)) open = sent;
        if (error instanceof ChangedSince && error.made === undefined) key.current = ""; // nothing is left under it
        showRefusal(form, error);
        if (!isTaken(error)) onFailed?.(error);
        return;
      } finally {
        unanswered.current = open;
      }
      key.current = "";
      stays = onSent !== undefined && (isTyped() || said() !== sent);
      if (stays) return;
      lift();
      onSent?.();
    })(event);
    if (!stays) return false;
    // Said last: the attempt itself is a success. Not brought into view, because somebody is typing; so a notice says it too.
    form.setError("root.refused", { type: "server", message: since });
    notify("Not all of it yet", since);
    return true;
  }

  function renewKey() {
    key.current = "";
  }

  return (
    <FormProvider {...form} register={register}>
      <Renewed value={renewKey}>
        <FormElement
          noValidate
          data-plain={plain || undefined}
          aria-label={label}
          onSubmit={attempt}
          className={classes("grid gap-5", className)}
        >
          {children}
        </FormElement>
      </Renewed>
    </FormProvider>
  );
}

interface FormFaultProps {
  /** What is said where the server gave no reason. */
  unexplained?: string;
  /** What is said where no answer came, if what is sent again is not just done once. */
  lost?: string;
}

/** Why the last attempt failed, where no single field is to blame: until the next one begins, also when its notice has gone. Stands
 * right above the button. */
export function FormFault({ unexplained = "Something went wrong. Please try again.", lost = LOST }: FormFaultProps) {
  const { errors } = useFormContext().formState;
  const renewKey = useContext(Renewed);
  const { type, message } = (errors.root?.refused ?? {}) as { type?: Refusal; message?: string };
  return (
    <div role="alert" className="grid justify-items-start gap-2 font-semibold text-danger text-small empty:hidden">
      {type && (type === "lost" ? lost : message || unexplained)}
      {type === "taken" && (
        <SubmitButton variant="outline" size="small" onClick={renewKey}>
          Send as New
        </SubmitButton>
      )}
    </div>
  );
}

/** What an earlier attempt led to, such as its number: taken away while the next one is under way, and when that has failed. */
export function UntilNextAttempt({ children }: { children: ReactNode }) {
  const { isSubmitting, isSubmitted, isSubmitSuccessful } = useFormContext().formState;
  return !(isSubmitting || (isSubmitted && !isSubmitSuccessful)) && children;
}
