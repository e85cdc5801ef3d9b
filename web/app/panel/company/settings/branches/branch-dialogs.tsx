// The dialogs over the branches, loaded when the first is opened.
import type { Opened } from "../../../list/open-record";
import { RecordDialogs } from "../../../records/record-dialogs";
import { branches } from "./branch";
import { BranchForm } from "./branch-form";

interface BranchDialogsProps {
  opened: Opened;
  close: () => void;
}

export default function BranchDialogs(props: BranchDialogsProps) {
  return <RecordDialogs kind={branches} noun="Branch" form={BranchForm} reveal={props.close} {...props} />;
}
