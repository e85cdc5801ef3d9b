// A block whose heading stays on the left while its content runs on the right.
import type { ReactNode } from "react";
import type { SectionName } from "~/api/page-data";
import { AsleepUntilNear } from "~/ui/asleep";
import { classes } from "~/ui/classes";
import { LeadFor } from "./section";

interface AsideHeadingProps {
  id: string;
  title: string;
  lead?: string;
  /** What the lead tells of: it stays while there are samples in it. */
  leadFor?: SectionName;
  /** Under the heading. */
  aside?: ReactNode;
  background?: "plain" | "sunk";
  children: ReactNode;
}

export function AsideHeading({ id, title, lead, leadFor, aside, background = "plain", children }: AsideHeadingProps) {
  return (
    <AsleepUntilNear
      as="section"
      id={id}
      aria-labelledby={`${id}-title`}
      className={classes("py-section", background === "sunk" && "bg-sunk dark:bg-surface")}
    >
      <div className="container-site grid gap-x-6 gap-y-8 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <div className="lg:sticky lg:top-28">
            <h2 id={`${id}-title`} className="text-h2 text-balance">
              {title}
            </h2>
            {lead && (
              <LeadFor section={leadFor}>
                <p className="mt-4 max-w-[40ch] text-muted">{lead}</p>
              </LeadFor>
            )}
            {aside}
          </div>
        </div>
        <div className="lg:col-span-7 lg:col-start-6">{children}</div>
      </div>
    </AsleepUntilNear>
  );
}
