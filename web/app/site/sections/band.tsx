// The closing call to action, on one of three backgrounds.
import type { ReactNode } from "react";
import { AsleepUntilNear } from "~/ui/asleep";
import { classes } from "~/ui/classes";
import type { Scene } from "../content/scenes";
import { Rendered } from "./rendered";
import { LightLine } from "./section";

interface BandProps {
  background: "gradient" | "muted" | "card";
  title: string;
  text: string;
  /** A picture beside (card) or behind (gradient) the words. */
  scene?: Scene;
  children: ReactNode;
}

export function CallToActionBand({ background, title, text, scene, children }: BandProps) {
  if (background === "gradient") {
    return (
      <AsleepUntilNear as="section" className="until-near dark relative isolate overflow-hidden bg-bg text-ink">
        {scene && (
          <Rendered scene={scene} sizes="100vw" decorative className="absolute inset-0 -z-20 size-full object-cover" />
        )}
        <div className="band-scrim absolute inset-0 -z-10" />
        <div className="container-site grid gap-8 py-[clamp(5rem,12vw,10rem)] md:grid-cols-12">
          <div className="md:col-span-7">
            <LightLine className="mb-8 w-40" />
            <h2 className="text-h2">{title}</h2>
            <p className="text-lead mt-4 max-w-[46ch]">{text}</p>
            <div className="mt-8">{children}</div>
          </div>
        </div>
      </AsleepUntilNear>
    );
  }
  if (background === "card") {
    return (
      <AsleepUntilNear as="section" className="until-near py-section">
        <div className="container-site">
          <div
            className={classes(
              "grid overflow-hidden rounded-media border border-hairline bg-surface",
              scene && "md:grid-cols-2",
            )}
          >
            <div className="flex flex-col justify-center gap-4 p-8 md:p-14">
              <h2 className="text-h2">{title}</h2>
              <p className="text-lead text-muted">{text}</p>
              <div className="mt-4">{children}</div>
            </div>
            {scene && (
              <Rendered
                scene={scene}
                sizes="(min-width: 768px) 50vw, 100vw"
                decorative
                className="aspect-photo size-full object-cover max-md:order-first"
              />
            )}
          </div>
        </div>
      </AsleepUntilNear>
    );
  }
  return (
    <AsleepUntilNear as="section" className="band-muted">
      <div className="container-site grid items-center gap-8 py-[clamp(3.5rem,7vw,6rem)] md:grid-cols-12">
        <div className="md:col-span-8">
          <h2 className="text-h2">{title}</h2>
          <p className="text-lead mt-3 max-w-[52ch] text-muted">{text}</p>
        </div>
        <div className="md:col-span-4 md:justify-self-end">{children}</div>
      </div>
    </AsleepUntilNear>
  );
}
