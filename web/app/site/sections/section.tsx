// The frame of a block: its background, its margins, its heading with the lead set off to the side.
import type { ReactNode } from "react";
import type { SectionName } from "~/api/page-data";
import { AsleepUntilNear } from "~/ui/asleep";
import { classes } from "~/ui/classes";
import { Some } from "../slots";

interface SectionProps {
  title?: string;
  lead?: string;
  /** What the lead tells of: it stays while there are samples in it. */
  leadFor?: SectionName;
  /** Where links jump to; also names the section for assistive technology. */
  id?: string;
  background?: "plain" | "sunk" | "night";
  /** Draws the light line over the section. */
  line?: boolean;
  className?: string;
  children: ReactNode;
}

const BACKGROUNDS = {
  plain: "",
  sunk: "bg-sunk dark:bg-surface",
  // A piece of night in either theme: everything inside takes the night colors.
  night: "dark bg-bg text-ink",
};

export function Section({ title, lead, leadFor, id, background = "plain", line, className, children }: SectionProps) {
  const heading = id ? `${id}-title` : undefined;
  return (
    <AsleepUntilNear
      as="section"
      id={id}
      aria-labelledby={title ? heading : undefined}
      className={classes("py-section", BACKGROUNDS[background], className)}
    >
      <div className="container-site">
        {line && <LightLine className="mb-12" />}
        {title && <SectionHeading id={heading} title={title} lead={lead} leadFor={leadFor} />}
        {children}
      </div>
    </AsleepUntilNear>
  );
}

/** The heading on the left, what it is about on the right, both on the same line of the grid. */
function SectionHeading({
  id,
  title,
  lead,
  leadFor,
}: Pick<SectionProps, "id" | "lead" | "leadFor"> & { title: string }) {
  return (
    <div className="mb-10 grid gap-x-6 gap-y-4 md:mb-14 md:grid-cols-12 md:items-end">
      <h2 id={id} tabIndex={-1} className="text-h2 md:col-span-6">
        {title}
      </h2>
      {lead && (
        <LeadFor section={leadFor}>
          <p className="text-lead max-w-[46ch] text-muted md:col-span-5 md:col-start-8">{lead}</p>
        </LeadFor>
      )}
    </div>
  );
}

/** A lead that speaks of samples goes with them. */
export function LeadFor({ section, children }: { section: SectionName | undefined; children: ReactNode }) {
  if (!section) return children;
  return (
    <Some section={section} is="sample">
      {children}
    </Some>
  );
}

/** The row of dots that stands for the product: a hairline by day, lit at night. */
export function LightLine({ className }: { className?: string }) {
  return <div aria-hidden="true" className={classes("light-line", className)} />;
}
