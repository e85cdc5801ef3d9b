// The leads screen: the leads, and the inbox that they come from.
import { TabPanel, Tabs } from "~/ui/tabs";
import { useTab } from "../../list/tab";
import { Inbox } from "../enquiries/inbox";
import { InboxLabel } from "../enquiries/inbox-label";
import { LeadList } from "./lead-list";

const TABS = [
  { value: "leads", label: "Leads" },
  { value: "inbox", label: <InboxLabel /> },
];

export default function LeadsScreen() {
  const [tab, openTab] = useTab("leads", "inbox");
  return (
    <Tabs label="Leads" value={tab} onValueChange={openTab} tabs={TABS}>
      <TabPanel value="leads">
        <LeadList />
      </TabPanel>
      <TabPanel value="inbox">
        <Inbox title="Inbox" />
      </TabPanel>
    </Tabs>
  );
}
