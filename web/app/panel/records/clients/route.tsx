// The clients screen: the list of clients, and their warranties.
import { memo } from "react";
import { LookBadge, optionsOf } from "~/ui/look-badge";
import { TabPanel, Tabs } from "~/ui/tabs";
import { dialogsOnDemand } from "../../any-record/dialogs-on-demand";
import { type RecordCardProps, RecordList } from "../../any-record/record-list";
import { ImportButton } from "../../importing/import-button";
import { OfImport } from "../../importing/of-import";
import { EditButton, ListCard } from "../../list/cards";
import { Contact } from "../../list/contact";
import { Day, Detail, Details } from "../../list/details";
import { RecordLink } from "../../list/record-link";
import { useView } from "../../list/tab";
import { BranchDetail } from "../../staff/branch";
import { may, useUser } from "../../user/user";
import { bulkClients, type Client, clientStatuses, clients } from "./client";
import { clientColumns } from "./client-columns";
import { WarrantyList } from "./warranties/warranty-list";

const ClientDialogs = dialogsOnDemand(() => import("./client-dialogs"));

const ClientCard = memo(function ClientCard({ record: client, onEdit }: RecordCardProps<Client>) {
  return (
    <ListCard
      title={
        <RecordLink kind="client" id={client.id}>
          {client.name}
        </RecordLink>
      }
      badge={<LookBadge looks={clientStatuses} value={client.status} />}
    >
      <Contact email={client.email} phone={client.phone} />
      <Details>
        <Detail term="Address">{client.address}</Detail>
        <BranchDetail id={client.branchId} />
        <Detail term="Client since">
          <Day value={client.createdAt} />
        </Detail>
        <Detail term="Last updated">
          <Day value={client.updatedAt} />
        </Detail>
      </Details>
      <EditButton title={client.name} onClick={() => onEdit(client.id)} />
    </ListCard>
  );
});

function ClientList() {
  const user = useUser();
  return (
    <RecordList
      kind={clients}
      title="Clients"
      noun="Client"
      imports={may(user, "canManageLeads") && <ImportButton kind="clients" />}
      search="Search clients"
      choices={[{ name: "status", label: "Filter by status", all: "All statuses", options: optionsOf(clientStatuses) }]}
      failed="Failed to fetch clients"
      none="No clients found."
      help="A client is someone you have worked for or are about to work for."
      card={ClientCard}
      table={{ list: "clients", columns: clientColumns, bulk: bulkClients }}
      dialogs={ClientDialogs}
    >
      <OfImport />
    </RecordList>
  );
}

const VIEWS = [
  { value: "list", label: "Clients" },
  { value: "warranties", label: "Warranties" },
];

export default function ClientsScreen() {
  const [view, openView] = useView("list", "warranties");
  return (
    <Tabs label="Clients" value={view} onValueChange={openView} tabs={VIEWS}>
      <TabPanel value="list">
        <ClientList />
      </TabPanel>
      <TabPanel value="warranties">
        <WarrantyList />
      </TabPanel>
    </Tabs>
  );
}
