// One warranty: for whom and where, until when, what was installed; filled in by those who did it, confirmed by those who
// approve jobs.
import { useState } from "react";
import { longDate } from "~/lib/dates";
import { Button } from "~/ui/button";
import { LookBadge } from "~/ui/look-badge";
import { Shown } from "../../../any-record/shown";
import { useWrite } from "../../../any-record/write";
import { Day, Detail, Details } from "../../../list/details";
import { LinkedRecord, mayRead } from "../../../list/linked-record";
import { useRecord } from "../../../list/list";
import { RecordBody } from "../../../list/record-body";
import { RecordLink } from "../../../list/record-link";
import { BranchClock } from "../../../staff/branch-clock";
import { useNames } from "../../../staff/queries";
import { may, useUser } from "../../../user/user";
import {
  confirmWarranty,
  type OpenedWarranty,
  partKinds,
  reopenWarranty,
  warranties,
  warrantyState,
  warrantyStates,
} from "./warranty";
import { WarrantyForm } from "./warranty-form";

type WarrantyProps = Readonly<{ warranty: OpenedWarranty }>;

function Parts({ warranty: { parts } }: WarrantyProps) {
  if (parts.length === 0) return <p className="text-muted">No parts yet.</p>;
  return (
    <ul aria-label="Parts" className="grid gap-2">
      {parts.map(({ kind, serial, feet, color }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name than their place
        <li key={place} className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{partKinds[kind].label}</span>
          {serial && <span className="break-all font-mono">{serial}</span>}
          {feet !== null && (
            <span className="text-muted">
              <Shown field="feet" value={feet} />
            </span>
          )}
          {color && <span className="text-muted">{color}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The job that a warranty is shown in: what stands there already is not repeated. */
interface Job {
  clientId: string;
  /** Where it is by now; undefined until that is known. */
  address: string | undefined;
}

interface WithinProps extends WarrantyProps {
  job?: Job | undefined;
}

function Facts({ warranty, job }: WithinProps) {
  const nameOf = useNames();
  const user = useUser();
  return (
    <Details>
      {job?.clientId !== warranty.clientId && (
        <Detail term="Client">
          <LinkedRecord kind="client" id={warranty.clientId} title={warranty.holder} />
        </Detail>
      )}
      {!(job && [warranty.place, undefined].includes(job.address)) && <Detail term="Property">{warranty.place}</Detail>}
      {!job && mayRead(user, "work_order") && (
        <Detail term="Job">
          <RecordLink kind="work_order" id={warranty.workOrderId}>
            Open job
          </RecordLink>
        </Detail>
      )}
      <Detail term="Starts">{longDate(warranty.starts)}</Detail>
      <Detail term="Product until">{longDate(warranty.productEnds)}</Detail>
      <Detail term="Labor until">{longDate(warranty.laborEnds)}</Detail>
      <Detail term="Terms">Version {warranty.termsVersion}</Detail>
      {warranty.confirmedAt && (
        <Detail term="Confirmed">
          <Day value={warranty.confirmedAt} /> by {nameOf(warranty.confirmedBy)}
        </Detail>
      )}
    </Details>
  );
}

function Confirm({ id }: { id: string }) {
  const about = [warranties.path, id, "confirm"];
  const reopen = useWrite({
    about,
    send: reopenWarranty,
    done: () => "Draft again",
    failed: "Failed to reopen the warranty",
  });
  const { write, busy } = useWrite({
    about,
    send: confirmWarranty,
    done: () => "Warranty confirmed",
    failed: "Failed to confirm the warranty",
    undo: () => void reopen.write(id),
  });
  return (
    <Button className="min-h-12" busy={busy} onClick={() => write(id)}>
      Confirm Warranty
    </Button>
  );
}

/** For ten minutes one takes back what one has confirmed oneself. */
const TAKEN_BACK_WITHIN = 10 * 60_000;

function Reopen({ warranty: { id, confirmedAt, confirmedBy } }: WarrantyProps) {
  const user = useUser();
  const { write, busy } = useWrite({
    about: [warranties.path, id, "confirm"],
    send: reopenWarranty,
    done: () => "Draft again",
    failed: "Failed to reopen the warranty",
  });
  const fresh = confirmedAt !== null && Date.now() - Date.parse(confirmedAt) < TAKEN_BACK_WITHIN;
  if (!fresh || confirmedBy !== user.id) return null;
  return (
    <Button variant="outline" className="min-h-12" busy={busy} onClick={() => write(id)}>
      Reopen
    </Button>
  );
}

function Whole({ warranty, job, onEdit }: WithinProps & { onEdit: () => void }) {
  const user = useUser();
  const draft = warranty.status === "draft";
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-mono font-semibold text-base">{warranty.number}</span>
        <LookBadge looks={warrantyStates} value={warrantyState(warranty)} />
      </div>
      {warranty.waitingSince && (
        <p>The job is open again. What was filled in is kept, and can be confirmed once the job is completed.</p>
      )}
      <Parts warranty={warranty} />
      <Facts warranty={warranty} job={job} />
      <div className="flex flex-wrap gap-3">
        {draft && !warranty.waitingSince && may(user, "canApproveJobs") && <Confirm id={warranty.id} />}
        {draft && may(user, "canManageWorkOrders") && (
          <Button variant="outline" className="min-h-12" onClick={onEdit}>
            {warranty.parts.some(({ serial }) => serial) ? "Edit Warranty" : "Fill In Parts"}
          </Button>
        )}
        <Reopen warranty={warranty} />
      </div>
    </div>
  );
}

export function OpenedWarrantyView({ id, job }: { id: string; job?: Job }) {
  const [editing, setEditing] = useState(false);
  return (
    <RecordBody record={useRecord(warranties, id)}>
      {(warranty) =>
        editing ? (
          <WarrantyForm record={warranty} onDone={() => setEditing(false)} />
        ) : (
          <BranchClock branchId={warranty.branchId}>
            <Whole warranty={warranty} job={job} onEdit={() => setEditing(true)} />
          </BranchClock>
        )
      }
    </RecordBody>
  );
}
