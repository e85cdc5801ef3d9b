// The ways to a picture to draw on: a file of the visitor's own, a house of ours, a link to one, and what was kept from last time.

import { importWithRetry } from "~/lib/import-with-retry";
import { firstScheme, type Scheme } from "~/lib/schemes";
import type { Opened } from "./bench";
import type { OpenPhoto, Photo } from "./engine";
import { keepOwn, kept } from "./kept";
import { blank, drawingOf, type Look, lookOf, type Plan, planOf } from "./plan";
import { copyOf } from "./saving";
import { preparedPlan, type SimilarHouse, similarHouse } from "./similar";
import { openSight } from "./vision/sight";

const SPACING = 8;

/** How the lights shine at first: as the visitor lit the house of the page, if they did. */
const lookAt = (scheme: Scheme | null): Look => {
  const { colors, effect, brightness } = scheme ?? firstScheme;
  return { colors, effect, brightness, spacing: SPACING, evening: 1 };
};

/** A visitor who begins with a house of ours needs nothing that judges files. */
const openPhoto: OpenPhoto = async (file) => {
  const photos = await importWithRetry(() => import("./picture/open-photo"));
  return photos.openPhoto(file);
};

/** The roll is part of a drawing's size: the plan of a drawing keeps its own, whatever is seen in this copy of the picture. */
async function seen(photo: Photo, plan?: Plan) {
  const sight = await openSight(photo);
  return { photo, sight: plan ? { ...sight, roll: plan.roll ?? 0 } : sight };
}

export async function openFile(file: Blob, scheme: Scheme | null): Promise<Opened> {
  const [photo, look] = [await openPhoto(file), lookAt(scheme)];
  const opened = await seen(photo);
  await keepOwn(await copyOf(photo), planOf(blank, look, { ...photo, roll: opened.sight.roll, similar: null }));
  const doubts = [...opened.sight.doubts, ...photo.doubts];
  return { ...opened, photo: { ...photo, doubts }, similar: null, drawing: blank, look };
}

/** The same picture a quarter to the right, with nothing drawn yet. */
export async function openTurned({ photo: { image, width, height, focal }, look }: Opened): Promise<Opened> {
  const canvas = new OffscreenCanvas(height, width);
  const paper = canvas.getContext("2d");
  paper?.translate(height, 0);
  paper?.rotate(Math.PI / 2);
  paper?.drawImage(image, 0, 0);
  const turned = await openFile(await canvas.convertToBlob({ type: "image/jpeg", quality: 0.95 }), null);
  return { ...turned, photo: { ...turned.photo, focal: focal && (focal * width) / height }, look };
}

/** Asks for a picture of the site; no data, so the client of calls has no part in it. */
async function pictureAt(address: string): Promise<Blob> {
  // biome-ignore lint/style/noRestrictedGlobals: see above
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`The picture answered ${answer.status}.`);
  return answer.blob();
}

/** A house of ours, as prepared or as a plan of it says. */
export async function openSimilar(house: SimilarHouse, scheme: Scheme | null, plan?: Plan): Promise<Opened> {
  const [picture, prepared] = await Promise.all([pictureAt(house.picture), preparedPlan(house)]);
  const image = await createImageBitmap(picture);
  const { width, height } = image;
  const photo = { image, width, height, focal: prepared.f ?? null, doubts: [] };
  return {
    ...(await seen(photo, plan ?? prepared)),
    similar: house.id,
    drawing: drawingOf(plan ?? prepared, width, height),
    look: plan ? lookOf(plan) : lookAt(scheme),
  };
}

/** Null where a house of that name is no longer shown. */
export async function openLinked(plan: Plan): Promise<Opened | null> {
  const house = similarHouse(plan.m ?? null);
  return house ? openSimilar(house, null, plan) : null;
}

/** A plan on a copy of the picture that it was drawn on. */
export async function openDrawn(picture: Blob, plan: Plan): Promise<Opened> {
  const photo = { ...(await openPhoto(picture)), focal: plan.f ?? null, doubts: [] };
  const drawing = drawingOf(plan, photo.width, photo.height);
  return { ...(await seen(photo, plan)), similar: null, drawing, look: lookOf(plan) };
}

export async function openKept(): Promise<Opened | null> {
  const last = await kept();
  if (!last) return null;
  return last.picture ? openDrawn(last.picture, last.plan) : openLinked(last.plan);
}
