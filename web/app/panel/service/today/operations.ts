// What is done on site. Each operation has its id from the moment of the press, is shown at once, and is sent in the order of its
// visit; sent again after a lost answer it is done once. Everything that Today writes goes through here.
import { api, bodyOf, multipart, type Schemas } from "~/api/client";
import { ApiError } from "~/api/error";
import { changing, keyed, newKey } from "~/api/idempotency";
import { shrunk } from "~/lib/photo";
import { tellFailure } from "../../records/write";
import { keepVisit, knownVisit, type OwnVisit } from "./own-visit";

/** What one press does to a visit. */
export interface Operation {
  status?: Schemas["VisitStatus"];
  /** Why it goes back, or is noted otherwise than it was. */
  reason?: string;
  notes?: string | null;
}

/** An operation that no answer has come to. */
export interface Waiting {
  id: string;
  visit: string;
  /** When it was pressed, by the clock of this device. */
  at: string;
  operation: Operation;
}

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

let store: Store = { operations: [], photos: [] };
const listeners = new Set<() => void>();

function change(next: Partial<Store>) {
  store = { ...store, ...next };
  for (const listener of listeners) listener();
}

/** What waits, for whoever shows it; the same object until something changes. */
export const waiting = (): Store => store;

export function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const ORDER: Schemas["VisitStatus"][] = ["planned", "on_the_way", "started", "done"];
const NOTED = [
  ["on_the_way", "setOffAt"],
  ["started", "startedAt"],
  ["done", "doneAt"],
] as const;

/** The visit as it is once an operation is done. */
export function applied(visit: OwnVisit, { at, operation: { status, notes } }: Waiting): OwnVisit {
  const shown = { ...visit, ...(notes !== undefined && { notes }) };
  if (status === undefined || status === visit.status) return shown;
  for (const [step, field] of NOTED) {
    if (ORDER.indexOf(step) > ORDER.indexOf(status)) shown[field] = null;
    if (step === status) shown[field] ??= at;
  }
  return { ...shown, status };
}

const turns = new Map<string, Promise<unknown>>();

/** After what was pressed before about the same visit. */
function inTurn<Answer>(visit: string, act: () => Promise<Answer>): Promise<Answer> {
  const turn = (turns.get(visit) ?? Promise.resolve()).then(act, act);
  turns.set(
    visit,
    turn.catch(() => undefined),
  );
  return turn;
}

const told = { own: "This could not be saved.", photo: "The photo could not be added." };

async function send({ id, visit: visitId, operation: { status, reason, notes } }: Waiting): Promise<void> {
  const visit = knownVisit(visitId);
  if (!visit) return;
  if (status !== undefined) {
    const body = { status, ...(reason !== undefined && { reason }) };
    const sent = { params: { path: { id: visitId } }, body, headers: changing(visit.version, id) };
    const saved = await bodyOf(api.patch("/api/panel/visits/{id}", sent));
    const { setOffAt, startedAt, doneAt, version } = saved;
    keepVisit(visitId, { status: saved.status, reason: saved.reason, setOffAt, startedAt, doneAt, version });
  }
  if (notes !== undefined && visit.jobVersion !== null) {
    const headers = changing(visit.jobVersion, status === undefined ? id : `${id}-notes`);
    const sent = { params: { path: { id: visit.recordId } }, body: { notes }, headers };
    const saved = await bodyOf(api.patch("/api/panel/work-orders/{id}", sent));
    keepVisit(visitId, { notes: saved.notes, jobVersion: saved.version });
  }
}

const taken = (id: string) => change({ operations: store.operations.filter((one) => one.id !== id) });

async function attempt(one: Waiting): Promise<boolean> {
  if (!store.operations.includes(one)) change({ operations: [...store.operations, one] });
  try {
    await inTurn(one.visit, () => send(one));
    taken(one.id);
    return true;
  } catch (error) {
    taken(one.id);
    tellFailure(error, told.own, { label: "Try Again", act: () => void attempt(one) });
    return false;
  }
}

/** Does something to a visit, and says whether the server took it; that it did not has been told. */
export const operate = (visit: OwnVisit, operation: Operation): Promise<boolean> =>
  attempt({ id: newKey(), visit: visit.id, at: new Date().toISOString(), operation });

const replaced = (photo: WaitingPhoto) =>
  change({ photos: store.photos.map((one) => (one.id === photo.id ? photo : one)) });

export function forgetPhoto({ id, address }: WaitingPhoto): void {
  change({ photos: store.photos.filter((one) => one.id !== id) });
  URL.revokeObjectURL(address);
}

/** Sends a photo, again perhaps. */
export async function sendPhoto(photo: WaitingPhoto): Promise<void> {
  const one = { ...photo, fault: null };
  replaced(one);
  try {
    await inTurn(one.visit, async () => {
      const visit = knownVisit(one.visit);
      if (!visit) return;
      const form = new FormData();
      form.set("image", one.file);
      form.set("kind", one.kind);
      if (one.caption) form.set("caption", one.caption);
      form.set("takenAt", one.takenAt);
      const sent = { params: { path: { id: visit.recordId } }, ...multipart(form), headers: keyed(one.id) };
      const { images, version } = await bodyOf(api.post("/api/panel/work-orders/{id}/photos", sent));
      keepVisit(one.visit, { images, jobVersion: version });
    });
    forgetPhoto(one);
  } catch (error) {
    replaced({ ...one, fault: (error instanceof ApiError && error.sentence) || told.photo });
  }
}

/** Adds photos to the job of a visit; they are shown at once. */
export async function addPhotos(
  visit: OwnVisit,
  files: readonly File[],
  kind: Schemas["PhotoKind"],
  caption: string,
): Promise<void> {
  for (const file of files) {
    const small = await shrunk(file);
    const photo = {
      id: newKey(),
      visit: visit.id,
      address: URL.createObjectURL(small),
      file: small,
      kind,
      caption,
      takenAt: new Date(file.lastModified).toISOString(),
      fault: null,
    };
    change({ photos: [...store.photos, photo] });
    void sendPhoto(photo);
  }
}
