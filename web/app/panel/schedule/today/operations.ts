// What is done on site. Each operation has its id from the moment of the press, is kept on this device before anything else, and is shown
// at once; it is sent in the order of its visit when there is a way, and sent again after a lost answer it is done once. Everything
// that Today writes goes through here.
import type { Schemas } from "~/api/client";
import { newKey } from "~/api/idempotency";
import { shrunk } from "~/lib/photo";
import { photoTypeFault } from "~/lib/photo-types";
import type { Waiting as Kept } from "~/offline/operation";
import { sendWaiting } from "~/offline/sender";
import { changeWaiting, keepWaiting, NO_ROOM, type Snapshot, waitingNow, whenWaiting } from "~/offline/waiting";
import { notifyError } from "~/ui/toast";
import { photoKinds } from "../../pictures/order-photo";
import type { Operation, Waiting } from "./applied";
import { inWords, photoInWords, titleOfOperation } from "./in-words";
import { type OwnVisit, titleOf } from "./own-visit";

export interface WaitingPhoto {
  id: string;
  visit: string;
  /** Shows it before the server does. */
  address: string;
  file: File;
  kind: Schemas["PhotoKind"];
  caption: string;
  takenAt: string;
  /** Why the server did not take it; null while it is on its way. */
  fault: string | null;
}

interface Store {
  operations: readonly Waiting[];
  photos: readonly WaitingPhoto[];
}

/** What screens show of an operation until the server has taken it. */
interface Shown {
  day?: string | null;
  operation?: Operation;
  kind?: Schemas["PhotoKind"];
}

/** Addresses of photos in hand, by operation. */
const addresses = new Map<string, string>();

function addressOf(id: string, file: File): string {
  const address = addresses.get(id) ?? URL.createObjectURL(file);
  addresses.set(id, address);
  return address;
}

const fieldOf = ({ form = [] }: Kept, name: string) => form.find((field) => field.name === name)?.value;

function photoOf(kept: Kept): WaitingPhoto[] {
  const file = fieldOf(kept, "image");
  if (!(file instanceof File)) return [];
  const { id, about, shown, at, state, said } = kept;
  return [
    {
      id,
      visit: about,
      address: addressOf(id, file),
      file,
      kind: (shown as Shown).kind ?? "during",
      caption: String(fieldOf(kept, "caption") ?? ""),
      takenAt: String(fieldOf(kept, "takenAt") ?? at),
      fault: state === "refused" ? said.join(" ") : null,
    },
  ];
}

function operationOf({ id, about, at, shown, state }: Kept): Waiting[] {
  const { day = null, operation } = shown as Shown;
  return operation && state === "waiting" ? [{ id, visit: about, at, day, operation }] : [];
}

function storeOf({ operations }: Snapshot): Store {
  const photos = operations.flatMap(photoOf);
  for (const [id, address] of addresses) {
    if (photos.some((photo) => photo.id === id)) continue;
    URL.revokeObjectURL(address);
    addresses.delete(id);
  }
  return { operations: operations.flatMap(operationOf), photos };
}

let seen: Snapshot | null = null;
let store: Store = { operations: [], photos: [] };

/** What waits, for the parts that show it; the same object until something changes. */
export function waiting(): Store {
  const now = waitingNow();
  if (now !== seen) {
    seen = now;
    store = storeOf(now);
  }
  return store;
}

export const subscribe = whenWaiting;

/** Which job it is, and where. */
const placeOf = (visit: OwnVisit): string => [titleOf(visit), visit.address ?? visit.name].filter(Boolean).join(", ");

/** The facts of a visit as the screen shows them at the press: the server keeps those that others noted meanwhile. */
const asShown = (visit: OwnVisit): Schemas["SeenVisit"] => {
  const { status, setOffAt, startedAt, doneAt, reason, met, nobodyThere, missing } = visit;
  return { status, setOffAt, startedAt, doneAt, reason, met, nobodyThere, missing };
};

async function keep(visit: OwnVisit, operation: Operation): Promise<void> {
  const at = new Date().toISOString();
  const { id, day } = visit;
  await keepWaiting({
    id: newKey(),
    about: id,
    at,
    path: `/api/panel/visits/${id}/operations`,
    method: "POST",
    body: { ...operation, at, day, base: asShown(visit) },
    title: titleOfOperation(operation),
    place: placeOf(visit),
    words: inWords(operation, visit),
    shown: { day, operation } satisfies Shown,
  });
  void sendWaiting();
}

/** Presses that are not kept yet, so that no screen shows them, by their visit and what they do to it. */
const unseen = new Map<string, Promise<void>>();

/** Does something to a visit: it is kept, shown, and sent as soon as it can be. Pressed again before it is shown, it is the same press. */
export async function operate(visit: OwnVisit, operation: Operation): Promise<boolean> {
  const press = JSON.stringify([visit.id, operation]);
  const kept = unseen.get(press) ?? keep(visit, operation).finally(() => unseen.delete(press));
  unseen.set(press, kept);
  await kept;
  return true;
}

/** Sends a photo again that was not taken. */
export async function sendPhoto(photo: WaitingPhoto): Promise<void> {
  const kept = waitingNow().operations.find((one) => one.id === photo.id);
  if (kept) await changeWaiting({ ...kept, state: "waiting" });
  await sendWaiting();
}

/** Whether a file can be a photo; says of which it cannot, and why. */
export function isPhoto(file: File): boolean {
  const fault = photoTypeFault(file);
  if (fault) notifyError(fault.title, `${file.name}: ${fault.text}`);
  return fault === null;
}

/** Photos are drawn small one after another: many at once take more memory than a phone has, and would lose their order. */
let turn: Promise<unknown> = Promise.resolve();

/** Adds a photo to the job of a visit; it is shown as soon as it is its turn. One that this device has no room for stays in hand as long as
 * the page. */
export function addPhoto(visit: OwnVisit, file: File, kind: Schemas["PhotoKind"], caption: string): Promise<void> {
  const kept = turn.then(() => keepPhoto(visit, file, kind, caption));
  turn = kept.catch(() => undefined);
  return kept;
}

async function keepPhoto(visit: OwnVisit, file: File, kind: Schemas["PhotoKind"], caption: string): Promise<void> {
  const takenAt = new Date(file.lastModified).toISOString();
  const kept = await keepWaiting({
    id: newKey(),
    about: visit.id,
    at: new Date().toISOString(),
    path: `/api/panel/work-orders/${visit.recordId}/photos`,
    method: "POST",
    form: [
      { name: "image", value: await shrunk(file) },
      { name: "kind", value: kind },
      ...(caption ? [{ name: "caption", value: caption }] : []),
      { name: "takenAt", value: takenAt },
    ],
    title: `Photo: ${photoKinds[kind].label}`,
    place: placeOf(visit),
    words: photoInWords(caption, takenAt, visit),
    shown: { kind } satisfies Shown,
  });
  if (!kept) notifyError("No room on this device", NO_ROOM);
  void sendWaiting();
}
