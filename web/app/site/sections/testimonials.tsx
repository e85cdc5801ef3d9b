// Quotes of customers, one at a time. Without scripts all of them stand below each other.
import { ChevronLeft, ChevronRight, Pause, Play, Star } from "lucide-react";
import { type FocusEvent, useRef } from "react";
import type { Item, SectionName } from "~/api/page-data";
import { classes } from "~/ui/classes";
import { notes, carousel as words } from "../content/company-blocks";
import { atLeast, countOf, either, If, Items, itemsOf, type Place } from "../slots";
import { useHydrated } from "./hydrated";
import { SampleMark } from "./rendered";
import { useRotation } from "./rotation";

const STARS = [1, 2, 3, 4, 5];

export function TestimonialCarousel({ section, autoPlay = true }: { section: SectionName; autoPlay?: boolean }) {
  const count = itemsOf(section).length;
  const { index, playing, turning, show, setPlaying, setHovered, still } = useRotation(count, autoPlay);
  const hydrated = useHydrated();
  const isShown = ({ number, first }: Place) => (import.meta.env.SSR ? first : number === String(index + 1));
  const pressed = useRef(false);
  // Pressing Pause moves the focus inside too; that press decides for itself.
  const onFocus = (event: FocusEvent) => {
    if (!pressed.current || !(event.target as Element).closest("[data-rotation]")) setPlaying(false);
  };
  return (
    <section
      aria-roledescription="carousel"
      aria-label={words.label}
      onFocus={onFocus}
      onPointerDownCapture={() => {
        pressed.current = true;
      }}
      onPointerUpCapture={() => {
        pressed.current = false;
      }}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
    >
      <div className="mb-6 flex flex-wrap items-center gap-2 noscript:hidden [&:has(+div>:only-child)]:hidden">
        {!(hydrated && still) && (
          <button
            type="button"
            data-rotation=""
            className="round-button"
            aria-label={playing ? words.stop : words.start}
            onClick={() => setPlaying(!playing)}
          >
            {playing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          </button>
        )}
        <button type="button" className="round-button" aria-label={words.previous} onClick={() => show(index - 1)}>
          <ChevronLeft aria-hidden="true" />
        </button>
        <button type="button" className="round-button" aria-label={words.next} onClick={() => show(index + 1)}>
          <ChevronRight aria-hidden="true" />
        </button>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
        <div role="group" aria-label={words.dots} className="ml-auto flex">
          <Items section={section}>
            {(_, place) => (
              <button
                type="button"
                className="slide-dot"
                aria-label={words.dot(place.number)}
                aria-disabled={either(isShown(place), "true", "false") as "true" | "false"}
                onClick={() => !isShown(place) && show(Number(place.number) - 1)}
              />
            )}
          </Items>
        </div>
      </div>
      <div aria-live={turning ? "off" : "polite"} className="grid noscript:block">
        <Items section={section}>
          {(item, place) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the pattern of carousels
            <div
              role="group"
              aria-roledescription="slide"
              aria-label={words.slide(place.number, countOf(section))}
              inert={hydrated && !isShown(place)}
              className={`[grid-area:1/1] transition-opacity duration-300 motion-reduce:transition-none noscript:visible noscript:mb-12 noscript:opacity-100${either(isShown(place), "", " invisible opacity-0")}`}
            >
              <Quotation item={item} large />
            </div>
          )}
        </Items>
      </div>
    </section>
  );
}

export function Quotation({ item, large }: { item: Item; large?: boolean }) {
  return (
    <figure className="wrap-anywhere">
      <blockquote
        className={classes("text-balance", large ? "quotation" : "font-bold font-display text-[1.5rem] leading-tight")}
      >
        <p>{item.text}</p>
      </blockquote>
      <figcaption className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span>
          <span className="font-semibold">{item.title}</span>, <span className="text-muted">{item.note}</span>
        </span>
        <span className="flex items-center gap-1 text-accent">
          {STARS.map((star) => (
            <Star
              key={star}
              aria-hidden="true"
              className="size-4 data-[lit=yes]:fill-current"
              data-lit={either(atLeast(item.rating, star), "yes", "no")}
            />
          ))}
          <span className="sr-only">{words.rating(item.rating)}</span>
        </span>
        <If value={item.sample}>
          <SampleMark text={notes.sampleQuote} />
        </If>
      </figcaption>
    </figure>
  );
}
