// What is drawn one after another, the nearest first, and a frame between each: so that a press never waits for more than one of them.

/** Begins to draw; false where there is nothing to draw any more. */
type Draw = () => boolean;

/** Once the browser has painted. */
const painted = (then: () => void) => requestAnimationFrame(() => setTimeout(then));

export class InTurn {
  readonly #waiting = new Map<Draw, number>();
  readonly #rest: (then: () => void) => void;
  /** What is being drawn, or the pause after it. */
  #now: Draw | "rest" | null = null;

  constructor(rest: (then: () => void) => void = painted) {
    this.#rest = rest;
  }

  /** Draws it when its turn comes. The same again has another distance. */
  add(draw: Draw, distance: number): void {
    this.#waiting.set(draw, distance);
    if (this.#now === null) this.#pause();
  }

  /** It was drawn. */
  done(draw: Draw): void {
    if (this.#now === draw) this.#pause();
  }

  /** It will not be drawn. */
  drop(draw: Draw): void {
    this.#waiting.delete(draw);
    this.done(draw);
  }

  #pause(): void {
    this.#now = "rest";
    this.#rest(() => this.#next());
  }

  #next(): void {
    this.#now = null;
    while (this.#now === null && this.#waiting.size > 0) {
      const [[draw]] = [...this.#waiting].sort(([, one], [, other]) => one - other) as [[Draw, number]];
      this.#waiting.delete(draw);
      this.#now = draw;
      if (!draw()) this.#now = null;
    }
  }
}
