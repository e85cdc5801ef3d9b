// The leads screen: the leads, and the inbox that they come from.
import { useSearchParams } from "wouter";
import { TabPanel, Tabs } from "~/ui/tabs";
import { Inbox } from "../inbox/inbox";
import { LeadList } from "./lead-list";

const TABS = [
  { value: "leads", label: "Leads" },
  { value: "inbox", label: "Inbox" },
];

export default function LeadsScreen() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") === "inbox" ? "inbox" : "leads";
  return (
    <Tabs
      label="Leads"
      value={tab}
      onValueChange={(next) => setSearch(next === "inbox" ? { tab: next } : {})}
      tabs={TABS}
    >
      <TabPanel value="leads">
        <LeadList />
      </TabPanel>
      <TabPanel value="inbox">
        <Inbox title="Inbox" />
      </TabPanel>
    </Tabs>
  );
}
