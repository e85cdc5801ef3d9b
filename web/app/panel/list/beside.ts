// What stands beside the rows of a list. Each row asks for its own; what is asked for in one go travels together.
import { useQuery } from "@tanstack/react-query";

interface Identified {
  id: string;
}

/** As many as the server answers at once. */
const MOST = 200;

interface Batch<Row> {
  ids: string[];
  answer: Promise<Map<string, Row>>;
}

/** Asks for one row, together with all others that are asked for now. `ids` has commas between them. */
export function together<Row extends Identified>(ask: (ids: string) => Promise<Row[]>) {
  let batch: Batch<Row> | null = null;

  function begin(): Batch<Row> {
    const ids: string[] = [];
    const answer = new Promise((begun) => setTimeout(begun)).then(async () => {
      if (batch?.ids === ids) batch = null;
      return new Map((await ask(ids.join())).map((row) => [row.id, row]));
    });
    return { ids, answer };
  }
  return async (id: string): Promise<Row | null> => {
    if (!batch || batch.ids.length === MOST) batch = begin();
    batch.ids.push(id);
    return (await batch.answer).get(id) ?? null;
  };
}

/** The calls of what stands beside a kind of record. */
interface Summarized<Row> {
  path: string;
  /** What a list shows of it; null of a record that is gone. */
  summary: (id: string) => Promise<Row | null>;
}

export const useBesideQuery = <Row>(kind: Summarized<Row>, id: string) =>
  useQuery({ queryKey: [kind.path, "beside", id], queryFn: () => kind.summary(id) });

/** Nothing until it has come, and where it could not be had: the list goes on without. */
export const useBeside = <Row>(kind: Summarized<Row>, id: string): Row | null => useBesideQuery(kind, id).data ?? null;
