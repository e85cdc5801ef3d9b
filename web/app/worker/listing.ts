// What the service worker keeps, taken from Vite's manifest: all that the panel needs to start without a network, the sign-in and the
// screens that work there, and nothing else. The build stops where that weighs too much.
import { createHash } from "node:crypto";

/** A row of Vite's manifest. */
interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

type Manifest = Record<string, Chunk>;

/** The modules that people without a network open. The entry comes first: the worker knows a document of its own build by it. The pages of
 * the sign-in are not among them, because nobody gets in there without a network. */
export const KEPT = [
  "app/entry-client.tsx",
  "app/staff.css",
  "app/panel/layout/layout.tsx",
  "app/panel/service/work-orders/route.tsx",
  "app/panel/service/today/today.tsx",
  "app/panel/waiting/waiting-list.tsx",
  "app/panel/waiting/log-out-question.tsx",
  "app/ui/dialog-window.tsx",
  "app/forms/first-fault.ts",
];

/** Bytes that it may cost a phone, packed. */
export const MOST = 160 * 1024;

/** The files of these modules and of what they import, by their order. */
export function filesOf(manifest: Manifest, modules: string[]): string[] {
  const seen = new Set<string>();
  const files = new Set<string>();
  const add = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}, which the service worker keeps.`);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(`/${file}`);
    chunk.imports?.forEach(add);
  };
  modules.forEach(add);
  return [...files];
}

/** Refuses files that weigh too much; gives what they weigh. */
export function weighed(files: string[], packedSize: (file: string) => number): number {
  const bytes = files.reduce((sum, file) => sum + packedSize(file), 0);
  if (bytes > MOST) throw new Error(`The service worker would keep ${bytes} bytes, more than ${MOST}.`);
  return bytes;
}

/** The worker's script for these files; another one whenever a file or a document is another. */
export function workerOf(source: string, files: string[], documents: string[]): string {
  const build = createHash("sha256")
    .update(JSON.stringify([source, files, documents]))
    .digest("hex");
  return source.replace('["%FILES%"]', JSON.stringify(files)).replace("%BUILD%", build.slice(0, 12));
}
