// Presses about the same, which are done in their order: each begins when the one before it has ended, and goes on from the rows that this
// one saved. So the last of several presses counts, and no press meets a version that an own earlier one has made old.

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

/** The rows in what is sent or answered: itself, or one of its parts. */
const rowsIn = (value: unknown): Row[] =>
  isRow(value)
    ? [value]
    : isPlain(value)
      ? Object.values(value).filter(isRow)
      : Array.isArray(value)
        ? value.filter(isRow)
        : [];

/** What cannot be written down, such as a function, is never the same. */
const textOf = (sent: unknown): string | undefined => JSON.stringify(sent);

interface Press {
  by: string;
  text: string | undefined;
  answer: Promise<unknown>;
}

export class Turns {
  readonly #saved = new Map<string, Row>();
  readonly #over: () => void;
  #last: Press | null = null;

  /** `over` is called once nobody waits any more. */
  constructor(over: () => void) {
    this.#over = over;
  }

  /** Does it after those before it; `by` is who asks, whose same press twice in a row is one. */
  wait<Sent, Answer>(by: string, sent: Sent, act: (sent: Sent) => Promise<Answer>): Promise<Answer> {
    const before = this.#last;
    const text = textOf(sent);
    if (before && before.by === by && text !== undefined && before.text === text)
      return before.answer as Promise<Answer>;
    const press: Press = { by, text, answer: this.#act(before, sent, act) };
    this.#last = press;
    void press.answer.finally(() => {
      if (this.#last === press) this.#over();
    });
    return press.answer as Promise<Answer>;
  }

  async #act<Sent, Answer>(before: Press | null, sent: Sent, act: (sent: Sent) => Promise<Answer>): Promise<Answer> {
    if (before) await before.answer;
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
