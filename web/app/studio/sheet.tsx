// The roofline studio: visitors draw lights on a picture of their own house, see them at dusk and learn what they may cost. Nothing of
// it leaves their device until they send it. It fills the window; its code and its styles are loaded when it is first opened.
import { useCallback, useEffect, useState } from "react";
import type { Scheme } from "~/lib/schemes";
import { FullWindow } from "~/ui/full-window";
import type { Opened } from "./bench";
import { PictureRefused } from "./engine";
import type { Carried } from "./finish";
import { openFile, openKept, openLinked, openSimilar, openTurned } from "./opening";
import type { Plan } from "./plan";
import type { Price } from "./price";
import { similarHouse } from "./similar";
import { Start } from "./start";
import "./studio.css";
import { words } from "./words";
import { Workbench } from "./workbench";

/** What it was opened for. */
export interface Asked {
  /** A house of ours. */
  house: string | null;
  scheme: Scheme | null;
  /** A drawing that a link brought; "broken" where the link does not say one. */
  plan: Plan | "broken" | null;
}

interface StudioProps {
  asked: Asked;
  brand: string;
  price: Price;
  onQuote: (carried: Carried) => void;
  onClose: () => void;
}

export function Studio({ asked, brand, price, onQuote, onClose }: StudioProps) {
  const { opened, number, said, busy, open, leave, setSaid } = useOpening(asked);
  return (
    <FullWindow title={words.title} className="studio" onClose={onClose}>
      {opened ? (
        <Workbench
          key={number}
          {...{ opened, brand, price, onQuote }}
          onLeave={leave}
          onTurn={() => !busy && open(() => openTurned(opened))}
        />
      ) : (
        <Start
          said={said}
          busy={busy}
          onFile={(file) => open(() => openFile(file, asked.scheme), words.start.reading)}
          onHouse={(house) => open(() => openSimilar(house, asked.scheme))}
          onKept={() => open(openKept)}
          onSay={setSaid}
        />
      )}
    </FullWindow>
  );
}

/** Opens one picture at a time, and closes it when another takes its place. */
function useOpening({ house, scheme, plan }: Asked) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [number, setNumber] = useState(0);
  const [said, setSaid] = useState(plan === "broken" ? words.start.linked : "");
  const [busy, setBusy] = useState(false);
  // Once nothing draws it any more.
  useEffect(
    () => () => {
      opened?.sight.close();
      opened?.photo.image.close();
    },
    [opened],
  );
  const open = useCallback(async (way: () => Promise<Opened | null>, saying = words.start.opening) => {
    setBusy(true);
    setSaid(saying);
    try {
      const next = await way();
      setOpened(next);
      setNumber((before) => before + 1);
      setSaid(next ? "" : words.start.linked);
    } catch (fault) {
      const isOurs = saying === words.start.opening;
      setSaid(fault instanceof PictureRefused ? fault.message : words.start[isOurs ? "unreachable" : "failed"]);
    }
    setBusy(false);
  }, []);
  useEffect(() => {
    const ours = similarHouse(house);
    if (plan && plan !== "broken") open(() => openLinked(plan));
    else if (ours) open(() => openSimilar(ours, scheme));
  }, [house, scheme, plan, open]);
  return { opened, number, said, busy, open, setSaid, leave: () => setOpened(null) };
}
