// Where the numbers of runs stand on a picture: each on its run, and none on another while there is room.
interface Place {
  x: number;
  y: number;
}

/** Shares of a run's way that are tried in turn. */
const TRIED = [0.5, 0.3, 0.7, 0.4, 0.6, 0.2, 0.8, 0.1, 0.9];
/** How much nearer it may stand to a point of a run than to another number. */
const NEARER = 1.5;

function along(points: readonly Place[], share: number): Place {
  const pieces = points.slice(1).map((to, i) => {
    const from = points[i] as Place;
    return { from, to, long: Math.hypot(to.x - from.x, to.y - from.y) };
  });
  let rest = share * pieces.reduce((sum, { long }) => sum + long, 0);
  for (const { from, to, long } of pieces) {
    if (rest <= long && long > 0) {
      return { x: from.x + ((to.x - from.x) * rest) / long, y: from.y + ((to.y - from.y) * rest) / long };
    }
    rest -= long;
  }
  return points.at(-1) as Place;
}

/** One place for each run, `apart` from the others, clear of points, and half of that from the border, as far as that goes. */
export function badgesOf(runs: readonly (readonly Place[])[], wide: number, high: number, apart: number): Place[] {
  const within = (at: number, most: number) => Math.min(Math.max(at, apart / 2), most - apart / 2);
  const placed: Place[] = [];
  const corners = runs.flat();
  const room = ({ x, y }: Place) => {
    const far = (other: Place) => Math.hypot(other.x - x, other.y - y);
    return Math.min(apart, ...placed.map(far), ...corners.map((corner) => NEARER * far(corner)));
  };
  for (const points of runs) {
    const tried = TRIED.map((share) => along(points, share)).map(({ x, y }) => ({
      x: within(x, wide),
      y: within(y, high),
    }));
    placed.push(tried.reduce((best, place) => (room(place) > room(best) ? place : best)));
  }
  return placed;
}
