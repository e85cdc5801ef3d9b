// Reasons with a picture each, left and right in turn and never quite the same width.
import { classes } from "~/ui/classes";
import type { Benefit } from "../content/types";
import { Rendered } from "./rendered";

const PICTURE = [
  "md:col-span-7",
  "md:col-span-6 md:col-start-7 md:order-2",
  "md:col-span-8",
  "md:col-span-5 md:col-start-8 md:order-2",
];
const WORDS = ["md:col-span-4 md:col-start-9", "md:col-span-5", "md:col-span-4", "md:col-span-6"];

export function Alternating({ items }: { items: Benefit[] }) {
  return (
    <div className="flex flex-col gap-14 md:gap-24">
      {items.map(({ title, description, image }, place) => (
        <div key={title} className="until-near grid items-center gap-x-6 gap-y-5 md:grid-cols-12">
          <div className={PICTURE[place % 4]}>
            <Rendered
              scene={image}
              sizes="(min-width: 1248px) 792px, (min-width: 768px) 66vw, 92vw"
              className="aspect-photo w-full rounded-media object-cover"
            />
          </div>
          <div className={classes("md:order-1", place % 2 === 0 && "md:order-3", WORDS[place % 4])}>
            <h3 className="text-h2 text-balance">{title}</h3>
            <p className="mt-4 max-w-[52ch] text-muted">{description}</p>
          </div>
        </div>
      ))}
    </div>
  );
}
