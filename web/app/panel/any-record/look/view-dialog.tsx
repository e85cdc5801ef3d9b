// Names a view and says whether the list begins with it. A name that one has already stands for that view from then on.
import { useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { boolean, maxLength, object, pipe } from "valibot";
import { TextField } from "~/forms/fields";
import { Form, FormFault } from "~/forms/form";
import { required } from "~/forms/rules";
import { SubmitButton } from "~/forms/submit-button";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { DialogClose } from "~/ui/dialog-close";
import { notify } from "~/ui/toast";
import { SINCE, useKeptFields } from "../kept-fields";
import type { Look } from "./look";
import { type SavedView, savedViews } from "./saved-view";

const LONGEST = 60;

const schema = object({
  name: pipe(required(), maxLength(LONGEST, `At most ${LONGEST} characters`)),
  opens: boolean(),
});

interface ViewDialogProps {
  open: boolean;
  look: Look;
  /** The one that is changed; without it one more is saved. */
  view?: SavedView | undefined;
  onClose: () => void;
}

const alike = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

function Save({ look, view }: Pick<ViewDialogProps, "look" | "view">) {
  const { control } = useFormContext();
  const name: string = useWatch({ control, name: "name" });
  const taken = !view && look.views.some((one) => alike(one.name, name));
  return <SubmitButton sending="Saving...">{taken ? "Replace View" : "Save View"}</SubmitButton>;
}

function Fields({ look, view, onClose }: Omit<ViewDialogProps, "open">) {
  const saved = useRef<SavedView>(null);
  const { form } = useKeptFields(`view ${view?.id ?? look.list}`, {
    schema,
    defaults: { name: view?.name ?? "", opens: view?.opens ?? false },
  });
  return (
    <Form
      form={form}
      guarded
      send={async ({ name, opens }, key) => {
        const was = saved.current ?? view;
        const former = look.views.find((one) => alike(one.name, name));
        saved.current = await (was
          ? savedViews.update(was, { name, opens }, key)
          : former
            ? savedViews.update(former, { query: look.query, opens }, key)
            : savedViews.create({ list: look.list, name, query: look.query, opens }, key));
      }}
      since={SINCE}
      onSent={() => {
        notify("Success", "The view is saved");
        onClose();
      }}
    >
      <TextField name="name" label="Name" hint="It keeps filters, order and columns." maxLength={LONGEST} />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" className="size-5 shrink-0 accent-(--color-primary)" {...form.register("opens")} />
        Begin with it whenever I open this list
      </label>
      <FormFault />
      <div className="flex justify-end gap-3">
        <DialogClose>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Save look={look} view={view} />
      </div>
    </Form>
  );
}

export default function ViewDialog({ open, look, view, onClose }: ViewDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={view ? "Edit View" : "Save View"}>
      {open && <Fields look={look} view={view} onClose={onClose} />}
    </Dialog>
  );
}
