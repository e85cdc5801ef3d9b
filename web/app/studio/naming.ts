// Which edge is meant, and what it is called: by its shape, its number and its length, or where it lies while no length is known.
import type { Point } from "./engine";
import { type Length, shown } from "./geometry/front";
import type { Line } from "./plan";
import { distance, type Size } from "./pointing";
import { words } from "./words";

/** Rise by run up to which an edge counts as level. */
const LEVEL = 0.16;

function shapeOf(points: readonly Point[]): keyof typeof words.edges.shape {
  const [first, ...others] = points;
  const last = others.pop();
  if (!first || !last) return "slope";
  const peak = Math.min(first.y, last.y) - Math.abs(last.x - first.x) * LEVEL;
  if (others.some(({ y }) => y < peak)) return "gable";
  return Math.abs(last.y - first.y) <= LEVEL * Math.abs(last.x - first.x) ? "eave" : "slope";
}

function placeOf(points: readonly Point[], { width, height }: Size): string {
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const third = (share: number) => Math.min(2, Math.floor(share * 3));
  const { row, column } = words.edges;
  return `${row[third(mean(({ y }) => y) / height)]} ${column[third(mean(({ x }) => x) / width)]}`;
}

/** With its length where one can be said, else with its place. */
export function named(name: string, points: readonly Point[], size: Size, length?: Length): string {
  const feet = length && shown(length);
  return feet ? words.edges.about(name, feet.join("-")) : words.edges.placed(name, placeOf(points, size));
}

export const lineName = (number: number, points: readonly Point[]): string =>
  `${number}. ${words.edges.shape[shapeOf(points)]}`;

/** The edge that a tap means: along it, and not where another may begin at its ends. */
export function lineAt(lines: readonly Line[], at: Point, near: number): Line | undefined {
  const isOn = ({ points }: Line) =>
    points.slice(1).some((b, i) => {
      const a = points[i] as Point;
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const share = ((at.x - a.x) * dx + (at.y - a.y) * dy) / (dx * dx + dy * dy || 1);
      const foot = { x: a.x + share * dx, y: a.y + share * dy };
      return share > 0 && share < 1 && distance(foot, at) < near;
    });
  const isEnd = ({ points }: Line) => [points[0], points.at(-1)].some((end) => end && distance(end, at) < 2 * near);
  return lines.some(isEnd) ? undefined : lines.findLast(isOn);
}
