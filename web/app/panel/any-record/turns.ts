// Presses about the same, which are done in their order: each begins when the one before it has ended, and goes on from the rows that this
// one saved. So the last of several presses counts, and no press meets a version that an own earlier one has made old. A press that fails
// takes along those that wait with one of its rows: they went on from what never came about.

interface Row {
  id: string;
  version: number;
}

const isRow = (value: unknown): value is Row =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  "version" in value &&
  typeof value.version === "number";

const isPlain = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The rows in what is sent or answered: itself, or in its parts. */
const rowsIn = (value: unknown): Row[] =>
  isRow(value)
    ? [value]
    : isPlain(value)
      ? Object.values(value).flat().filter(isRow)
      : Array.isArray(value)
        ? value.filter(isRow)
        : [];

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
  readonly #saved = new Map<string, Row>();
  readonly #over: () => void;
  readonly #waiting = new Set<Press>();
  #last: Press | null = null;

  /** `over` is called once nobody waits any more. */
  constructor(over: () => void) {
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
    const answer = await act(before ? this.#renewed(sent) : sent);
    for (const row of rowsIn(answer)) this.#saved.set(row.id, row);
    return answer;
  }

  /** What is sent, with the rows as they have been saved meanwhile. */
  #renewed<Sent>(sent: Sent): Sent {
    const renew = (value: unknown) => {
      const saved = isRow(value) && this.#saved.get(value.id);
      return saved && saved.version > (value as Row).version ? { ...(value as Row), ...saved } : value;
    };
    if (isRow(sent)) return renew(sent) as Sent;
    if (!isPlain(sent)) return sent;
    return Object.fromEntries(Object.entries(sent).map(([name, part]) => [name, renew(part)])) as Sent;
  }
}
