// A card follows the pointer to another place of its board: a column, or a day of somebody. A mouse pulls it; a finger holds it
// first, so that it can still scroll. Near its edges the board scrolls by itself, and Escape puts the card back.

/** Pixels that a mouse moves, or a resting finger may stray. */
const SLACK = 6;
/** Milliseconds that a finger rests before it lifts the card. */
const HOLD = 350;
/** Pixels from the board's edges where it scrolls, and how far at a time. */
const EDGE = 48;
const STRIDE = 14;

interface Drag {
  /** What scrolls, with the places in it: elements with `data-column`, which names each. */
  board: HTMLElement;
  card: HTMLElement;
  /** Hears which place the card is over, if any, and gives the words that go with it. */
  over?: (column: string | undefined) => string;
  /** Puts the card into a place, by its name; within its own one, before or behind another card. */
  drop: (column: string, beside: Beside | null) => void;
}

export interface Beside {
  card: string;
  after: boolean;
}

/** Cards that stand in an order of their own within a place. */
const ORDERED = "[data-card][data-ordered]";

/** What marks where a card would stand: a line before or behind the one under the pointer. */
function edges(card: HTMLElement) {
  let under: HTMLElement | null | undefined;
  let beside: Beside | null = null;
  return {
    point: (at: Element | null, y: number) => {
      if (under) delete under.dataset.beside;
      under = card.matches(ORDERED) ? at?.closest<HTMLElement>(ORDERED) : null;
      const column = card.closest("[data-column]");
      if (under === card || !column?.contains(under ?? null)) under = null;
      if (!under) {
        beside = null;
        return;
      }
      const { top, height } = under.getBoundingClientRect();
      beside = { card: under.dataset.card ?? "", after: y > top + height / 2 };
      under.dataset.beside = beside.after ? "after" : "before";
    },
    beside: () => beside,
    put: () => {
      if (under) delete under.dataset.beside;
    },
  };
}

/** A picture of the card that lies under the pointer, with words beside it that stay on the screen. */
function lifted(card: HTMLElement) {
  const { left, top, width } = card.getBoundingClientRect();
  const picture = card.cloneNode(true) as HTMLElement;
  picture.inert = true;
  picture.ariaHidden = "true";
  picture.className += " pointer-events-none fixed! z-50 rotate-2 shadow-card"; // over a card's own `relative`
  Object.assign(picture.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
  const words = document.createElement("p");
  words.className =
    "absolute -rotate-2 my-1 w-max max-w-56 rounded-control bg-secondary px-2 py-1 text-on-secondary text-tiny shadow-card empty:hidden";
  picture.append(words);
  document.body.append(picture);
  card.dataset.lifted = "";
  return {
    follow: (x: number, y: number) => {
      picture.style.translate = `${x}px ${y}px`;
    },
    say: (text: string, x: number, y: number) => {
      words.textContent = text;
      const [top, bottom] = y > innerHeight / 2 ? ["auto", "100%"] : ["100%", "auto"];
      const [left, right] = x > innerWidth / 2 ? ["auto", "0"] : ["0", "auto"];
      words.style.inset = `${top} ${right} ${bottom} ${left}`;
    },
    put: () => {
      picture.remove();
      delete card.dataset.lifted;
    },
  };
}

/** Begins with the press on the card. */
export function drag(press: PointerEvent, { board, card, over, drop }: Drag): void {
  const ends = new AbortController();
  const on = { signal: ends.signal, capture: true };
  let [x, y] = [press.clientX, press.clientY];
  let picture: ReturnType<typeof lifted> | undefined;
  let column: HTMLElement | undefined;
  const edge = edges(card);

  function lift() {
    picture = lifted(card);
    requestAnimationFrame(scroll);
  }
  function scroll() {
    if (!picture) return;
    const { left, right, top, bottom } = board.getBoundingClientRect();
    if (x < left + EDGE) board.scrollLeft -= STRIDE;
    if (x > right - EDGE) board.scrollLeft += STRIDE;
    if (y < top + EDGE) board.scrollTop -= STRIDE;
    if (y > bottom - EDGE) board.scrollTop += STRIDE;
    point();
    requestAnimationFrame(scroll);
  }
  function point() {
    const at = document.elementFromPoint(x, y);
    edge.point(at, y);
    const under = at?.closest<HTMLElement>("[data-column]") ?? (board.contains(at) ? column : undefined); // or in a gap
    enter(under);
  }
  function enter(place: HTMLElement | undefined) {
    if (place === column) return;
    delete column?.dataset.over;
    column = place;
    if (column) column.dataset.over = "";
    picture?.say(over?.(column?.dataset.column) ?? "", x, y);
  }
  function end() {
    clearTimeout(timer);
    ends.abort();
    enter(undefined);
    picture?.put();
    picture = undefined;
    edge.put();
  }

  const byMouse = press.pointerType === "mouse";
  const timer = byMouse ? undefined : setTimeout(lift, HOLD);
  addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerId !== press.pointerId) return;
      [x, y] = [event.clientX, event.clientY];
      const [right, down] = [x - press.clientX, y - press.clientY];
      if (!picture && Math.hypot(right, down) > SLACK) byMouse ? lift() : end();
      picture?.follow(right, down);
    },
    on,
  );
  addEventListener(
    "pointerup",
    () => {
      const to = picture && column?.dataset.column;
      const beside = edge.beside();
      if (picture) addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, true));
      end();
      if (to) drop(to, beside);
    },
    on,
  );
  addEventListener("pointercancel", end, on);
  addEventListener("keydown", (event) => event.key === "Escape" && end(), on);
  // Holding a link opens no menu, and pulling it is no drag of the browser's.
  addEventListener("contextmenu", (event) => !byMouse && event.preventDefault(), on);
  addEventListener("dragstart", (event) => event.preventDefault(), on);
}

/** A lifted card does not scroll the board under it. Browsers ask for this listener before the finger is down. */
export function holdStill(board: HTMLElement | null) {
  const still = (event: TouchEvent) =>
    event.cancelable && board?.querySelector("[data-lifted]") && event.preventDefault();
  board?.addEventListener("touchmove", still, { passive: false });
  return () => board?.removeEventListener("touchmove", still);
}

/** What the pointer lets go of is not pressed. */
function swallow(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}
