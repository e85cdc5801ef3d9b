// One work order, for the desk and for a phone in the rain: what can hurt, where it is, what is to be done, how far it is, and
// what was used.
import { useState } from "react";
import { longDate } from "~/lib/dates";
import { Button } from "~/ui/button";
import { DialogClose } from "~/ui/dialog-close";
import { LookBadge } from "~/ui/look-badge";
import { Assigned } from "../../any-record/assigned";
import { ConflictAlert } from "../../any-record/conflict";
import { useEdit } from "../../any-record/edit";
import { History } from "../../any-record/history";
import { Day, Detail, Details } from "../../list/details";
import { LinkedRecord } from "../../list/linked-record";
import { useRecord } from "../../list/list";
import { RecordBody } from "../../list/record-body";
import { DrawingPart } from "../../pictures/drawing-part";
import { counted, sizeText } from "../../pictures/size";
import { RecordVisits } from "../../schedule/visits-part";
import { BranchClock } from "../../staff/branch-clock";
import { useNames } from "../../staff/queries";
import { may, useUser } from "../../user/user";
import { OrderWarranty } from "../clients/warranties/order-warranty";
import { AsideButtons, SetAside } from "./aside";
import { Before } from "./before";
import { jobKinds, type OrderDetails, orderDetails } from "./details";
import { DetailsForm } from "./details-form";
import { Materials } from "./materials";
import { Notes } from "./notes";
import { Photos } from "./photos";
import { Hazards, Place, PlaceForm } from "./place";
import { PromisedForm, WasPromised } from "./promised";
import { SAID, Section } from "./section";
import { orderPriorities, orderStatuses, type WorkOrder, workOrders } from "./work-order";
import { WorkOrderForm } from "./work-order-form";

type Status = WorkOrder["status"];

/** A step that is shown as done while it is being saved, whatever is read of the order meanwhile; and how it stands so. */
function useStepAhead(order: WorkOrder) {
  const [ahead, setAhead] = useState<Status | null>(null);
  async function showAhead(next: Status, saved: Promise<boolean>) {
    setAhead(next);
    await saved;
    setAhead((now) => (now === next ? null : now)); // a later step may be shown by now
  }
  return [ahead ?? order.status, showAhead] as const;
}

interface NextStepProps {
  order: WorkOrder;
  /** As it is shown. */
  status: Status;
  open: boolean;
  showAhead: (next: Status, saved: Promise<boolean>) => void;
}

/** The next step as one large button: start what waits, complete what is under way. It is shown as done at once. */
/** What somebody else did meanwhile is shown here, also where it leaves nothing to do. */
function NextStep({ order, status, open, showAhead }: NextStepProps) {
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
  if (!open) return null;
  const [label, next] =
    status === "pending" ? (["Start", "in_progress"] as const) : (["Complete", "completed"] as const);
  return (
    <Button className="min-h-16 w-full text-h4" busy={saving} onClick={() => showAhead(next, save({ status: next }))}>
      {label}
    </Button>
  );
}

interface OrderProps {
  order: WorkOrder;
  details: OrderDetails;
}

/** "120 feet, 2 stories": of the job, else of the building. */
const sizeOf = ({ feet, stories, property }: OrderDetails): string =>
  sizeText(feet ?? property?.feet, stories ?? property?.stories);

/** "6 hours, crew of 3". */
const plannedOf = ({ hours, crewSize }: OrderDetails): string =>
  [hours && counted(hours, "hour", "hours"), crewSize && `crew of ${crewSize}`].filter(Boolean).join(", ");

