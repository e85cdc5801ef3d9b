// A part whose code arrives when it is first wanted, or sooner where it is fetched ahead. It is drawn as soon as its code is
// there; React's own lazy parts are held back for up to 300 ms after their placeholder was shown.
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from "react";
import { bring } from "~/lib/bring";
import { notifyError } from "./toast";

interface Meanwhile<Props> {
  /** Stands in its place until the code is there. */
  instead: (props: Props) => ReactNode;
  /** Whether it is wanted now; its code is brought then. */
  wanted: (props: Props) => boolean;
  /** Takes the wish back where the code could not be brought; the visitor is told, and may try again. */
  giveUp: (props: Props) => void;
}

/** The part, with `fetch` for bringing its code ahead of time. */
export function arriving<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  { instead, wanted, giveUp }: Meanwhile<Props>,
) {
  let Part: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;
  const come = (load: () => Promise<{ default: ComponentType<Props> }>) => {
    coming ??= load().then(
      (module) => {
        Part = module.default;
      },
      (error: unknown) => {
        coming = null; // the next time may be luckier
        throw error;
      },
    );
    return coming;
  };
  const fetch = () => come(load);

  // biome-ignore lint/correctness/noComponentHookFactories: made once per part, at the top of its module
  function Arriving(props: Props) {
    const [arrived, setArrived] = useState(Part !== null);
    const asked = useRef(false);
    // Also where the code came between drawing the placeholder and this: nobody else would draw again.
    useEffect(() => {
      if (arrived || asked.current || !wanted(props)) return;
      asked.current = true;
      const fail = (error: Error) => {
        asked.current = false;
        giveUp(props);
        notifyError("Error", error.message);
      };
      // What is being fetched ahead may fail quietly; what is wanted is tried for.
      (coming ?? Promise.reject()).catch(() => come(() => bring(load))).then(() => setArrived(true), fail);
    });
    return Part ? <Part {...props} /> : instead(props);
  }
  return Object.assign(Arriving, { fetch });
}
