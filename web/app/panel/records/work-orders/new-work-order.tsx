// The dialog in which a work order is made; its code comes with the first one.
import { Dialog } from "~/ui/dialog";
import type { WorkOrder } from "./work-order";
import { NewWorkOrderForm } from "./work-order-form";

interface NewWorkOrderProps {
  open: boolean;
  /** Told what was made, or nothing where the dialog was closed. */
  onDone: (made?: WorkOrder) => void;
}

export default function NewWorkOrder({ open, onDone }: NewWorkOrderProps) {
  return (
    <Dialog open={open} onOpenChange={() => onDone()} shape="large" title="New Work Order">
      <NewWorkOrderForm onDone={onDone} />
    </Dialog>
  );
}