function Facts({ order, details, status }: OrderProps & Pick<NextStepProps, "status">) {
  const nameOf = useNames();
  const size = sizeOf(details);
  const planned = plannedOf(details);
  const { lead, ticket, earlier } = details;
  return (
    <Details>
      <Detail term="Status">
        <LookBadge looks={orderStatuses} value={status} />
      </Detail>
      <Detail term="Kind">
        <LookBadge looks={jobKinds} value={details.kind} />
      </Detail>
      <Detail term="Priority">
        <LookBadge looks={orderPriorities} value={order.priority} />
      </Detail>
      <Detail term="Scheduled">{order.scheduledDate ? longDate(order.scheduledDate) : "Not scheduled"}</Detail>
      <Detail term="Assigned">
        <Assigned
          kind={workOrders}
          record={order}
          title={order.title}
          needs="canManageWorkOrders"
          settled={status === "completed"}
          told={nameOf}
        />
      </Detail>
      {size && <Detail term="Size">{size}</Detail>}
      {planned && <Detail term="Planned">{planned}</Detail>}
      {ticket && (
        <Detail term="Ticket">
          <LinkedRecord kind="ticket" {...ticket} />
        </Detail>
      )}
      {earlier && (
        <Detail term="Comes back to">
          <LinkedRecord kind="work_order" {...earlier} />
        </Detail>
      )}
      {lead && (
        <Detail term="Lead">
          <LinkedRecord kind="lead" {...lead} />
        </Detail>
      )}
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

type Part = "order" | "details" | "place" | "promised";

interface SheetProps extends OrderProps {
  onEdit: (part: Part) => void;
}

function EditButton({ children, ...props }: { children: string; part: Part; onEdit: SheetProps["onEdit"] }) {
  return (
    <DialogClose instead={() => props.onEdit(props.part)}>
      <Button variant="outline" className="min-h-12">
        {children}
      </Button>
    </DialogClose>
  );
}

function Sheet({ order, details, onEdit }: SheetProps) {
  const user = useUser();
  const editable = may(user, "canManageWorkOrders") && details.handsOn;
  const { property } = details;
  const [status, showAhead] = useStepAhead(order);
  const done = status === "completed";
  const open = !done && !details.aside;
  // A technician who only reads somebody else's order still notes the wire over the porch.
  const notes = property && (may(user, "canManageWorkOrders") || may(user, "canManageLeads"));
  return (
    <div className="grid gap-6">
      <h3 className="break-words font-sans font-semibold text-h4">{order.title}</h3>
      {property?.hazards && <Hazards hazards={property.hazards} />}
      {details.promised && <WasPromised words={details.promised} />}
      <Place
        order={order}
        property={property}
        edit={
          notes && (
            <DialogClose instead={() => onEdit("place")}>
              <Button variant="link" className="min-h-12 justify-self-start px-0">
                {property.hazards || property.access ? "Change Hazards and Access" : "Note Hazards or Access"}
              </Button>
            </DialogClose>
          )
        }
      />
      {details.aside && <SetAside details={details} aside={details.aside} editable={editable} />}
      {editable && (
        <div className="grid gap-3 empty:hidden">
          <NextStep order={order} status={status} open={open} showAhead={showAhead} />
          {open && <AsideButtons details={details} />}
        </div>
      )}
      <Facts order={order} details={details} status={status} />
      <Section title="Visits">
        <RecordVisits kind="work_order" recordId={order.id} branchId={order.branchId} goesOn={open} />
      </Section>
      {order.description && <p className="whitespace-pre-line break-words">{order.description}</p>}
      {details.kind === "installation" && (
        <OrderWarranty orderId={order.id} clientId={order.clientId} address={details.property?.address ?? null} />
      )}
      <DrawingPart kind="work_order" id={order.id} about={order.title}>
        {(drawings) => <Section title="Lighting plan">{drawings}</Section>}
      </DrawingPart>
      <Before id={order.id} />
      <Notes order={order} editable={editable} />
      <Materials order={order} editable={editable} />
      <Photos order={order} editable={editable} />
      {editable ? (
        <div className="grid gap-3 sm:flex sm:flex-wrap">
          <EditButton part="order" onEdit={onEdit}>
            Edit Work Order
          </EditButton>
          <EditButton part="details" onEdit={onEdit}>
            Edit Job Details
          </EditButton>
          <EditButton part="promised" onEdit={onEdit}>
            {details.promised ? "Change What Was Promised" : "Note What Was Promised"}
          </EditButton>
        </div>
      ) : (
        <p className="text-muted">This order is assigned to somebody else, so it can only be read here.</p>
      )}
    </div>
  );
}

interface OpenedProps extends OrderProps {
  editing: Part | null;
  edit: (part: Part | null) => void;
}

function Opened({ order, details, editing, edit }: OpenedProps) {
  const done = () => edit(null);
  const { property } = details;
  if (editing === "order") return <WorkOrderForm record={order} onDone={done} onCancel={done} />;
  if (editing === "details") return <DetailsForm order={order} details={details} onDone={done} />;
  if (editing === "promised") return <PromisedForm details={details} onDone={done} />;
  if (editing === "place" && property) return <PlaceForm details={details} property={property} onDone={done} />;
  return (
    <>
      <Sheet order={order} details={details} onEdit={edit} />
      <History kind={workOrders} id={order.id} />
    </>
  );
}

export interface WorkOrderDrawerProps {
  id: string;
  onClose: () => void;
}

export default function WorkOrderDrawer({ id }: WorkOrderDrawerProps) {
  const record = useRecord(workOrders, id);
  const details = useRecord(orderDetails, id);
  const [editing, edit] = useState<Part | null>(null);
  // Nothing is shown before the hazards are known: nobody starts without them.
  return (
    <RecordBody record={record}>
      {(order) => (
        <RecordBody record={details}>
          {(beside) => (
            <BranchClock branchId={order.branchId}>
              <Opened order={order} details={beside} editing={editing} edit={edit} />
            </BranchClock>
          )}
        </RecordBody>
      )}
    </RecordBody>
  );
}
