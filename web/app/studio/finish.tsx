// What becomes of it: a picture to keep, a link to a house of ours, or a request for a quote that carries the drawing.
import { Download, Link, Share2 } from "lucide-react";
import { useState } from "react";
import { described } from "~/lib/schemes";
import { Button } from "~/ui/button";
import { type Bench, lengthsOf } from "./bench";
import type { Dusk } from "./engine";
import { Figure } from "./figure";
import { shown } from "./geometry/front";
import { marked } from "./marked";
import { type Coverage, coverageOf, fits, fragmentOf, type Plan, type Stories } from "./plan";
import type { Price } from "./price";
import { copyOf } from "./saving";

const words = {
  save: "Save Picture",
  send: "Share Picture",
  saving: "Saving...",
  saved: "The picture was saved.",
  unsaved: "The picture could not be saved. Please try again.",
  share: "Copy Link",
  shared: "Link copied. It opens this house in this light.",
  unshared: "Copy this link:",
  consent: "Send my picture with my request",
  privacy:
    "Your picture has not left this device. With your consent it is sent with your request, for our staff alone, and deleted when your request is. Without it we get your drawing's lines and colors only.",
  privacyOurs: "Your drawing's lines and colors go with your request.",
  large: "There is too much in this drawing to send it. Please undo some strokes, or take out windows or edges.",
  quote: "Get a Quote for This",
  forget: "Delete This Drawing",
  drawn: (feet: string) => `${feet} ft as drawn.`,
  keptHere: "It is kept on this device only, for when you come back.",
};

/** Of the saved picture. */
const [NAME, TYPE] = ["house-in-lights.png", "image/png"];

/** A drawing as a request carries it. */
export interface Carried {
  plan: Plan;
  /** The visitor's own picture, where they agreed to send it. */
  picture: Blob | null;
  /** Null where no size is confirmed, or where it is that of a house of ours, which says nothing about the visitor's. */
  length: { feet: number; range: readonly [number, number] } | null;
  /** What was said of the visitor's building: null where nobody said it, or a house of ours was drawn on. */
  stories: Stories | null;
  coverage: Coverage | null;
  /** Scheme and length in words. */
  scheme: string;
  figure: string | null;
}

export interface FinishPanelProps {
  bench: Bench;
  dusk: Dusk | null;
  brand: string;
  price: Price;
  say: (words: string) => void;
  onQuote: (carried: Carried) => void;
  onForget: () => void;
}

export default function FinishPanel({ bench, dusk, brand, price, say, onQuote, onForget }: FinishPanelProps) {
  const { opened, plan, drawing, look } = bench;
  const [agreed, setAgreed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  const scheme = described({ ...look, day: false });
  const [sends] = useState(() => navigator.canShare?.({ files: [new File([], NAME, { type: TYPE })] }) ?? false);
  const isTooLarge = !fits(plan);

  async function save(keep: (picture: File) => Promise<string>) {
    if (!dusk) return;
    setBusy(true);
    say(words.saving);
    const done = marked(dusk, brand, scheme).then((picture) => keep(new File([picture], NAME, { type: TYPE })));
    say(await done.catch(() => words.unsaved));
    setBusy(false);
  }
  async function share() {
    const { origin, pathname } = location;
    const address = `${origin}${pathname}?studio#${fragmentOf(plan)}`;
    const copied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    setLink(copied ? null : address);
    say(copied ? words.shared : words.unshared);
  }
  async function quote() {
    const theirs = opened.similar === null;
    const sum = theirs ? lengthsOf(plan)?.sum : undefined;
    const range = sum && shown(sum);
    bench.keep();
    onQuote({
      plan,
      picture: agreed && theirs ? await copyOf(opened.photo) : null,
      length: sum && range ? { feet: Math.round(sum.feet), range } : null,
      stories: theirs ? drawing.stories : null,
      // Feet were shown as those of the front, unless somebody said otherwise.
      coverage: !theirs ? null : range ? coverageOf(drawing) : drawing.coverage,
      scheme,
      figure: range ? words.drawn(range.join("-")) : null,
    });
  }

  return (
    <>
      <Figure bench={bench} price={price} />
      <div className="studio-row">
        <Button variant="outline" disabled={!dusk} busy={busy} onClick={() => save(kept)}>
          <Download aria-hidden />
          {words.save}
        </Button>
        {sends && (
          <Button variant="outline" disabled={!dusk} busy={busy} onClick={() => save(sent)}>
            <Share2 aria-hidden />
            {words.send}
          </Button>
        )}
        {opened.similar && (
          <Button variant="outline" disabled={isTooLarge} onClick={share}>
            <Link aria-hidden />
            {words.share}
          </Button>
        )}
      </div>
      {link && (
        <input
          readOnly
          aria-label={words.unshared}
          value={link}
          className="studio-link"
          onFocus={(event) => event.target.select()}
        />
      )}
      {!opened.similar && (
        <label className="studio-check">
          <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
          {words.consent}
        </label>
      )}
      <p className="studio-hint">{opened.similar ? words.privacyOurs : words.privacy}</p>
      {isTooLarge && <p className="studio-hint">{words.large}</p>}
      <Button size="large" disabled={drawing.lines.length === 0 || isTooLarge} onClick={quote}>
        {words.quote}
      </Button>
      <p className="studio-hint">{words.keptHere}</p>
      <Button variant="quiet" size="small" onClick={onForget}>
        {words.forget}
      </Button>
    </>
  );
}

async function kept(picture: File): Promise<string> {
  const address = URL.createObjectURL(picture);
  const way = document.createElement("a");
  way.href = address;
  way.download = NAME;
  way.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return words.saved;
}

/** By the device's own ways; a visitor who thinks better of it is told nothing. */
async function sent(picture: File): Promise<string> {
  try {
    await navigator.share({ files: [picture] });
  } catch (fault) {
    // Some devices forget the press while the picture is made.
    if (fault instanceof DOMException && fault.name === "NotAllowedError") return kept(picture);
    if (!(fault instanceof DOMException && fault.name === "AbortError")) throw fault;
  }
  return "";
}
