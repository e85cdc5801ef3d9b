// Where the small pictures of a visit lie: those that a phone shows, and keeps for where there is no network.
import { photoAddress } from "../../pictures/order-photo";
import type { OwnVisit } from "./own-visit";

export const small = (address: string): string => `${address}?small=true`;
export const smallPicture = ({ recordId }: OwnVisit, { id }: { id: string }): string =>
  small(photoAddress(recordId, id));

/** That of the picture under a drawing, whose address names it already. */
export const smallDrawn = (address: string): string => `${address}&small=true`;

export const picturesOf = (visits: readonly OwnVisit[]): string[] =>
  visits.flatMap((visit) => [
    ...visit.visitorPhotos.map(small),
    ...(visit.lighting?.picture ? [smallDrawn(visit.lighting.picture)] : []),
    ...(visit.images ?? []).map((photo) => smallPicture(visit, photo)),
  ]);
