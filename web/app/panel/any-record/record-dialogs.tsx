// The dialogs over a list of records: one is made, or one is changed, with its history below.
import type { ComponentType } from "react";
import { Dialog } from "~/ui/dialog";
import { type Readable, useRecord } from "../list/list";
import { RecordBody } from "../list/record-body";
import { BranchClock } from "../staff/branch-clock";
import type { ListDialogsProps } from "./dialogs-on-demand";
import { type Audited, History } from "./history";
import type { RecordFormProps } from "./record-form";

/** What every record in a list has. */
export interface Listed {
  id: string;
  /** What belongs to the company has none. */
  branchId?: string | null;
}

interface EditProps<Row extends Listed> {
  kind: Readable<Row> & Audited;
  form: ComponentType<RecordFormProps<Row>>;
  id: string;
  onDone: () => void;
}

function Edit<Row extends Listed>({ kind, form: Form, id, onDone }: EditProps<Row>) {
  return (
    <RecordBody record={useRecord(kind, id)}>
      {(record) => (
        <BranchClock branchId={record.branchId}>
          <Form record={record} onDone={onDone} />
          <History kind={kind} id={id} />
        </BranchClock>
      )}
    </RecordBody>
  );
}

interface RecordDialogsProps<Row extends Listed> extends ListDialogsProps<Row>, Pick<EditProps<Row>, "kind" | "form"> {
  /** How the record is called in headings, such as "Lead". */
  noun: string;
}

export function RecordDialogs<Row extends Listed>({
  kind,
  form: Form,
  noun,
  opened,
  close,
  reveal,
}: RecordDialogsProps<Row>) {
  return (
    <>
      <Dialog open={opened.kind === "new"} onOpenChange={close} shape="large" title={`New ${noun}`}>
        <Form onDone={(made) => (made ? reveal(made) : close())} />
      </Dialog>
      <Dialog open={opened.kind === "record"} onOpenChange={close} shape="large" title={`Edit ${noun}`}>
        {opened.kind === "record" && <Edit key={opened.id} kind={kind} form={Form} id={opened.id} onDone={close} />}
      </Dialog>
    </>
  );
}
