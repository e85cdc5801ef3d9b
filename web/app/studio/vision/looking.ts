// Everything that is found in a picture before anybody draws on it: what the worker keeps, and what is measured (bench/edges.mjs).
import type { FoundEdge } from "../engine";
import { layersOf } from "./layers";
import { roofEdges } from "./roof";
import { skyOf, smallOf } from "./sky";
import { rollOf, straightPieces } from "./straight";
import { brightened, type View, viewOf } from "./view";

export interface Seen {
  view: View;
  roll: number;
  edges: FoundEdge[];
  layers: ReturnType<typeof layersOf>;
}

/** Four bytes for each pixel; a dark picture is raised in place. */
export function looked(pixels: Uint8ClampedArray, width: number, height: number): Seen {
  const raised = brightened(pixels);
  const view = viewOf(pixels, width, height);
  const small = smallOf(view);
  const pieces = straightPieces(view);
  const roll = rollOf(pieces, height);
  const edges = roofEdges(view, pieces, skyOf(view, [], [], small).alpha, roll);
  return { view, roll, edges, layers: layersOf(view, { small, edges, roll, raised }) };
}
