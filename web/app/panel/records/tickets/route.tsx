// The tickets screen: the tickets, and the inbox for those who do not see it beside the leads.
import { TabPanel, Tabs } from "~/ui/tabs";
import { useTab } from "../../list/tab";
import { may, useUser } from "../../user/user";
import { Inbox } from "../enquiries/inbox";
import { InboxLabel } from "../enquiries/inbox-label";
import { TicketList } from "./ticket-list";

const TABS = [
  { value: "tickets", label: "Tickets" },
  { value: "inbox", label: <InboxLabel /> },
];

export default function TicketsScreen() {
  const user = useUser();
  const [tab, openTab] = useTab("tickets", "inbox");
  if (may(user, "canManageLeads")) return <TicketList />;
  return (
    <Tabs label="Support tickets" value={tab} onValueChange={openTab} tabs={TABS}>
      <TabPanel value="tickets">
        <TicketList />
      </TabPanel>
      <TabPanel value="inbox">
        <Inbox title="Inbox" />
      </TabPanel>
    </Tabs>
  );
}
