// Where a job is: what can hurt first, then a call and the way there in one tap, then how one gets in.
import { Mail, MessageSquare, Navigation, Phone, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { object } from "valibot";
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing } from "~/api/idempotency";
import { TextareaField } from "~/forms/fields";
import { optional } from "~/forms/rules";
import { mailto, mapOf, tel } from "~/lib/contact";
import { Button } from "~/ui/button";
import { Skeleton } from "~/ui/skeleton";
import { RecordForm } from "../../any-record/record-form";
import { LinkedRecord } from "../../list/linked-record";
import { useReferred } from "../../list/list";
import { useTextTo } from "../../shell/text-message";
import { type Client, clients } from "../clients/client";
import { type OrderDetails, orderDetails } from "./details";
import type { WorkOrder } from "./work-order";

type Property = Schemas["PropertyRow"];

export function Hazards({ hazards }: { hazards: string }) {
  return (
    <section aria-label="Hazards" className="flex gap-3 rounded-control bg-warn-tint p-4 text-on-warn-tint">
      <TriangleAlert aria-hidden className="size-6 shrink-0" />
      <p className="min-w-0 whitespace-pre-line break-words font-semibold text-base">{hazards}</p>
    </section>
  );
}

interface TapProps {
  href: string;
  icon: ReactNode;
  children: ReactNode;
}

/** As large as a wet glove needs it. */
function Tap({ href, icon, children }: TapProps) {
  const elsewhere = href.startsWith("https:") ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    <Button asChild variant="outline" className="min-h-12 flex-1 px-2">
      <a href={href} {...elsewhere}>
        {icon}
        {children}
      </a>
    </Button>
  );
}

function Reach({ client, address }: { client: Client; address: string }) {
  const call = client.phone && tel(client.phone);
  const text = useTextTo(client.name, client.phone);
  const mail = mailto(client.email);
  return (
    <div className="flex flex-wrap gap-2">
      <Tap href={mapOf(address)} icon={<Navigation aria-hidden />}>
        Navigate
      </Tap>
      {call && (
        <Tap href={call} icon={<Phone aria-hidden />}>
          Call
        </Tap>
      )}
      {text && (
        <Tap href={text} icon={<MessageSquare aria-hidden />}>
          Text
        </Tap>
      )}
      {mail && (
        <Tap href={mail} icon={<Mail aria-hidden />}>
          Mail
        </Tap>
      )}
    </div>
  );
}

interface PlaceProps {
  order: WorkOrder;
  property: Property | null;
  /** Changes what is known of the building, for those who may. */
  edit: ReactNode;
}

export function Place({ order, property, edit }: PlaceProps) {
  const { data: client, isError } = useReferred(clients, order.clientId);
  if (isError && !client) return <p role="alert">The client could not be loaded.</p>;
  if (!client) return <Skeleton className="h-28" />;
  const address = property?.address ?? client.address;
  return (
    <section aria-label="Property" className="grid gap-3">
      <div>
        <p className="text-base">
          <LinkedRecord kind="client" id={client.id} title={client.name} />
          {property?.name && `, ${property.name}`}
        </p>
        <a
          href={mapOf(address)}
          target="_blank"
          rel="noreferrer"
          className="block break-words text-base underline-offset-4 hover:underline"
        >
          {address}
        </a>
      </div>
      <Reach client={client} address={address} />
      {property?.access && (
        <div>
          <h3 className="font-sans font-semibold text-small">Access</h3>
          <p className="whitespace-pre-line break-words">{property.access}</p>
        </div>
      )}
      {edit}
    </section>
  );
}

const schema = object({ hazards: optional(), access: optional() });

const values = (property: Property | null) => ({
  hazards: property?.hazards ?? "",
  access: property?.access ?? "",
});

/** The building of an order, which has no call of its own to read it. */
const buildingOf = (orderId: string, property: Property) => ({
  path: "/api/panel/properties",
  one: async () => (await orderDetails.one(orderId)).property ?? property,
  update: ({ id, version }: Property, body: Schemas["PropertyEdit"], key: string) =>
    bodyOf(
      api.patch("/api/panel/properties/{id}", { params: { path: { id } }, body, headers: changing(version, key) }),
    ),
});

interface PlaceFormProps {
  details: OrderDetails;
  property: Property;
  onDone: () => void;
}

/** What the next one who comes here must know. */
export function PlaceForm({ details, property, onDone }: PlaceFormProps) {
  return (
    <RecordForm
      kind={buildingOf(details.id, property)}
      record={property}
      schema={schema}
      values={values}
      noun="property"
      within={details.id}
      takesBack
      onDone={onDone}
      onCancel={onDone}
    >
      <TextareaField
        name="hazards"
        label="Hazards"
        hint="What can hurt a crew there: a wire over the porch, a loose step"
        optional
        className="sm:col-span-2"
      />
      <TextareaField
        name="access"
        label="Access"
        hint="How one gets in: a gate's code, a key, a dog"
        optional
        className="sm:col-span-2"
      />
    </RecordForm>
  );
}
