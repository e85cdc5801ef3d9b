// Numbered steps on the light line: side by side, or one under the other with a picture each.
import { classes } from "~/ui/classes";
import type { Step } from "../content/types";
import { Rendered } from "./rendered";

export function Steps({ items, direction }: { items: Step[]; direction: "horizontal" | "vertical" }) {
  return direction === "horizontal" ? <Across items={items} /> : <Down items={items} />;
}

function Across({ items }: { items: Step[] }) {
  return (
    <ol className="grid gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
      {items.map((step) => (
        <li key={step.number} className="pr-6">
          <div aria-hidden="true" className="flex items-center gap-3">
            <span className="numeral">{step.number}</span>
            <span className="light-line grow" />
          </div>
          <h3 className="text-h3 font-semibold mt-5">{step.title}</h3>
          <p className="mt-2 max-w-[34ch] text-muted">{step.description}</p>
        </li>
      ))}
    </ol>
  );
}

function Down({ items }: { items: Step[] }) {
  return (
    <ol className="flex flex-col gap-16 md:gap-28">
      {items.map((step, place) => (
        <li key={step.number} className="until-near grid items-center gap-x-6 gap-y-6 md:grid-cols-12">
          {step.scene && (
            <div className={classes("md:col-span-7", place % 2 === 1 && "md:order-2 md:col-start-6")}>
              <Rendered
                scene={step.scene}
                sizes="(min-width: 1248px) 690px, (min-width: 768px) 58vw, 92vw"
                className="aspect-photo w-full rounded-media object-cover"
              />
            </div>
          )}
          <div className={classes("md:col-span-4", place % 2 === 1 ? "md:order-1 md:col-start-1" : "md:col-start-9")}>
            <div aria-hidden="true" className="flex items-center gap-3">
              <span className="numeral">{step.number}</span>
              <span className="light-line grow" />
            </div>
            <h3 className="text-h2 mt-4">{step.title}</h3>
            <p className="mt-4 text-muted">{step.description}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
