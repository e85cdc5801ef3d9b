// A part whose code arrives when it is first drawn, or sooner where it is fetched ahead. It is drawn as soon as its code is
// there; React's own lazy parts are held back for up to 300 ms after their placeholder was shown.
import { type ComponentType, type ReactNode, useEffect, useState } from "react";

/** The part, with `fetch` for bringing its code ahead of time; `instead` stands in its place meanwhile. */
export function arriving<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead: (props: Props) => ReactNode = () => null,
) {
  let Part: ComponentType<Props> | null = null;
  let coming: Promise<void> | null = null;
  const fetch = () => {
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

  // biome-ignore lint/correctness/noComponentHookFactories: made once per part, at the top of its module
  function Arriving(props: Props) {
    const [, setArrived] = useState(Part !== null);
    // Also where the code came between drawing the placeholder and this: nobody else would draw again.
    useEffect(() => {
      const fail = (error: unknown) =>
        setArrived(() => {
          throw error; // to the page's own boundary for faults
        });
      fetch().then(() => setArrived(true), fail);
    }, []);
    return Part ? <Part {...props} /> : instead(props);
  }
  return Object.assign(Arriving, { fetch });
}
