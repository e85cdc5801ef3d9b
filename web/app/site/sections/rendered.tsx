// A rendered picture with its words, and the notes that stand beside pictures and samples.
import type { SectionName } from "~/api/page-data";
import { classes } from "~/ui/classes";
import { notes } from "../content/company-blocks";
import { type Scene, scenes } from "../content/scenes";
import { Picture } from "../picture";
import { Some } from "../slots";

interface RenderedProps {
  scene: Scene;
  /** The same scene from the camera for upright screens. */
  portrait?: `${Scene}-portrait`;
  /** The width it is shown at, as in the sizes attribute. */
  sizes: string;
  /** Set for the one picture that is in view at once. */
  eager?: boolean;
  /** Says nothing to assistive technology where the text beside it says it all. */
  decorative?: boolean;
  className?: string;
}

export function Rendered({ scene, decorative, ...picture }: RenderedProps) {
  return <Picture name={scene} alt={decorative ? "" : scenes[scene]} {...picture} />;
}

/** Says that what is beside it was made by a computer. */
export function RenderedNote({ sample, className }: { sample?: boolean; className?: string }) {
  return (
    <p className={classes("flex flex-wrap items-center gap-3 text-muted text-small", className)}>
      {notes.rendered}
      {sample && <SampleMark />}
    </p>
  );
}

/** The same of a section's items, as far as it is so. */
export function NoteOf({ section }: { section: SectionName }) {
  return (
    <p className="flex flex-wrap items-center gap-3 text-muted text-small">
      <Some section={section} is="rendered">
        <span>{notes.rendered}</span>
      </Some>
      <Some section={section} is="sample">
        <SampleMark />
      </Some>
    </p>
  );
}

/** Marks what holds a place until the company has the real thing. */
export function SampleMark({ text = notes.sample, className }: { text?: string; className?: string }) {
  return (
    <span
      className={classes(
        "inline-block rounded-full border border-control px-2.5 py-0.5 text-small text-muted",
        className,
      )}
    >
      {text}
    </span>
  );
}
