// What the lights are for: one large picture, the others beside and below it.
import { classes } from "~/ui/classes";
import type { UseCase } from "../content/types";
import { Rendered } from "./rendered";

/** Where each of four stands in twelve columns. */
const PLACES = ["md:col-span-7 md:row-span-2", "md:col-span-5", "md:col-span-5", "md:col-span-12"];

export function Occasions({ items }: { items: UseCase[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-10 md:grid-cols-12">
      {items.map(({ id, title, description, scene }, place) => (
        <li key={id} id={id} className={classes("flex flex-col", PLACES[place])}>
          <Rendered
            scene={scene}
            sizes="(min-width: 1248px) 690px, (min-width: 768px) 58vw, 92vw"
            className={classes(
              "w-full grow rounded-media object-cover",
              place === 3 ? "aspect-[4/3] md:aspect-[21/9]" : "aspect-[4/3]",
            )}
          />
          <h3 className="text-h3 font-semibold mt-4">{title}</h3>
          <p className="mt-1 max-w-[52ch] text-muted">{description}</p>
        </li>
      ))}
    </ul>
  );
}
