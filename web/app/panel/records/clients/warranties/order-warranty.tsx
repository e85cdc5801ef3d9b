// The warranty of an installation, where the job is: of one that is completed, or was and is open again.
import { useQuery } from "@tanstack/react-query";
import { useReferred } from "../../../list/list";
import { Unloaded } from "../../../list/unloaded";
import { clients } from "../client";
import { OpenedWarrantyView } from "./opened-warranty";
import { warranties } from "./warranty";

interface OrderWarrantyProps {
  orderId: string;
  clientId: string;
  /** Of the building; null is the client's own. */
  address: string | null;
}

export function OrderWarranty({ orderId, clientId, address }: OrderWarrantyProps) {
  const of = { workOrderId: orderId };
  const client = useReferred(clients, clientId).data;
  const { data, isError, refetch } = useQuery({
    queryKey: [warranties.path, "order", of],
    queryFn: () => warranties.list(of),
  });
  const warranty = data?.rows[0];
  if (isError && !data) return <Unloaded retry={refetch}>The warranty could not be loaded.</Unloaded>;
  if (!warranty) return null;
  return (
    <section aria-labelledby="order-warranty" className="grid gap-3 rounded-control border border-control p-4">
      <h3 id="order-warranty" className="font-sans font-semibold text-base">
        Warranty
      </h3>
      <OpenedWarrantyView id={warranty.id} job={{ clientId, address: address ?? client?.address }} />
    </section>
  );
}
