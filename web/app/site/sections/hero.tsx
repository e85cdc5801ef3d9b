// The opening of a page, in three heights. Full and large lay the words over a night picture; medium sets them beside it.
import type { ReactNode } from "react";
import { classes } from "~/ui/classes";
import type { Scene } from "../content/scenes";
import { PageLabel } from "./page-label";
import { Rendered } from "./rendered";

export interface HeroProps {
  height: "full" | "large" | "medium";
  scene: Scene;
  /** The same scene from the camera for upright screens. */
  portrait?: `${Scene}-portrait`;
  title: string;
  lead: string;
  /** The page's name, shown as the way back to the landing page. */
  label?: string;
  /** The buttons. */
  children?: ReactNode;
  /** Terms under the buttons. */
  trust?: string[];
}

export function Hero(props: HeroProps) {
  return props.height === "medium" ? <BesideHero {...props} /> : <OverHero {...props} />;
}

const HEIGHTS = {
  full: "min-h-[max(90vh,600px)]",
  large: "min-h-[max(70vh,500px)]",
  medium: "min-h-[max(60vh,400px)]",
};

/** On narrow screens the picture stands over the words instead of behind them. */
function OverHero({ height, scene, portrait, title, lead, label, children, trust }: HeroProps) {
  return (
    <header className={classes("dark relative isolate flex flex-col overflow-hidden bg-bg text-ink", HEIGHTS[height])}>
      <div className="relative min-h-[66vw] grow sm:min-h-[48vw] lg:absolute lg:inset-0 lg:min-h-0 lg:-z-10">
        <Rendered
          scene={scene}
          portrait={portrait}
          sizes="100vw"
          eager
          className="absolute inset-0 size-full object-[50%_42%] lg:object-center"
        />
        <div className="hero-scrim absolute inset-0" />
      </div>
      <div className="container-site relative -mt-8 flex flex-col pb-8 lg:mt-0 lg:grow lg:justify-center lg:pt-16">
        <div className="lg:max-w-[34rem] xl:max-w-[36rem]">
          {label && <PageLabel label={label} />}
          <h1 className="h1">{title}</h1>
          <p className="mt-4 max-w-[44ch] text-body lg:mt-5 lg:max-w-[38ch] lg:text-lead">{lead}</p>
          {children && <div className="mt-7 flex flex-col gap-3 sm:flex-row sm:flex-wrap">{children}</div>}
        </div>
      </div>
      {trust && (
        <div className="container-site relative pb-7 lg:pb-10">
          <div aria-hidden="true" className="light-line lights-on mb-9" />
          <Trust terms={trust} />
        </div>
      )}
    </header>
  );
}

function BesideHero({ scene, title, lead, label, children }: HeroProps) {
  return (
    <header className={classes("relative grid md:grid-cols-12", HEIGHTS.medium)}>
      <div className="order-2 flex flex-col justify-center px-gutter py-10 md:order-1 md:col-span-5 md:py-16 md:pr-10 md:pl-[max(var(--spacing-gutter),calc((100vw-75rem)/2+var(--spacing-gutter)))] lg:pr-16">
        {label && <PageLabel label={label} />}
        <h1 className="h1 text-balance text-[clamp(2.25rem,1.5rem+2.6vw,3.625rem)]">{title}</h1>
        <p className="text-lead mt-5 max-w-[44ch] text-muted">{lead}</p>
        {children && <div className="mt-8 flex flex-col gap-3 sm:flex-row sm:flex-wrap">{children}</div>}
      </div>
      <div className="relative order-1 aspect-photo md:order-2 md:col-span-7 md:aspect-auto">
        <Rendered
          scene={scene}
          sizes="(min-width: 768px) 58vw, 100vw"
          eager
          className="absolute inset-0 size-full object-cover md:rounded-bl-[64px]"
        />
      </div>
    </header>
  );
}

function Trust({ terms }: { terms: string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 text-small text-muted">
      {terms.map((term) => (
        <li
          key={term}
          className="flex items-center gap-2 before:size-1 before:rounded-full before:bg-accent before:content-['']"
        >
          {term}
        </li>
      ))}
    </ul>
  );
}
