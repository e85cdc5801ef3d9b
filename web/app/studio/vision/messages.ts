// What the page and the worker that looks at its picture say to each other. The first message is the picture; each question after it
// has a number, and its answer the same.
import type { Drawn, FoundEdge, Layers, Point, Quad } from "../engine";

/** What can be asked, with what, and what the answer is. */
interface Questions {
  look: [asked: ImageBitmap, answer: { roll: number; doubts: string[] }];
  snap: [asked: { tap: Point; reach: number }, answer: Point];
  trace: [asked: { from: Point; to: Point }, answer: Point[]];
  edges: [asked: null, answer: FoundEdge[]];
  door: [asked: Point, answer: Quad | null];
  window: [asked: Point, answer: Quad | null];
  layers: [asked: Drawn, answer: Layers];
}

export type Name = keyof Questions;
export type Asked<N extends Name> = Questions[N][0];
export type Answer<N extends Name> = Questions[N][1];

export interface Question {
  number: number;
  name: Name;
  asked: Asked<Name>;
}

/** A fault is what went wrong, in words for those who look after the page. */
export type Reply = { number: number; answer: Answer<Name> } | { number: number; fault: string };
