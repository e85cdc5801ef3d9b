// The step of setting up that somebody went to from the checklist, in this tab.
import { session } from "~/lib/storage";

const KEY = "setupStep";

export const stepUnderWay = (): string | null => session.get(KEY);
export const goToStep = (id: string): void => session.set(KEY, id);
export const endStep = (): void => session.remove(KEY);
