// Which side of the window a notice may stand on: below, or above where it would cover what has to be pressed next. A dialog has
// its buttons at the foot, so over one a notice stands above, under the bars that close or lead on.
import { type RefObject, useEffect, useState } from "react";

type Side = "top" | "bottom";

/** Pixels between the top of the window and a notice that stands above: the bars of pages, panel and dialogs are lower. */
const BARS = 80;
/** What sends a form, begins a record, is the next step, asks or answers a question, or closes a dialog. */
const NEEDED =
  "[type=submit], [data-new], [data-bar] button, [data-close], [role=alertdialog] button, [role=dialog] h2";
const LAYERS = "[role=dialog], [role=alertdialog]";

let pressed: Element | null = null;
if (!import.meta.env.SSR) {
  addEventListener(
    "click",
    ({ target }) => {
      pressed = (target as Element).closest("a, button");
    },
    true,
  );
}

/** How many of the buttons one may need would lie under `box`. */
function covered(box: { top: number; bottom: number; left: number; right: number }, layer: ParentNode): number {
  const needed = new Set(layer.querySelectorAll(NEEDED));
  if (pressed && layer.contains(pressed)) needed.add(pressed);
  return [...needed].filter((element) => {
    const { top, bottom, left, right, width } = element.getBoundingClientRect();
    return width > 0 && top < box.bottom && bottom > box.top && left < box.right && right > box.left;
  }).length;
}

function clearSide(notice: Element): Side {
  const dialog = [...document.querySelectorAll(LAYERS)].at(-1);
  const { height, left, right } = notice.getBoundingClientRect();
  const at = (top: number) => covered({ top, bottom: top + height, left, right }, dialog ?? document);
  const above = at(BARS);
  const below = at(innerHeight - height - 16);
  if (above === below) return dialog ? "top" : "bottom";
  return above < below ? "top" : "bottom";
}

/** The side for the notice with this id; null until its size is known. It is looked at again only when a dialog opens or closes. */
export function useClearSide(region: RefObject<HTMLElement | null>, id: number | undefined): Side | null {
  const [placed, setPlaced] = useState<{ id: number; side: Side } | null>(null);
  useEffect(() => {
    if (id === undefined) return;
    const place = () => {
      const notice = region.current?.querySelector("[data-slot=toast]");
      if (notice) setPlaced({ id, side: clearSide(notice) });
    };
    // After everything that the same press brought about: a dialog that closes, a field that is shown.
    const soon = setTimeout(place);
    const layers = new MutationObserver(place);
    layers.observe(document.body, { childList: true });
    return () => {
      clearTimeout(soon);
      layers.disconnect();
    };
  }, [id, region]);
  return placed && placed.id === id ? placed.side : null;
}
