// Houses of ours for visitors without a photo at hand: their pictures by day, with lines, size and windows prepared by the renderer that
// made them (scenes/similar.py).
import { importWithRetry } from "~/lib/import-with-retry";
import type { Plan } from "./plan";
import prepared from "./similar/houses.json";

export interface SimilarHouse {
  id: string;
  name: string;
  alt: string;
  /** Addresses of the picture: large, to draw on, and small, to choose by. */
  picture: string;
  small: string;
}

export const similarHouses: readonly SimilarHouse[] = prepared.map(({ picture, width, ...house }) => ({
  ...house,
  picture: `/img/${picture}-${width}.jpg`,
  small: `/img/${picture}-480.jpg`,
}));

export const similarHouse = (id: string | null): SimilarHouse | undefined =>
  similarHouses.find((house) => house.id === id);

/** Lines, size and windows of one; they come with the first that is picked. */
export async function preparedPlan({ id }: SimilarHouse): Promise<Plan> {
  const { default: plans } = await importWithRetry(() => import("./similar/plans.json"));
  return plans[id as keyof typeof plans] as Plan;
}
