// Saves a small form once. Where the words change after that, or after an attempt whose answer was lost, the record that was made is changed to
// them. Nothing that was acknowledged is given up before something stands in its place.
import { useRef } from "react";
import { ChangedSince, isGone, isLost } from "~/api/error";
import { keyring } from "~/api/idempotency";
import { useMake } from "./make";

type Create<Sent, Made> = (sent: Sent, key: string) => Promise<Made>;
type Change<Sent, Made> = (made: Made, sent: Sent, key: string) => Promise<Made>;

/** One opening of the form, from its first word to its end. */
interface Opening<Sent, Made> {
  made: Made | null;
  /** The words of what was made. */
  says: string;
  /** Of an attempt that nobody answered. */
  key: string;
  /** A change that nobody answered. */
  unsure: { sent: Sent; key: string } | null;
}

/** Gives `save`; `forget` for a form that is emptied or left, which makes what it saves next for itself; and `latest`, what stands in place of
 * something that was made. `before` is what a form changes from the start. */
export function useOnce<Sent, Made>(
  create: Create<Sent, Made>,
  change: Change<Sent, Made>,
  before: Made | null = null,
) {
  const make = useMake<Sent, Made>();
  const opening = useRef<Opening<Sent, Made>>({ made: before, says: "", key: "", unsure: null });
  const keyFor = useRef(keyring());
  const became = useRef(new Map<Made, Made>());

  async function changed(own: Opening<Sent, Made>, made: Made, sent: Sent, words: string): Promise<Made> {
    if (words === own.says) return made; // a notice has tried again
    const key = keyFor.current(sent);
    const from = own.unsure && own.unsure.key !== key ? await settled(own, made) : made;
    own.says = ""; // nobody knows until the answer has come
    own.unsure = { sent, key };
    const answer = await done(own, from);
    keyFor.current = keyring();
    own.says = words;
    return answer;
  }

  /** What a change that nobody answered has made of it: sent again under its key, it is done once. */
  const settled = (own: Opening<Sent, Made>, made: Made): Promise<Made> =>
    done(own, made).catch((error) => {
      if (isLost(error)) throw error;
      return made;
    });

  async function done(own: Opening<Sent, Made>, made: Made): Promise<Made> {
    if (own.unsure === null) return made;
    const answer = await change(made, own.unsure.sent, own.unsure.key);
    own.unsure = null;
    if (answer !== made) became.current.set(made, answer);
    own.made = answer;
    return answer;
  }

  async function save(sent: Sent, key: string): Promise<Made> {
    const own = opening.current; // an answer that comes after the form was left belongs to what it was
    const words = JSON.stringify(sent);
    if (own.made !== null) return changed(own, own.made, sent, words);
    own.key ||= key;
    const { made, before } = await make(create, sent, own.key).catch((error) => {
      if (error instanceof ChangedSince) own.key = ""; // the next one is a new one where the form says so
      throw error;
    });
    own.key = "";
    own.made = made;
    own.says = before ? "" : words;
    return before ? changed(own, made, sent, words) : made;
  }

  function forget() {
    opening.current = { made: null, says: "", key: "", unsure: null };
  }

  function latest(made: Made): Made {
    const next = became.current.get(made);
    return next === undefined ? made : latest(next);
  }

  return { save, forget, latest };
}

/** The change of what has no edit: it is made again, and then the first one is taken back. */
export const byMakingAgain =
  <Sent, Made>(
    create: Create<Sent, Made>,
    takeBack: (made: Made, key: string) => Promise<unknown>,
    id: (made: Made) => string,
  ): Change<Sent, Made> =>
  async (made, sent, key) => {
    const answer = await create(sent, key);
    await takeBack(made, `again-${id(made)}`).catch((error) => {
      if (!isGone(error)) throw error;
    });
    return answer;
  };
