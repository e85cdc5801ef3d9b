// Loads code that a part of the page needs. It is tried three times; then, where a newer build seems to have taken its place,
// the page is reloaded, once and only where that loses nothing typed. What still fails is told by the part that asked for the code.
import { session } from "./storage";
import { wordsTyped } from "./typed-words";

/** Milliseconds before the second and the third try. */
const PAUSES = [500, 2000];
/** Milliseconds after which a try that was not answered has failed. */
const LIMIT = 15_000;
/** In the session's storage: the build that has already been left for a newer one. */
const LEFT = "leftBuild";
/** This file's own address carries the mark of its build. */
const BUILD = import.meta.url;

/** The code could not be had; `message` says to a person what to do. */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

const UNREACHABLE = "This could not be loaded. Please check your connection and try again.";
const OUTDATED = "This site was updated since you opened the page. Reload it to go on, but copy what you typed first.";

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function inTime<Value>(load: () => Promise<Value>): Promise<Value> {
  const late = pause(LIMIT).then(() => Promise.reject(new Error("The code did not arrive in time.")));
  return Promise.race([load(), late]);
}

/** Whether the site answers, although the code did not come: then it most likely has another build by now. */
async function siteAnswers(): Promise<boolean> {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: asks for the page itself, not for data
    return (await fetch(location.href, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** Reloads the page where that may help and harms nobody; says what else to do. */
async function giveUp(): Promise<string> {
  if (session.get(LEFT) === BUILD || !(await siteAnswers())) return UNREACHABLE;
  if (wordsTyped()) return OUTDATED;
  session.set(LEFT, BUILD);
  if (!session.lasts()) return UNREACHABLE; // nothing would stop the next page from doing the same
  location.reload();
  return pause(LIMIT).then(() => UNREACHABLE);
}

/** What `load` gives; throws ChunkLoadError where it cannot be had. */
export async function importWithRetry<Value>(load: () => Promise<Value>): Promise<Value> {
  for (const wait of PAUSES) {
    try {
      return await inTime(load);
    } catch {
      await pause(wait);
    }
  }
  try {
    return await inTime(load);
  } catch (error) {
    throw new ChunkLoadError(await giveUp(), { cause: error });
  }
}

const SIGNS = ["online", "pointerdown", "keydown"];

/** When another try may be worth it: the browser is back online, or somebody is still there. */
export const anotherChance = (): Promise<void> =>
  new Promise((resolve) => {
    for (const sign of SIGNS) addEventListener(sign, () => resolve(), { once: true });
  });
