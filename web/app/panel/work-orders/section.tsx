// A part of the drawer that is saved on its own.
import { type ReactNode, useId, useState } from "react";
import { sentenceOf } from "~/api/error";
import { notify, notifyError } from "~/ui/toast";
import { changeWorkOrder, type WorkOrder, type WorkOrderEdit } from "./queries";

interface SectionProps {
  title: string;
  children: ReactNode;
}

export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="font-sans font-semibold text-[1rem]">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Saves some fields of an order and tells how it went; gives whether it did. */
export function useSave(order: WorkOrder) {
  const [saving, setSaving] = useState(false);
  async function save(fields: WorkOrderEdit): Promise<boolean> {
    setSaving(true);
    try {
      await changeWorkOrder(order, fields);
      notify("Success", "Work order updated successfully");
      return true;
    } catch (error) {
      notifyError("Error", sentenceOf(error, "Failed to update work order"));
      return false;
    } finally {
      setSaving(false);
    }
  }
  return { saving, save };
}
