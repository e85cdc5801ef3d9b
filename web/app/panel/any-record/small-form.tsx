// A form that saves by a press and not by fields (~/forms/form). Where something was typed while it was saved it stays, and says so below its button.
import { type ComponentProps, useState } from "react";
import { FormElement } from "~/forms/form-element";
import { SINCE } from "./kept-fields";

export function SmallForm({ onSubmit, children, ...props }: Omit<ComponentProps<typeof FormElement>, "onStays">) {
  const [stays, setStays] = useState(false);
  return (
    <FormElement
      {...props}
      onSubmit={(event, since) => {
        setStays(false);
        return onSubmit(event, since);
      }}
      onStays={() => setStays(true)}
    >
      {children}
      {stays && (
        <p role="alert" className="font-semibold text-danger text-small">
          {SINCE}
        </p>
      )}
    </FormElement>
  );
}
