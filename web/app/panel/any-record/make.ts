// How a record is made: once, even where the answer to an attempt was lost and the words were changed before the next one.
import { useRef } from "react";
import { ChangedSince, isLost, isTaken } from "~/api/error";

type Create<Sent, Row> = (sent: Sent, key: string) => Promise<Row>;

/** Gives the record, and whether an earlier attempt under the same key made it, with other words. */
export function useMake<Sent, Row>() {
  const unanswered = useRef<Sent[]>([]);

  /** The record that an attempt without an answer made: the same words under the same key bring its answer. */
  async function madeBefore(create: Create<Sent, Row>, key: string): Promise<Row | undefined> {
    for (const words of unanswered.current) {
      try {
        return await create(words, key);
      } catch (error) {
        if (error instanceof ChangedSince) return error.made as Row | undefined;
        if (!isTaken(error)) throw error;
      }
    }
    return undefined;
  }

  return async (create: Create<Sent, Row>, sent: Sent, key: string): Promise<{ made: Row; before: boolean }> => {
    try {
      return { made: await create(sent, key), before: false };
    } catch (error) {
      if (isLost(error)) unanswered.current.push(sent);
      const isOther = isTaken(error) && !(error instanceof ChangedSince);
      const made = isOther ? await madeBefore(create, key) : undefined;
      if (!made) throw error;
      return { made, before: true };
    }
  };
}
