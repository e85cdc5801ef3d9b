// Which side of the window a notice may stand on: below, or above where it would cover what has to be pressed next. A dialog has
// its buttons at the foot, so over one a notice stands above, under the bars that close or lead on.
import { type RefObject, useEffect, useState } from "react";

type Side = "top" | "bottom";

/** Pixels between the top of the window and a notice that stands above: the bars of pages, panel and dialogs are lower. */
const BARS = 80;
/** What sends a form, begins a record, is the next step, asks or answers a question, or closes a dialog; and the field in use. */
const NEEDED =
  "[type=submit], [data-new], [data-bar] button, [data-close], [role=alertdialog] button, [role=dialog] h2, input:focus, textarea:focus";
/** Milliseconds after the last change of the page: while it changes nothing is measured. */
const SETTLED = 100;
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

/** How much of what one may need a notice would cover from `top` on: what leads on counts twice what leads away. */
function covered(top: number, { height, left, right }: DOMRect, layer: Node & ParentNode): number {
  let sum = 0;
  for (const element of new Set([...layer.querySelectorAll(NEEDED), pressed])) {
    if (!layer.contains(element) || !element) continue;
    const box = element.getBoundingClientRect();
    if (box.width && box.top < top + height && box.bottom > top && box.left < right && box.right > left)
      sum += element.matches("[data-close], h2") ? 1 : 2;
  }
  return sum;
}

/** The side for a notice: the one where it stands, as long as the other is not clearer. */
function clearSide(notice: Element, stands: Side | undefined): Side {
  const dialog = [...document.querySelectorAll(LAYERS)].at(-1);
  const box = notice.getBoundingClientRect();
  const above = covered(BARS, box, dialog ?? document);
  const below = covered(innerHeight - box.height - 16, box, dialog ?? document);
  if (above === below) return stands ?? (dialog ? "top" : "bottom");
  return above < below ? "top" : "bottom";
}

/** The side for the notice with this id; null until its size is known. It is looked at again whenever the page changes or is scrolled. */
export function useClearSide(region: RefObject<HTMLElement | null>, id: number | undefined): Side | null {
  const [placed, setPlaced] = useState<{ id: number; side: Side } | null>(null);
  useEffect(() => {
    if (id === undefined) return;
    let stands: Side | undefined;
    const place = () => {
      const notice = region.current?.querySelector("[data-slot=toast]");
      if (!notice) return;
      const side = clearSide(notice, stands);
      if (side !== stands) setPlaced({ id, side });
      stands = side;
    };
    // After everything that the same press brought about: a dialog that closes, a field that is shown.
    let soon = setTimeout(place);
    const again = () => {
      clearTimeout(soon);
      soon = setTimeout(place, stands ? SETTLED : 0);
    };
    const changes = new MutationObserver(again);
    changes.observe(document.body, { childList: true, subtree: true });
    addEventListener("scroll", again, true);
    return () => {
      clearTimeout(soon);
      changes.disconnect();
      removeEventListener("scroll", again, true);
    };
  }, [id, region]);
  return placed && placed.id === id ? placed.side : null;
}
