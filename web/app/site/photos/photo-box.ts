// The photos that a visitor chose for a request or a message. They stay here until the server has them, whatever becomes of the
// form around them, and go one after the other as soon as there is a reference to send them with.
import { useSyncExternalStore } from "react";
import { newKey } from "~/api/idempotency";
import { importWithRetry } from "~/lib/import-with-retry";
import { session } from "~/lib/storage";
import { visitorPhotos as words } from "../content/sending";

export const MOST = 5;

/** `refused` is for good; `failed` may be tried again. */
type State = "opening" | "chosen" | "sending" | "sent" | "failed" | "refused";

export interface Photo {
  /** Under which it is sent, once however often that is tried. */
  key: string;
  file: File;
  /** Where it can be seen; null until it has been opened. */
  preview: string | null;
  state: State;
  /** The number of what it belongs to; null until that has been sent. */
  reference: string | null;
}

interface Contents {
  photos: readonly Photo[];
  /** What there is to say of the last thing that was done. */
  said: string;
}

const work = () => importWithRetry(() => import("./open-and-send"));

export type PhotoBox = ReturnType<typeof photoBox>;

/** `place` is where the tab remembers how many there were. */
function photoBox(place: "quotePhotos" | "messagePhotos") {
  let contents: Contents = { photos: [], said: "" };
  const listeners = new Set<() => void>();
  /** Each photo waits for the one before it. */
  let turn = Promise.resolve();

  function change(next: Partial<Contents>) {
    contents = { ...contents, ...next };
    session.set(place, String(contents.photos.filter(({ state }) => state !== "sent").length));
    for (const listener of listeners) listener();
  }
  const find = (key: string) => contents.photos.find((photo) => photo.key === key);
  const update = (key: string, fields: Partial<Photo>, said = contents.said) =>
    change({ photos: contents.photos.map((photo) => (photo.key === key ? { ...photo, ...fields } : photo)), said });

  /** Takes them out. */
  function drop(dropped: (photo: Photo) => boolean, said = "") {
    for (const { preview } of contents.photos.filter(dropped)) if (preview) URL.revokeObjectURL(preview);
    change({ photos: contents.photos.filter((photo) => !dropped(photo)), said });
  }

  async function open(key: string) {
    const photo = find(key);
    if (!photo) return;
    const { opened } = await work();
    const small = await opened(photo.file);
    if (!find(key)) return; // taken out meanwhile
    if (typeof small === "string") drop((one) => one.key === key, small);
    else update(key, { file: small, preview: URL.createObjectURL(small), state: "chosen" });
  }

  async function send(key: string) {
    const photo = find(key);
    if (photo?.state !== "chosen" || !photo.reference) return;
    update(key, { state: "sending" }, "");
    const refusal = await (await work()).send(photo.file, photo.reference, key);
    if (!refusal) update(key, { state: "sent" });
    else update(key, { state: refusal.final ? "refused" : "failed" }, refusal.said);
  }

  function handle(key: string) {
    const fail = (error: Error) => update(key, { state: "failed" }, error.message);
    turn = turn
      .then(() => (find(key)?.preview === null ? open(key) : undefined))
      .then(() => send(key))
      .catch(fail);
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    contents: () => contents,
    /** A browser hands out no file twice: that photos went with the page on which they were chosen is said once. */
    recall: () => {
      const lost = contents.photos.length === 0 && Number(session.get(place));
      if (lost) change({ said: words.lost(lost) });
    },
    add: (files: File[]) => {
      const room = MOST - contents.photos.length;
      const added = files.slice(0, room).map((file): Photo => {
        return { key: newKey(), file, preview: null, state: "opening", reference: null };
      });
      change({ photos: [...contents.photos, ...added], said: files.length > room ? words.enough : "" });
      for (const { key } of added) handle(key);
    },
    remove: (key: string) => drop((photo) => photo.key === key),
    retry: (key: string) => {
      update(key, { state: find(key)?.preview ? "chosen" : "opening" }, "");
      handle(key);
    },
    /** What the photos were chosen for has been sent: they follow. */
    sendWith: (reference: string) => {
      change({ photos: contents.photos.map((photo) => ({ ...photo, reference: photo.reference ?? reference })) });
      for (const { key } of contents.photos) handle(key);
    },
    /** Makes room for others once all have been sent. */
    clear: () => drop(({ state }) => state === "sent", words.received(contents.photos.length)),
  };
}

/** What was chosen with a request for a quote, and with a message. */
export const quotePhotos = photoBox("quotePhotos");
export const messagePhotos = photoBox("messagePhotos");

export const usePhotos = (box: PhotoBox): Contents => useSyncExternalStore(box.subscribe, box.contents, box.contents);
