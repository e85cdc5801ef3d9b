// How a small form saves: what it makes is made once. Where the words change after that, or after an attempt whose answer was lost, what was made
// is changed to them.
import { useRef } from "react";
import { isGone } from "~/api/error";
import { keyring, newKey } from "~/api/idempotency";
import { useMake } from "./make";

type Create<Sent, Made> = (sent: Sent, key: string) => Promise<Made>;
type Change<Sent, Made> = (made: Made, sent: Sent, key: string) => Promise<Made>;

/** Gives `save`, and `forget` for a form that is emptied or left: what it saves next is made for itself. `before` is what a form changes from
 * the start. */
export function useOnce<Sent, Made>(
  create: Create<Sent, Made>,
  change: Change<Sent, Made>,
  before: Made | null = null,
) {
  const make = useMake<Sent, Made>();
  const made = useRef(before);
  const says = useRef("");
  const key = useRef("");
  const keyFor = useRef(keyring());

  function keep(answer: Made, words: string): Made {
    made.current = answer;
    says.current = words;
    return answer;
  }

  async function save(sent: Sent): Promise<Made> {
    const words = JSON.stringify(sent);
    if (made.current !== null) {
      if (words === says.current) return made.current; // a notice has tried again
      const answer = await change(made.current, sent, keyFor.current(sent));
      keyFor.current = keyring();
      return keep(answer, words);
    }
    key.current ||= newKey();
    const answer = await make(create, sent, key.current);
    key.current = "";
    keep(answer.made, answer.before ? "" : words);
    return answer.before ? save(sent) : answer.made;
  }

  function forget() {
    made.current = null;
    key.current = "";
  }

  return { save, forget };
}

/** The change of what has no edit: it is taken back, under a key of its own, and made again. */
export const byMakingAgain =
  <Sent, Made>(
    takeBack: (made: Made, key: string) => Promise<unknown>,
    id: (made: Made) => string,
    create: Create<Sent, Made>,
  ): Change<Sent, Made> =>
  async (made, sent, key) => {
    await takeBack(made, `again-${id(made)}`).catch((error) => {
      if (!isGone(error)) throw error;
    });
    return create(sent, key);
  };
