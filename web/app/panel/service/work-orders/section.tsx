// A part of the drawer that is saved on its own.
import { type ReactNode, useId, useState } from "react";
import { useUnsavedGuard } from "~/ui/unsaved";
import { useDraft } from "../../records/draft";
import { useEdit } from "../../records/edit";
import { same } from "../../records/merge";
import { useUser } from "../../shell/user";
import { changeWorkOrder, WORK_ORDERS, type WorkOrder } from "./queries";

interface SectionProps {
  title: string;
  children: ReactNode;
}

export function Section({ title, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h3 id={id} className="font-sans font-semibold text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Said of words in a part that has become one to be read only. */
export function NotSaved() {
  return (
    <p role="alert" className="rounded-control bg-warn-tint p-3 text-on-warn-tint">
      This stands here as you typed it and cannot be saved anymore: copy what you want to keep.
    </p>
  );
}

/** What is said of an order's change. */
export const SAID = { done: "Work order updated successfully", failed: "Failed to update work order" };

interface FieldOptions<Value, Typed> {
  /** The value as it is typed, and what is typed as a value. */
  read: (value: Value) => Typed;
  write: (typed: Typed) => Value;
}

/** One field of an order, edited in its own part of the drawer. */
export function useOrderField<Name extends "notes" | "materialsUsed", Typed>(
  order: WorkOrder,
  name: Name,
  { read, write }: FieldOptions<WorkOrder[Name], Typed>,
) {
  type Fields = Record<Name, WorkOrder[Name]>;
  const fields = (value: WorkOrder[Name]) => ({ [name]: value }) as Fields;
  const { id: person } = useUser();
  const { draft, keep } = useDraft<WorkOrder>(person, `${name} of work order ${order.id}`);
  const [typed, setTyped] = useState<Typed | null>((draft?.fields[name] as Typed | undefined) ?? null);
  const { base, began, saving, conflict, choose, save } = useEdit<WorkOrder, Fields>({
    path: WORK_ORDERS,
    row: order,
    began: draft?.base ?? undefined,
    fields: (row) => fields(row[name]),
    touched: typed !== null,
    update: changeWorkOrder,
    typed: () => typed && write(typed),
    show: (shown) => name in shown && setTyped(read(shown[name] as WorkOrder[Name])),
    ...SAID,
  });
  const changed = typed !== null && !same(write(typed), base[name]);
  useUnsavedGuard(changed);
  keep(() => (changed ? { fields: { [name]: typed }, base: began } : null));
  return {
    typed: typed ?? read(base[name]),
    type: setTyped,
    changed,
    saving,
    conflict,
    choose,
    save: async () => {
      if (typed !== null && (await save(fields(write(typed))))) setTyped(null);
    },
  };
}
