// The dialogs in which a lead is made or changed, loaded when the first is opened.
import type { ListDialogsProps } from "../../any-record/dialogs-on-demand";
import { RecordDialogs } from "../../any-record/record-dialogs";
import { type Lead, leads } from "./lead";
import { LeadForm } from "./lead-form";

export default function LeadDialogs(props: ListDialogsProps<Lead>) {
  return <RecordDialogs kind={leads} noun="Lead" form={LeadForm} {...props} />;
}
