// One client in the list.
import { memo } from "react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { LookBadge } from "~/ui/look-badge";
import { Contact } from "../../list/contact";
import { Day, Detail, Details } from "../../list/details";
import { BranchDetail } from "../../staff/branch";
import { statusLooks } from "./labels";
import type { Client } from "./queries";

interface ClientCardProps {
  client: Client;
  onEdit: (id: string) => void;
}

export const ClientCard = memo(function ClientCard({ client, onEdit }: ClientCardProps) {
  return (
    <Card className="flex h-full flex-col gap-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 break-words font-sans font-semibold text-base leading-snug">{client.name}</h2>
        <LookBadge looks={statusLooks} value={client.status} />
      </div>
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
      <div className="mt-auto flex justify-end pt-1">
        <Button variant="outline" size="small" aria-label={`Edit ${client.name}`} onClick={() => onEdit(client.id)}>
          Edit
        </Button>
      </div>
    </Card>
  );
});
