// What may be done with a message: once, and taken back from its notice. The second person is told who was first.
import type { Schemas } from "~/api/client";
import { useBusy, useWrite } from "../../any-record/write";
import { useOpenMade } from "../../shell/open-made";
import { archive, attach, enquiries, makeLead, makeTicket, restore } from "./enquiry";

const about = (id: string) => [enquiries.path, id];

export const usePutBack = (id: string) =>
  useWrite({
    about: about(id),
    send: restore,
    done: () => "Message put back",
    failed: "Failed to put the message back",
  });

export function useActs(id: string) {
  const { write: putBack } = usePutBack(id);
  const undo = () => void putBack(id);
  const openMade = useOpenMade();
  const lead = useWrite({
    about: about(id),
    send: (branch: string, key) => makeLead(id, branch, key),
    done: () => "Lead created successfully",
    failed: "Failed to create lead",
    undo,
    open: (made) => openMade("lead", made.id),
  });
  const ticket = useWrite({
    about: about(id),
    send: (taking: Schemas["TakingForPerson"], key) => makeTicket(id, taking, key),
    done: () => "Support ticket created successfully",
    failed: "Failed to create support ticket",
    undo,
    open: (made) => openMade("ticket", made.id),
  });
  const attaching = useWrite({
    about: about(id),
    send: (whose: Schemas["Attaching"], key) => attach(id, whose, key),
    done: () => "Message attached",
    failed: "Failed to attach the message",
    undo,
    open: ({ leadId, clientId }) =>
      leadId ? openMade("lead", leadId) : clientId ? openMade("client", clientId) : null,
  });
  const archiving = useWrite({
    about: about(id),
    send: archive,
    done: () => "Message archived",
    failed: "Failed to archive the message",
    undo,
  });
  return { busy: useBusy(about(id)), lead, ticket, attach: attaching, archive: archiving };
}
