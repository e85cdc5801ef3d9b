// Removes what a browser's storage keeps, once its end has come. The database does the same for its stores (offline/database.ts).
import { local, session } from "./storage";
import { type End, endedBy, LOCAL, SESSION } from "./stores";

export function wipeStorage(end: End): void {
  for (const key of endedBy(end, LOCAL)) local.remove(key as keyof typeof LOCAL);
  for (const key of endedBy(end, SESSION)) session.remove(key as keyof typeof SESSION);
}
