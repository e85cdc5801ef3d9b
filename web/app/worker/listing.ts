// What the service worker keeps, taken from Vite's manifest: all that the panel needs to start without a network, the sign-in and the
// screens that work there, and nothing else. The build stops where that weighs too much, and where a kept part may want code that is
// neither kept nor left out for a reason.
import { createHash } from "node:crypto";

/** A row of Vite's manifest. */
interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

type Manifest = Record<string, Chunk>;

/** The modules that people without a network open. The entry comes first: the worker knows a document of its own build by it. The pages of
 * the sign-in are not among them, because nobody gets in there without a network. */
export const KEPT = [
  "app/entry-client.tsx",
  "app/staff.css",
  "app/panel/layout/layout.tsx",
  "app/panel/records/work-orders/route.tsx",
  "app/panel/schedule/today/today.tsx",
  "app/panel/waiting/waiting-list.tsx",
  "app/panel/waiting/log-out-question.tsx",
  "app/ui/dialog-window.tsx",
];

/** What kept modules load when it is wanted, and people without a network do without: why, and its modules or their folders. */
export const LEFT_OUT: Record<string, string[]> = {
  "Pages of visitors, who have no worker.": ["app/site/"],
  "Nobody gets in without a network.": [
    "app/auth/",
    "app/login-layout.tsx",
    "app/panel/shell/somebody-else.tsx",
    "app/panel/waiting/sign-in-here.tsx",
  ],
  "It shows what the server says, and nothing of that is kept.": [
    "app/panel/company/settings/route.tsx",
    "app/panel/reporting/dashboard/route.tsx",
    "app/panel/reporting/reports/route.tsx",
    "app/panel/layout/account.tsx",
    "app/panel/layout/notifications.tsx",
    "app/panel/layout/preferences.tsx",
    "app/panel/layout/record-card.tsx",
    "app/panel/people/users/route.tsx",
    "app/panel/records/clients/route.tsx",
    "app/panel/records/leads/route.tsx",
    "app/panel/schedule/week.tsx",
    "app/panel/records/tickets/route.tsx",
    "app/panel/records/work-orders/order-list.tsx",
    "app/panel/records/work-orders/work-order-drawer.tsx",
    "app/panel/setup/way-back.tsx",
    "app/panel/shell/palette.tsx",
  ],
  "A day keeps small pictures, and this window shows the large ones.": ["app/panel/pictures/photo-window.tsx"],
  "Without a network no write is answered.": ["app/api/own-changes.ts"],
  "A phone has no keys to explain.": ["app/panel/shell/shortcut-help.tsx"],
  "Every button has its name without it, and it fails in silence.": ["app/ui/tooltip-bubble.tsx"],
};

/** Bytes that it may cost a phone, packed. */
export const MOST = 160 * 1024;

/** The chunks of these modules and of what they import, by their order. */
function chunksOf(manifest: Manifest, modules: string[]): Chunk[] {
  const seen = new Map<string, Chunk>();
  const add = (key: string) => {
    if (seen.has(key)) return;
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}, which the service worker keeps.`);
    seen.set(key, chunk);
    chunk.imports?.forEach(add);
  };
  modules.forEach(add);
  return [...seen.values()];
}

/** The files of these modules and of what they import, by their order. */
export const filesOf = (manifest: Manifest, modules: string[]): string[] => [
  ...new Set(chunksOf(manifest, modules).flatMap(({ file, css = [] }) => [file, ...css].map((one) => `/${one}`))),
];

/** Refuses a list where these modules may want code without a network that is not there; and a reason that nothing needs. */
export function complete(manifest: Manifest, modules: string[], leftOut: Record<string, string[]>): void {
  const kept = new Set(filesOf(manifest, modules));
  const later = new Set(chunksOf(manifest, modules).flatMap(({ dynamicImports = [] }) => dynamicImports));
  const wanted = [...later].filter((key) => !kept.has(`/${manifest[key]?.file}`));
  const places = Object.values(leftOut).flat();
  const isAt = (place: string, key: string) => (place.endsWith("/") ? key.startsWith(place) : key === place);
  const lacking = wanted.filter((key) => !places.some((place) => isAt(place, key)));
  const idle = places.filter((place) => !wanted.some((key) => isAt(place, key)));
  if (lacking.length > 0)
    throw new Error(
      `The service worker does not keep ${lacking.join(", ")}, which kept parts load when they are wanted.`,
    );
  if (idle.length > 0) throw new Error(`The service worker leaves out ${idle.join(", ")}, which no kept part loads.`);
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
