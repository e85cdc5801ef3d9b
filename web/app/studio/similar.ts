// Houses of ours for whoever has no photo at hand: their pictures by day, with lines, size and windows prepared by the renderer that
// made them (scenes/similar.py).
import type { Plan } from "./plan";
import prepared from "./similar/houses.json";

export interface SimilarHouse {
  id: string;
  name: string;
  alt: string;
  /** Addresses of the picture: large, to draw on, and small, to choose by. */
  picture: string;
  small: string;
  plan: Plan;
}

export const similarHouses: readonly SimilarHouse[] = prepared.map(({ picture, width, plan, ...house }) => ({
  ...house,
  picture: `/img/${picture}-${width}.jpg`,
  small: `/img/${picture}-480.jpg`,
  plan: plan as Plan,
}));

export const similarHouse = (id: string | null): SimilarHouse | undefined =>
  similarHouses.find((house) => house.id === id);
