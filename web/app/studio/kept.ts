// The last drawing, kept in this browser alone until its owner deletes it: the plan, and a copy of the picture without what a camera
// writes beside it. Where the browser keeps no pictures, a drawing on one's own is gone with the window.
import { local } from "~/lib/storage";
import type { CacheName } from "~/lib/stores";
import { type Plan, readPlan } from "./plan";

const PLAN = "studioPlan";
const CACHE: CacheName = "studio";
const PICTURE = "/studio-picture";

/** Null where there is none, or its picture was not kept. */
export async function kept(): Promise<{ plan: Plan; picture: Blob | null } | null> {
  const plan = readPlan(local.get(PLAN) ?? "");
  if (!plan) return null;
  if (plan.m) return { plan, picture: null };
  const picture = await withCache((cache) => cache.match(PICTURE));
  return picture ? { plan, picture: await picture.blob() } : null;
}

export const keepPlan = (plan: Plan): void => local.set(PLAN, JSON.stringify(plan));

/** A picture of the visitor's own in place of what was kept: with a plan at once, since what has none is offered to nobody, and so
 * could not be deleted. */
export async function keepOwn(picture: Blob, plan: Plan): Promise<void> {
  await forget();
  keepPlan(plan);
  await withCache((cache) => cache.put(PICTURE, new Response(picture)));
}

export async function forget(): Promise<void> {
  local.remove(PLAN);
  await withCache((cache) => cache.delete(PICTURE));
}

/** Undefined where the browser refuses, or has no caches: it gives them to safe connections only. */
async function withCache<Value>(act: (cache: Cache) => Promise<Value>): Promise<Value | undefined> {
  try {
    return await act(await caches.open(CACHE));
  } catch {
    return undefined;
  }
}
