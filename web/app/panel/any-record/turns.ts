// Presses about the same, which are done in their order: each begins when the one before it has ended, and goes on from the rows that own
// presses have saved, also where the screen does not show them yet. So the last of several presses counts, and no press meets a version that an
// own earlier one has made old. A press that fails takes along those that wait with one of its rows: they went on from what never came about.

import { isPlain, isRow, newestOwn, type Row, rowsIn } from "./own-rows";

/** What cannot be written down, such as a function, is never the same; nothing is. */
const textOf = (sent: unknown): string | undefined => JSON.stringify(sent ?? null);

interface Press {
  by: string;
  text: string | undefined;
  rows: string[];
  /** Whether it is not done, because one before it failed. */
  falls: boolean;
  answer: Promise<unknown>;
}

export class Turns {
  readonly #kind: string;
  readonly #over: () => void;
  readonly #waiting = new Set<Press>();
  #last: Press | null = null;

  /** `kind` says under which name the rows of these presses are kept; `over` is called once nobody waits any more. */
  constructor(kind: string, over: () => void) {
    this.#kind = kind;
    this.#over = over;
  }

  /** Does it after those before it, null where it falls with one of them; `by` is who asks, whose same press twice in a row is one. */
  wait<Sent, Answer>(by: string, sent: Sent, act: (sent: Sent) => Promise<Answer>): Promise<Answer | null> {
    const before = this.#last;
    const text = textOf(sent);
    if (before && !before.falls && before.by === by && text !== undefined && before.text === text)
      return before.answer as Promise<Answer>;
    const press: Press = { by, text, rows: rowsIn(sent).map(({ id }) => id), falls: false, answer: Promise.resolve() };
    const answer = this.#act(before, press, sent, act);
    press.answer = answer;
    this.#last = press;
    void answer.finally(() => {
      if (this.#last === press) this.#over();
    });
    return answer;
  }

  /** Lets those that wait with one of these rows fall; gives whether there are any. */
  fail(sent: unknown): boolean {
    const failed = rowsIn(sent).map(({ id }) => id);
    const falling = [...this.#waiting].filter(({ rows }) => rows.some((id) => failed.includes(id)));
    for (const press of falling) press.falls = true;
    return falling.length > 0;
  }

  async #act<Sent, Answer>(
    before: Press | null,
    press: Press,
    sent: Sent,
    act: (sent: Sent) => Promise<Answer>,
  ): Promise<Answer | null> {
    if (before) {
      this.#waiting.add(press);
      await before.answer;
      this.#waiting.delete(press);
    }
    if (press.falls) return null;
    return act(this.#renewed(sent));
  }

  /** What is sent, with the rows as they have been saved meanwhile. Where it holds two states of a row, the older one is what it returns to. */
  #renewed<Sent>(sent: Sent): Sent {
    const rows = rowsIn(sent);
    const isOlder = (row: Row) => rows.some(({ id, version }) => id === row.id && version > row.version);
    const renew = (value: unknown) => (isRow(value) && !isOlder(value) ? newestOwn(this.#kind, value) : value);
    if (isRow(sent)) return renew(sent) as Sent;
    if (!isPlain(sent)) return sent;
    return Object.fromEntries(Object.entries(sent).map(([name, part]) => [name, renew(part)])) as Sent;
  }
}
