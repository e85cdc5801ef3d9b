// What a browser keeps, as it lies there: for journeys that ask what is left.
import type { Page } from "@playwright/test";
import { CACHES, COOKIES, DATABASE, isDeclared, LOCAL, SESSION } from "../app/lib/stores";

/** The keys of a store of the database: of visits, whose they are. */
export const kept = (page: Page, store: keyof typeof DATABASE) =>
  page.evaluate(
    (name) =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open("duskline");
        opening.onsuccess = () => {
          const asking = opening.result.transaction(name).objectStore(name).getAllKeys();
          asking.onsuccess = () => {
            opening.result.close();
            resolve(asking.result.map(String));
          };
        };
      }),
    store,
  );

/** Every name under which this browser keeps something, and those that lib/stores.ts lacks. */
export async function namesKept(page: Page) {
  const found = await page.evaluate(async () => {
    const opened = (name: string) =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          opening.result.close();
          resolve([...opening.result.objectStoreNames]);
        };
      });
    const databases = await indexedDB.databases();
    return {
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      cookies: document.cookie.split("; ").flatMap((pair) => pair.split("=")[0] || []),
      stores: (await Promise.all(databases.map(({ name = "" }) => opened(name)))).flat(),
      caches: await caches.keys(),
    };
  });
  const places = [
    [found.local, LOCAL],
    [found.session, SESSION],
    [found.cookies, COOKIES],
    [found.stores, DATABASE],
    [found.caches, CACHES],
  ] as const;
  return {
    ...found,
    undeclared: places.flatMap(([names, declared]) => names.filter((one) => !isDeclared(declared, one))),
  };
}
