// The buildings of a client: what can hurt stands first. They are added, changed, and removed with a way back.
import { Navigation, Pencil, Plus, Trash2, TriangleAlert } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { check, object, pipe, string, transform } from "valibot";
import { TextareaField, TextField } from "~/forms/fields";
import { optional, required } from "~/forms/rules";
import { mapOf } from "~/lib/contact";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Dialog } from "~/ui/dialog";
import { RecordForm } from "../../any-record/record-form";
import { useWrite } from "../../any-record/write";
import { may, useUser } from "../../user/user";
import { dropProperty, type Property, propertiesOf } from "./property";

/** A whole number that may be missing, with or without a comma in it. */
const wholeNumber = (message: string) =>
  pipe(
    string(),
    transform((typed) => (typed.trim() === "" ? null : Number(typed.replaceAll(",", "")))),
    check((number) => number === null || Number.isInteger(number), message),
  );

const described = {
  name: optional(),
  feet: wholeNumber("Enter whole feet, such as 140"),
  stories: wholeNumber("Enter a number, such as 2"),
  access: optional(),
  hazards: optional(),
};
/** The one at the client's own address has none of its own. */
const own = object({ ...described, address: optional() });
const further = object({ ...described, address: required() });

const values = (property: Property | null) => ({
  name: property?.name ?? "",
  address: property?.address ?? "",
  feet: property?.feet?.toString() ?? "",
  stories: property?.stories?.toString() ?? "",
  access: property?.access ?? "",
  hazards: property?.hazards ?? "",
});

interface PropertyFormProps {
  clientId: string;
  /** The one to change; without it one is added. */
  record: Property | undefined;
  onDone: () => void;
}

function PropertyForm({ clientId, record, onDone }: PropertyFormProps) {
  const kind = useMemo(() => propertiesOf(clientId), [clientId]);
  const isOwn = record?.id === clientId;
  return (
    <RecordForm
      kind={kind}
      record={record}
      schema={isOwn ? own : further}
      values={values}
      create={({ address, ...more }, key) => kind.create({ ...more, address: address ?? "" }, key)}
      noun="property"
      within={clientId}
      takesBack
      action="Add Property"
      onDone={onDone}
    >
      {!isOwn && <TextField name="address" label="Address" autoComplete="off" className="sm:col-span-2" />}
      <TextField name="name" label="Name" hint="Such as Lake house" autoComplete="off" optional />
      <TextField name="feet" label="Roofline" inputMode="numeric" hint="In feet" optional />
      <TextField name="stories" label="Stories" inputMode="numeric" optional />
      <TextareaField
        name="hazards"
        label="Hazards"
        hint="What can hurt, one a line"
        optional
        className="sm:col-span-2"
      />
      <TextareaField
        name="access"
        label="Access"
        hint="A gate's code, a key, a dog"
        optional
        className="sm:col-span-2"
      />
    </RecordForm>
  );
}

const Line = ({ children }: { children: ReactNode }) => <p className="whitespace-pre-line break-words">{children}</p>;

function sizeOf({ feet, stories }: Property): string {
  const told = [
    feet && `${feet.toLocaleString("en-US")} feet`,
    stories && (stories === 1 ? "1 story" : `${stories} stories`),
  ];
  return told.filter(Boolean).join(" · ");
}

interface PlaceProps {
  place: Property;
  /** Where it is, the client's own address included. */
  address: string;
  onEdit: (() => void) | null;
  className: string;
}

function Removal({ place, called }: { place: Property; called: string }) {
  const about = ["property", place.id];
  const back = useWrite({
    about,
    send: ({ clientId, id: _id, version: _version, ...told }: Property, key) =>
      propertiesOf(clientId).create({ ...told, address: told.address ?? "" }, key),
    done: () => "Property added again",
    failed: "Failed to add the property again",
  });
  const { write, busy } = useWrite({
    about,
    send: dropProperty,
    done: () => "Property removed",
    failed: "Failed to remove the property",
    undo: (removed) => void back.write(removed),
  });
  return (
    <Button size="iconSmall" variant="quiet" aria-label={`Remove ${called}`} busy={busy} onClick={() => write(place)}>
      <Trash2 aria-hidden />
    </Button>
  );
}

function Place({ place, address, onEdit, className }: PlaceProps) {
  const called = place.name ?? address;
  const size = sizeOf(place);
  return (
    <li className={classes("grid gap-1 border-hairline border-t pt-3 first:border-t-0 first:pt-0", className)}>
      {place.hazards && (
        <div className="flex gap-2 rounded-control bg-warn-tint p-3 text-on-warn-tint">
          <TriangleAlert aria-hidden className="size-5 shrink-0" />
          <Line>{place.hazards}</Line>
        </div>
      )}
      <div className="flex items-start gap-1">
        <p className="min-w-0 flex-1 break-words py-1.5 font-semibold">
          {place.name && `${place.name}: `}
          {address}
        </p>
        <div className="flex print:hidden">
          <Button asChild size="iconSmall" variant="quiet">
            <a href={mapOf(address)} target="_blank" rel="noreferrer" aria-label={`Navigate to ${called}`}>
              <Navigation aria-hidden />
            </a>
          </Button>
          {onEdit && (
            <Button size="iconSmall" variant="quiet" aria-label={`Edit ${called}`} onClick={onEdit}>
              <Pencil aria-hidden />
            </Button>
          )}
          {onEdit && place.address !== null && <Removal place={place} called={called} />}
        </div>
      </div>
      {size && <p className="text-muted">{size}</p>}
      {place.access && <Line>{place.access}</Line>}
    </li>
  );
}

/** More would stand between the reader and what has happened. */
const FEW = 3;

interface PropertiesProps {
  clientId: string;
  properties: Property[];
  /** The client's own address. */
  address: string;
}

export function Properties({ clientId, properties, address }: PropertiesProps) {
  const user = useUser();
  const writable = may(user, "canManageLeads") || may(user, "canManageWorkOrders");
  const [opened, setOpened] = useState<Property | "new" | null>(null);
  const [all, setAll] = useState(false);
  const shown = all || properties.length <= FEW + 1 ? properties.length : FEW;
  const close = () => setOpened(null);
  return (
    <section aria-label="Properties" className="grid gap-3">
      <h3 className="font-sans font-semibold text-base">Properties</h3>
      <ul className="grid gap-3">
        {properties.map((place, nth) => (
          <Place
            key={place.id}
            place={place}
            className={nth < shown ? "" : "hidden print:grid"}
            address={place.address ?? address}
            onEdit={writable ? () => setOpened(place) : null}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2 empty:hidden print:hidden">
        {shown < properties.length && (
          <Button size="small" variant="outline" onClick={() => setAll(true)}>
            Show All {properties.length}
          </Button>
        )}
        {writable && (
          <Button size="small" variant="outline" onClick={() => setOpened("new")}>
            <Plus aria-hidden />
            Add Property
          </Button>
        )}
      </div>
      <Dialog
        open={opened !== null}
        onOpenChange={close}
        shape="large"
        title={opened === "new" ? "New Property" : "Edit Property"}
      >
        {opened && <PropertyForm clientId={clientId} record={opened === "new" ? undefined : opened} onDone={close} />}
      </Dialog>
    </section>
  );
}
