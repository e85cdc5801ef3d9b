// The dialogs in which a branch is made or changed, loaded when the first is opened.
import type { ListDialogsProps } from "../../../any-record/dialogs-on-demand";
import { RecordDialogs } from "../../../any-record/record-dialogs";
import { type Branch, branches } from "./branch";
import { BranchForm } from "./branch-form";

export default function BranchDialogs(props: ListDialogsProps<Branch>) {
  return <RecordDialogs kind={branches} noun="Branch" form={BranchForm} {...props} />;
}
