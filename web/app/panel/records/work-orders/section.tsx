// A part of the drawer that is saved on its own.
import { type ReactNode, useId, useState } from "react";
import { asks, useUnsavedGuard } from "~/ui/unsaved";
import { useDraft } from "../../any-record/draft";
import { useEdit } from "../../any-record/edit";
import { changesOf, isEmpty } from "../../any-record/same";
import { type WorkOrder, type WorkOrderEdit, workOrders } from "./work-order";

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
      What you typed is still here, but it can no longer be saved. Copy what you want to keep.
    </p>
  );
}

/** What is said of an order's change. */
export const SAID = { done: "Work order updated successfully", failed: "Failed to update work order" };

/** What a part edits of an order. */
type Edited = Pick<WorkOrderEdit, "notes" | "materialsUsed">;

interface PartOptions<F extends Edited, Typed> {
  /** What the words that are typed here are kept under. */
  name: string;
  fields: (order: WorkOrder) => F;
  /** The fields as they are typed, and what is typed as fields. */
  read: (fields: F) => Typed;
  write: (typed: Typed) => F;
}

/** A part of an order, edited in its own part of the drawer. */
export function useOrderPart<F extends Edited, Typed>(
  order: WorkOrder,
  { name, fields, read, write }: PartOptions<F, Typed>,
) {
  const { draft, keep } = useDraft<WorkOrder, { typed: Typed }>(`${name} of work order ${order.id}`);
  const [typed, setTyped] = useState<Typed | null>(draft?.fields.typed ?? null);
  const { base, began, saving, conflict, choose, save } = useEdit<WorkOrder, F>({
    kind: workOrders,
    row: order,
    began: draft?.base ?? undefined,
    fields,
    touched: typed !== null,
    typed: (field) => typed && Reflect.get(write(typed), field),
    show: (changed) => isEmpty(changed) || setTyped(read({ ...fields(order), ...changed })),
    ...SAID,
  });
  const changed = typed !== null && !isEmpty(changesOf(fields(base), write(typed)));
  useUnsavedGuard(changed, () => asks.of?.(typed));
  keep(() => (changed ? { fields: { typed }, base: began } : null));
  return {
    typed: typed ?? read(fields(base)),
    type: setTyped,
    changed,
    saving,
    conflict,
    choose,
    save: async () => {
      // What is typed meanwhile stays, and is still to be saved.
      if (typed !== null && (await save(write(typed)))) setTyped((now) => (now === typed ? null : now));
    },
  };
}
