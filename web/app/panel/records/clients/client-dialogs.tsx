// The dialogs in which a client is made or changed, loaded when the first is opened.
import type { ListDialogsProps } from "../../any-record/dialogs-on-demand";
import { RecordDialogs } from "../../any-record/record-dialogs";
import { type Client, clients } from "./client";
import { ClientForm } from "./client-form";

export default function ClientDialogs(props: ListDialogsProps<Client>) {
  return <RecordDialogs kind={clients} noun="Client" form={ClientForm} {...props} />;
}
