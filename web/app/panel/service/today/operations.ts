// What is done on site. Each operation has its id from the moment of the press, is shown at once, and is sent in the order of its
// visit; sent again after a lost answer it is done once. Everything that Today writes goes through here.
import { api, bodyOf, multipart, type Schemas } from "~/api/client";
import { ApiError } from "~/api/error";
import { keyed, newKey } from "~/api/idempotency";
import { shrunk } from "~/lib/photo";
import { notify } from "~/ui/toast";
import { tellFailure } from "../../records/write";
import { keepVisit, knownVisit, type OwnVisit } from "./own-visit";

/** What one press does to a visit. */
export type Operation = Omit<Schemas["VisitOperation"], "at" | "day">;
type Line = NonNullable<OwnVisit["materialsUsed"]>[number];
type LineChange = Schemas["SiteMaterial"];

/** An operation that no answer has come to. */
export interface Waiting {
  id: string;
  visit: string;
  /** When it was pressed, by the clock of this device, and the day of the visit, as it was shown then. */
  at: string;
  day: string | null;
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

function steppedTo(visit: OwnVisit, status: OwnVisit["status"], at: string): OwnVisit {
  const shown = { ...visit, status };
  for (const [step, field] of NOTED) {
    if (ORDER.indexOf(step) > ORDER.indexOf(status)) shown[field] = null;
    if (step === status) shown[field] ??= at;
  }
  return status === "done" ? shown : { ...shown, met: null, nobodyThere: false, missing: null };
}

function changedLines(lines: Line[], changes: readonly LineChange[]): Line[] {
  const left = lines.filter(({ id }) => !changes.some((change) => change.removed && change.id === id));
  const changed = left.map((line) => ({ ...line, ...factsOf(changes.find(({ id }) => id === line.id)) }));
  const added = changes.filter(({ id, removed }) => !removed && !lines.some((line) => line.id === id));
  return [...changed, ...added.map((line) => ({ id: line.id, name: "", quantity: 0, unit: null, ...factsOf(line) }))];
}

const factsOf = (change: LineChange | undefined): Partial<Line> =>
  change ? { name: change.name ?? "", quantity: change.quantity ?? 0, unit: change.unit ?? null } : {};

function checkedBy(line: Schemas["ChecklistLine"], checks: readonly Schemas["SiteCheck"][]): Schemas["ChecklistLine"] {
  const check = checks.find(({ item }) => item === line.id);
  return check ? { ...line, done: check.done ?? true } : line;
}

/** The visit as it is once an operation is done. */
export function applied(visit: OwnVisit, { at, operation }: Waiting): OwnVisit {
  const { status, startedAt, doneAt, notes, materials, checks, closing } = operation;
  return {
    ...(status && status !== visit.status ? steppedTo(visit, status, at) : visit),
    ...(startedAt && { startedAt }),
    ...(doneAt && { doneAt }),
    ...(notes && { notes: notes.text ?? null }),
    ...(materials && { materialsUsed: changedLines(visit.materialsUsed ?? [], materials) }),
    ...(checks && { checklist: visit.checklist.map((line) => checkedBy(line, checks)) }),
    ...(closing &&
      (closing.met || closing.nobodyThere) && { met: closing.met ?? null, nobodyThere: closing.nobodyThere ?? false }),
    ...(closing?.missing && { missing: closing.missing }),
  };
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

/** What is said over what came out otherwise. */
const TITLES: Record<string, string> = { arrival: "Client not told", completesJob: "Visit done" };

async function send({ id, visit, at, day, operation }: Waiting): Promise<void> {
  const sent = { params: { path: { id: visit } }, body: { ...operation, at, day }, headers: keyed(id) };
  const answer = await bodyOf(api.post("/api/panel/visits/{id}/operations", sent));
  keepVisit(visit, answer.visit);
  for (const { field, words } of answer.told) notify(TITLES[field] ?? "Saved, but otherwise", words);
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
  attempt({ id: newKey(), visit: visit.id, at: new Date().toISOString(), day: visit.day, operation });

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
