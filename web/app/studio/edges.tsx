// The roof edges: tapped end by end, or checked in a list of those that were found; then moved, split and taken out.
import { Redo2, RotateCw, Search, Undo2 } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/button";
import { useEscape } from "~/ui/dialog-close";
import { type Bench, lengthsOf } from "./bench";
import type { FoundEdge, Point } from "./engine";
import { lineAt, lineName, named } from "./naming";
import { type Line, MOST, placesOf } from "./plan";
import { distance } from "./pointing";
import { type Handle, REACH } from "./stage";
import { words as all } from "./words";

const words = all.edges;

/** Of the picture's width: ends that are nearer than this are one. */
const SAME = 1 / 100;

/** How many of the found edges are listed: what comes after them is rarely of the roof. */
const LISTED = 12;

/** How sure a found edge is that is lit without being asked for: of those in docs/studio.md's photos four in five are of the roof. */
const SURE = 0.7;

/** On the screen: how near to an edge a tap means it. */
const NEAR = 10;

let numbers = 0;
const newId = () => `edge-${++numbers}`;

export interface Found extends FoundEdge {
  id: string;
}

export type Edges = ReturnType<typeof useEdges>;

export function useEdges(bench: Bench, say: (words: string) => void) {
  const { opened, drawing, change, amend } = bench;
  const { photo, sight } = opened;
  const [first, setFirst] = useState<Point | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [point, setPoint] = useState(0);
  const [found, setFound] = useState<Found[] | null>(null);
  const [isLooking, setLooking] = useState(false);
  const [pointedAt, pointAt] = useState<Found | null>(null);
  const line = drawing.lines.find(({ id }) => id === chosen);
  const nameOf = ({ id, points }: Line) => lineName(drawing.lines.findIndex((one) => one.id === id) + 1, points);
  const isFull = drawing.lines.length >= MOST.lines;

  const onGrid = (points: readonly Point[]) => String(placesOf(points, photo));
  const isDrawn = (points: readonly Point[]) => drawing.lines.some((one) => onGrid(one.points) === onGrid(points));
  const add = (line: Line) => change(({ lines }) => ({ lines: [...lines, line] }));
  const replace = (id: string, ...by: Line[]) =>
    change(({ lines }) => ({ lines: lines.flatMap((one) => (one.id === id ? by : [one])) }));

  async function tap(at: Point, reach: number) {
    const meant = first ? undefined : lineAt(drawing.lines, at, (NEAR * reach) / REACH);
    // One that is chosen already takes the end of another.
    if (meant && meant !== line) {
      choose(meant.id);
      return say(words.chosen(nameOf(meant)));
    }
    if (isFull) return say(words.most);
    const end = await sight.snap(at, reach);
    if (!first) {
      setFirst(end);
      setChosen(null);
      return say(words.first);
    }
    if (distance(first, end) < photo.width * SAME) return say(words.same);
    setFirst(null);
    say(words.tracing);
    const points = (await sight.trace(first, end)).slice(0, MOST.points);
    if (isDrawn(points)) return say(words.twice);
    const added: Line = { id: newId(), points };
    add(added);
    setChosen(added.id);
    say(words.added(lineName(drawing.lines.length + 1, points)));
  }

  const drop = () => {
    setFirst(null);
    say(words.dropped);
  };
  useEscape(first ? drop : undefined);

  function remove(one: Line | undefined) {
    if (!one) return;
    say(words.removed(nameOf(one)));
    replace(one.id);
    if (chosen === one.id) setChosen(null);
  }
  const choose = (id: string | null) => {
    setChosen(id);
    setPoint(0);
  };
  const back = () => (first ? drop() : remove(line ?? drawing.lines.at(-1)));

  async function find() {
    setLooking(true);
    say(words.finding);
    const edges = await sight.edges().catch(() => []);
    setLooking(false);
    // What is found is the same each time, and so are its names.
    const listed = edges
      .slice(0, LISTED)
      .map((edge, i) => ({ ...edge, points: edge.points.slice(0, MOST.points), id: `found-${i}` }));
    setFound(listed);
    const sure = drawing.lines.length > 0 ? [] : listed.filter(({ certainty }) => certainty >= SURE);
    if (sure.length > 0) change(() => ({ lines: sure.map(({ id, points }) => ({ id, points })) }));
    say(listed.length > 0 ? words.found(listed.length, sure.length) : words.foundNone);
  }
  function check({ id, points }: Found) {
    if (drawing.lines.some((one) => one.id === id)) replace(id);
    else if (isFull) say(words.most);
    else if (isDrawn(points)) say(words.twice);
    else add({ id, points });
  }

  function move(at: number, to: Point, begins: boolean) {
    if (!line) return;
    const points = line.points.map((old, i) => (i === at ? to : old));
    (begins ? change : amend)(({ lines }) => ({
      lines: lines.map((one) => (one.id === line.id ? { ...one, points } : one)),
    }));
  }
  /** In the middle of the longest piece. */
  function addPoint() {
    if (!line) return;
    if (line.points.length >= MOST.points) return say(words.mostPoints);
    const pieces = line.points.slice(1).map((to, i) => distance(line.points[i] as Point, to));
    const at = pieces.indexOf(Math.max(...pieces));
    const [a, b] = line.points.slice(at, at + 2) as [Point, Point];
    const points = line.points.toSpliced(at + 1, 0, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    replace(line.id, { ...line, points });
    setPoint(at + 1);
  }
  const splits = line !== undefined && point > 0 && point < line.points.length - 1;
  function split() {
    if (!line || !splits) return say(words.splitHint);
    if (isFull) return say(words.most);
    const [before, after] = [line.points.slice(0, point + 1), line.points.slice(point)];
    replace(line.id, { ...line, points: before }, { id: newId(), points: after });
    say(words.divided);
  }

  const handles: Handle[] = (line?.points ?? []).map((at, i, { length }) => ({
    id: String(i),
    label: all.picture.point(i + 1, length),
    at,
  }));
  return {
    ...{ first, line, found, isLooking, handles, splits, pointedAt, pointAt },
    ...{ tap, back, drop, find, check, move, addPoint, split, remove, choose },
    choosePoint: setPoint,
  };
}

/** The edges as they lie on the picture, and the one of the list that is pointed at. */
export function EdgeMarks({ lines, edges }: { lines: readonly Line[]; edges: Edges | null }) {
  const { first, line, pointedAt } = edges ?? {};
  return (
    <>
      {/* Always there: taken out as the focus goes on, it would take the focus along into the dialog around it. */}
      <polyline className="studio-found" points={placesIn(pointedAt?.points ?? [])} />
      {lines.map((one) => (
        <g key={one.id} data-chosen={one === line ? "" : undefined}>
          <polyline className="studio-line-under" points={placesIn(one.points)} />
          <polyline className="studio-line" points={placesIn(one.points)} />
        </g>
      ))}
      {first && <path className="studio-first-under" d={`M${first.x} ${first.y}h0`} />}
      {first && <path className="studio-first" d={`M${first.x} ${first.y}h0`} />}
    </>
  );
}

const placesIn = (points: readonly Point[]) => points.map(({ x, y }) => `${x},${y}`).join(" ");

interface EdgesPanelProps {
  bench: Bench;
  edges: Edges;
  say: (words: string) => void;
  /** Turns the picture; null where it is known to be upright. */
  onTurn: (() => void) | null;
}

export function EdgesPanel({ bench, edges, say, onTurn }: EdgesPanelProps) {
  const { drawing, plan, opened, redo } = bench;
  const runs = lengthsOf(plan)?.runs;
  const isBlank = drawing.lines.length === 0;
  const step = (act: (() => void) | null, said: string) => {
    if (!act) return;
    act();
    say(said);
  };
  // The end that an edge began with is no step of the drawing yet, and is taken back all the same.
  const undo = edges.first ? edges.drop : bench.undo && (() => step(bench.undo, words.undone));
  return (
    <>
      <p className="studio-hint studio-touched">{words.touchHint}</p>
      <p className="studio-hint studio-clicked">{words.hint}</p>
      <div className="studio-row">
        <Button variant={isBlank ? "primary" : "outline"} busy={edges.isLooking} onClick={edges.find}>
          <Search aria-hidden />
          {edges.isLooking ? words.finding : words.find}
        </Button>
        <Button variant="outline" size="icon" aria-label={words.undo} disabled={!undo} onClick={() => undo?.()}>
          <Undo2 aria-hidden />
        </Button>
        <Button
          variant="outline"
          size="icon"
          aria-label={words.redo}
          disabled={!redo}
          onClick={() => step(redo, words.redone)}
        >
          <Redo2 aria-hidden />
        </Button>
        {isBlank && onTurn && (
          <Button variant="outline" onClick={onTurn}>
            <RotateCw aria-hidden />
            {words.turn}
          </Button>
        )}
      </div>
      {edges.found && edges.found.length > 0 && <FoundList bench={bench} edges={edges} found={edges.found} />}
      <h4 className="studio-legend">{words.list}</h4>
      {isBlank && <p className="studio-hint">{words.none}</p>}
      <ul className="studio-list">
        {drawing.lines.map((line, i) => {
          const isChosen = line === edges.line;
          return (
            <li key={line.id}>
              <button
                type="button"
                className="studio-choice studio-wide"
                aria-pressed={isChosen}
                onClick={() => edges.choose(isChosen ? null : line.id)}
              >
                {named(lineName(i + 1, line.points), line.points, opened.photo, runs?.[i])}
              </button>
              {isChosen && <LineTools edges={edges} />}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function LineTools({ edges }: { edges: Edges }) {
  return (
    <div className="studio-row">
      <Button variant="outline" size="small" onClick={edges.addPoint}>
        {words.point}
      </Button>
      <Button variant="outline" size="small" disabled={!edges.splits} onClick={edges.split}>
        {words.split}
      </Button>
      <Button variant="outline" size="small" onClick={() => edges.remove(edges.line)}>
        {words.remove}
      </Button>
      {!edges.splits && <p className="studio-hint">{words.splitHint}</p>}
    </div>
  );
}

/** All that was found, to be checked. */
function FoundList({ bench, edges, found }: { bench: Bench; edges: Edges; found: Found[] }) {
  const { drawing, opened } = bench;
  return (
    <fieldset>
      <legend className="studio-legend">{words.foundTitle}</legend>
      <ul className="studio-list studio-found-list">
        {found.map((edge, i) => (
          <li key={edge.id}>
            <label
              className="studio-check"
              onPointerEnter={() => edges.pointAt(edge)}
              onPointerLeave={() => edges.pointAt(null)}
            >
              <input
                type="checkbox"
                checked={drawing.lines.some(({ id }) => id === edge.id)}
                onChange={() => edges.check(edge)}
                onFocus={() => edges.pointAt(edge)}
                onBlur={() => edges.pointAt(null)}
              />
              {named(`${i + 1}. ${words.kind[edge.kind]}`, edge.points, opened.photo)}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
