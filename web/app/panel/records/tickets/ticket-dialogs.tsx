// The dialogs in which a ticket is made or changed, loaded when the first is opened.
import type { ListDialogsProps } from "../../any-record/dialogs-on-demand";
import { RecordDialogs } from "../../any-record/record-dialogs";
import { type Ticket, tickets } from "./ticket";
import { TicketForm } from "./ticket-form";

export default function TicketDialogs(props: ListDialogsProps<Ticket>) {
  return <RecordDialogs kind={tickets} noun="Ticket" form={TicketForm} {...props} />;
}
