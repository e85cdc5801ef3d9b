// Short notices. One is visible at a time; a dismissed one is remembered for a while and then forgotten. The store stands
// outside of React, so that a notice survives a change of screen and may be given from anywhere.
import { useSyncExternalStore } from "react";
import { session } from "~/lib/storage";

/** What can be done about a notice while it is shown, such as taking back what it tells of. */
export interface ToastAction {
  label: string;
  act: () => void;
}

export interface Toast {
  id: number;
  title: string;
  description?: string;
  /** What can be done about it, in the order of the buttons. */
  actions: readonly ToastAction[];
  /** An error is read out at once and is shown in the color of danger. */
  error: boolean;
  open: boolean;
}

type Notice = Pick<Toast, "title" | "description" | "actions">;

const VISIBLE = 1;
/** Milliseconds until a dismissed notice is forgotten. */
const REMOVAL_DELAY = 1_000_000;
/** In the session's storage: the notice that a new document is to show. */
const CARRIED = "toast";

let toasts: Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

function change(next: Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(notice: Notice, error: boolean) {
  last += 1;
  const id = last;
  change([{ ...notice, id, error, open: true }, ...toasts].slice(0, VISIBLE));
}

/** Says that something went well, or just what is the case. */
export const notify = (title: string, description?: string, ...actions: readonly ToastAction[]) =>
  show({ title, description, actions }, false);

/** Says that something went wrong. */
export const notifyError = (title: string, description?: string, ...actions: readonly ToastAction[]) =>
  show({ title, description, actions }, true);

/** Takes the visible notice along into the next document, which shows it again. */
export function carryToast(): void {
  const [open] = toasts.filter((toast) => toast.open);
  if (open) session.set(CARRIED, JSON.stringify(open));
}

/** Shows what the last document carried over. */
export function showCarriedToast(): void {
  const carried = session.get(CARRIED);
  if (!carried) return;
  session.remove(CARRIED);
  const { title, description, error } = JSON.parse(carried) as Toast;
  show({ title, description, actions: [] }, error);
}

export function dismiss(id: number): void {
  change(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)));
  setTimeout(() => change(toasts.filter((toast) => toast.id !== id)), REMOVAL_DELAY);
}

/** Ends the notice of a failure: what failed is being tried again. */
export function dismissError(): void {
  for (const { id, error, open } of toasts) if (error && open) dismiss(id);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const none: Toast[] = [];

/** The notices that are kept, newest first, open or dismissed. */
export const useToasts = (): Toast[] =>
  useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
