// Whom the work is for: a tap calls, writes or shows the way.
import { Mail, MapPin, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { mailto, tel } from "~/lib/contact";
import { useReferred } from "../../list/list";
import { clients } from "../../sales/clients/client";

const maps = (address: string) => `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;

const WAY = "flex min-h-12 items-center gap-3 break-words";

interface WayProps {
  /** None where what was typed leads nowhere. */
  href: string | null;
  icon: ReactNode;
  children: ReactNode;
}

function Way({ href, icon, children }: WayProps) {
  if (!href) {
    return (
      <p className={WAY}>
        {icon}
        {children}
      </p>
    );
  }
  const elsewhere = href.startsWith("https:") ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <a href={href} {...elsewhere} className={`${WAY} text-link underline-offset-4 hover:underline`}>
      {icon}
      {children}
    </a>
  );
}

export function ClientBlock({ clientId }: { clientId: string }) {
  const { data: client, isError } = useReferred(clients, clientId);
  return (
    <section aria-labelledby="order-client">
      <h3 id="order-client" className="font-sans font-semibold text-base">
        Client
      </h3>
      {isError && <p role="alert">The client could not be loaded.</p>}
      {client && (
        <div className="mt-1">
          <p>{client.name}</p>
          {client.phone && (
            <Way href={tel(client.phone)} icon={<Phone aria-hidden className="size-5 shrink-0" />}>
              {client.phone}
            </Way>
          )}
          <Way href={maps(client.address)} icon={<MapPin aria-hidden className="size-5 shrink-0" />}>
            {client.address}
          </Way>
          <Way href={mailto(client.email)} icon={<Mail aria-hidden className="size-5 shrink-0" />}>
            {client.email}
          </Way>
        </div>
      )}
    </section>
  );
}
