// One work order, for the desk and for a phone on a ladder: what is to be done, for whom, how far it is, and what was used.
import { useState } from "react";
import { longDate } from "~/lib/dates";
import { Button } from "~/ui/button";
import { DialogClose } from "~/ui/dialog-close";
import { LookBadge } from "~/ui/look-badge";
import { Day, Detail, Details } from "../../list/details";
import { useRecord } from "../../list/list";
import { RecordBody } from "../../list/record-body";
import { ConflictAlert } from "../../records/conflict";
import { useEdit } from "../../records/edit";
import { History } from "../../records/history";
import { may, useUser } from "../../shell/user";
import { useNames } from "../../staff/queries";
import { ClientBlock } from "./client-block";
import { Materials } from "./materials";
import { Notes } from "./notes";
import { Photos } from "./photos";
import { SAID } from "./section";
import { orderPriorities, orderStatuses, showWorkOrder, takeBackShown, type WorkOrder, workOrders } from "./work-order";
import { WorkOrderForm } from "./work-order-form";

/** The next step as one large button: start what waits, complete what is under way. It is shown as done at once. */
function NextStep({ order }: { order: WorkOrder }) {
  const { saving, conflict, choose, save } = useEdit<WorkOrder, Pick<WorkOrder, "status">>({
    kind: workOrders,
    row: order,
    fields: ({ status }) => ({ status }),
    touched: false,
    savesChoice: true,
    show: () => {},
    ...SAID,
  });
  if (conflict) return <ConflictAlert conflict={conflict} choose={choose} />;
  if (order.status === "completed") return null;
  const [label, next] =
    order.status === "pending" ? (["Start", "in_progress"] as const) : (["Complete", "completed"] as const);
  async function step() {
    showWorkOrder({ ...order, status: next });
    if (!(await save({ status: next }))) takeBackShown(order);
  }
  return (
    <Button className="min-h-16 w-full text-h4" disabled={saving} onClick={step}>
      {label}
    </Button>
  );
}

function Facts({ order }: { order: WorkOrder }) {
  const nameOf = useNames();
  return (
    <Details>
      <Detail term="Status">
        <LookBadge looks={orderStatuses} value={order.status} />
      </Detail>
      <Detail term="Priority">
        <LookBadge looks={orderPriorities} value={order.priority} />
      </Detail>
      <Detail term="Scheduled">{order.scheduledDate ? longDate(order.scheduledDate) : "Not scheduled"}</Detail>
      <Detail term="Assigned">{nameOf(order.assignedTo)}</Detail>
      <Detail term="Created">
        <Day value={order.createdAt} />
      </Detail>
      {order.completedDate && (
        <Detail term="Completed">
          <Day value={order.completedDate} />
        </Detail>
      )}
    </Details>
  );
}

/** Without the right to assign jobs one changes one's own orders and those that nobody has. */
function useMayEdit(order: WorkOrder): boolean {
  const user = useUser();
  if (!may(user, "canManageWorkOrders")) return false;
  return may(user, "canAssignJobs") || order.assignedTo === null || order.assignedTo === user.id;
}

function Sheet({ order, onEdit }: { order: WorkOrder; onEdit: () => void }) {
  const editable = useMayEdit(order);
  return (
    <div className="grid gap-6">
      <h3 className="break-words font-sans font-semibold text-h4">{order.title}</h3>
      {editable && <NextStep order={order} />}
      <Facts order={order} />
      {order.description && <p className="whitespace-pre-line break-words">{order.description}</p>}
      <ClientBlock clientId={order.clientId} />
      <Notes order={order} editable={editable} />
      <Materials order={order} editable={editable} />
      <Photos order={order} editable={editable} />
      {editable ? (
        <DialogClose instead={onEdit}>
          <Button variant="outline" className="min-h-12">
            Edit Work Order
          </Button>
        </DialogClose>
      ) : (
        <p className="text-muted">This order is assigned to somebody else, so it can only be read here.</p>
      )}
    </div>
  );
}

export function WorkOrderDrawer({ id }: { id: string }) {
  const record = useRecord(workOrders, id);
  const [editing, setEditing] = useState(false);
  return (
    <RecordBody record={record}>
      {(order) =>
        editing ? (
          <WorkOrderForm record={order} onDone={() => setEditing(false)} onCancel={() => setEditing(false)} />
        ) : (
          <>
            <Sheet order={order} onEdit={() => setEditing(true)} />
            <History kind={workOrders} id={id} />
          </>
        )
      }
    </RecordBody>
  );
}
