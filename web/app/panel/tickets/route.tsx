// The tickets screen: the tickets, and the inbox for those who do not see it beside the leads.
import { useSearchParams } from "wouter";
import { TabPanel, Tabs } from "~/ui/tabs";
import { Inbox } from "../inbox/inbox";
import { may, useUser } from "../shell/user";
import { TicketList } from "./ticket-list";

const TABS = [
  { value: "tickets", label: "Tickets" },
  { value: "inbox", label: "Inbox" },
];

export default function TicketsScreen() {
  const user = useUser();
  const [search, setSearch] = useSearchParams();
  if (may(user, "canManageLeads")) return <TicketList />;
  const tab = search.get("tab") === "inbox" ? "inbox" : "tickets";
  return (
    <Tabs
      label="Support tickets"
      value={tab}
      onValueChange={(next) => setSearch(next === "inbox" ? { tab: next } : {})}
      tabs={TABS}
    >
      <TabPanel value="tickets">
        <TicketList />
      </TabPanel>
      <TabPanel value="inbox">
        <Inbox title="Inbox" />
      </TabPanel>
    </Tabs>
  );
}
