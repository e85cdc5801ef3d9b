// What is done in exchange for the present password, and how its failure is told.
import { api, bodyOf, type Schemas } from "~/api/client";
import { browserName } from "~/lib/browsers";
import { isDeclined, isKnownHere, makePasskey } from "~/lib/passkeys";
import { notify, notifyError } from "~/ui/toast";

/** What the section shows: how things stand, the question for the password, the app to set up, or the codes to keep. */
export type Stage =
  | { shows: "standing" }
  | { shows: "password"; before: Deed }
  | { shows: "app"; enrollment: Schemas["Enrollment"] }
  | { shows: "codes"; codes: string[] };

export interface Deed {
  button: string;
  failed: string;
  /** Said above the field, where the press before it does not say enough. */
  about?: string;
  /** What is shown then; how things stand, unless it says otherwise. */
  send: (present: string) => Promise<Stage | undefined>;
}

export const OTHERS = "Your other devices were logged out";

export const SET_UP_APP: Deed = {
  button: "Continue",
  failed: "Failed to set up the app",
  send: async (present) => ({
    shows: "app",
    enrollment: await bodyOf(api.post("/api/auth/second-factor/app", { body: { present } })),
  }),
};

export const ADD_PASSKEY: Deed = {
  button: "Continue",
  failed: "Failed to add the passkey",
  about: "Next, your browser asks where to save the passkey.",
  async send(present) {
    const asked = await bodyOf(api.post("/api/auth/second-factor/passkeys/ask", { body: { present } }));
    const body = { ...(await makePasskey(asked)), name: browserName(navigator.userAgent) };
    const { codes } = await bodyOf(api.post("/api/auth/second-factor/passkeys", { body }));
    if (codes.length === 0) {
      notify("The passkey was added", OTHERS);
      return;
    }
    notify("Two-step verification is on", OTHERS);
    return { shows: "codes", codes };
  },
};

export const NEW_CODES: Deed = {
  button: "Make New Codes",
  failed: "Failed to make new codes",
  send: async (present) => ({
    shows: "codes",
    ...(await bodyOf(api.post("/api/auth/second-factor/recovery-codes", { body: { present } }))),
  }),
};

/** Where the answer that held the first ones was lost. */
export const MISSED_CODES: Deed = {
  ...NEW_CODES,
  about: "Two-step verification is on, but the answer with your recovery codes was lost. Make new ones.",
};

export const TURN_OFF: Deed = {
  button: "Turn Off",
  failed: "Failed to turn it off",
  about: "From then on your password alone signs you in. Passkeys, app and recovery codes are removed.",
  async send(present) {
    await api.post("/api/auth/second-factor/off", { body: { present } });
    notify("Two-step verification is off", OTHERS);
    return undefined;
  },
};

const LAST = "It is the last one: from then on your password alone signs you in.";

export const removeApp = (last: boolean): Deed => ({
  button: "Remove",
  failed: "Failed to remove the app",
  about: last ? LAST : "The codes of your app sign you in no more.",
  async send(present) {
    await api.post("/api/auth/second-factor/app/remove", { body: { present } });
    notify(last ? "Two-step verification is off" : "The app was removed", OTHERS);
    return undefined;
  },
});

export const removePasskey = ({ id, name }: Schemas["OwnPasskey"], last: boolean): Deed => ({
  button: "Remove",
  failed: "Failed to remove the passkey",
  about: last ? LAST : `“${name}” signs you in no more.`,
  async send(present) {
    await api.post("/api/auth/second-factor/passkeys/{id}/remove", { params: { path: { id } }, body: { present } });
    notify(last ? "Two-step verification is off" : "The passkey was removed", OTHERS);
    return undefined;
  },
});

/** Whether it was no failure: the person turned away from the browser's dialog, or the device has a passkey already. */
export function tellDeclined(error: unknown): boolean {
  if (isKnownHere(error)) notifyError("Error", "This device has a passkey for your account already.");
  else if (isDeclined(error))
    notifyError("No passkey was made", "The browser's dialog was closed, or its time was over.");
  else return false;
  return true;
}
