// A form that saves by a press and not by fields (~/forms/form). Where something was typed while it was saved it stays, and says so below its button.
import { type ComponentProps, useState } from "react";
import { FormElement } from "~/forms/form-element";
import { SINCE } from "./kept-fields";

interface SmallFormProps extends Omit<ComponentProps<typeof FormElement>, "onStays"> {
  /** What is said where something was typed since. */
  since?: string;
}

export function SmallForm({ onSubmit, since = SINCE, children, ...props }: SmallFormProps) {
  const [stays, setStays] = useState(false);
  return (
    <FormElement
      {...props}
      onSubmit={(event, isTyped) => {
        setStays(false);
        return onSubmit(event, isTyped);
      }}
      onStays={() => setStays(true)}
    >
      {children}
      {stays && (
        <p role="alert" className="font-semibold text-danger text-small">
          {since}
        </p>
      )}
    </FormElement>
  );
}
