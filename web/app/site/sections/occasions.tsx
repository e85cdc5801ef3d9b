// What the lights are for: four pictures in two rows of the same height, the wide one left above and right below.
import { classes } from "~/ui/classes";
import type { UseCase } from "../content/types";
import { Rendered } from "./rendered";

const WIDE = { place: "md:col-span-7", picture: "" };
const NARROW = { place: "md:col-span-5", picture: "md:aspect-[15/16]" };
const SHAPES = [WIDE, NARROW, NARROW, WIDE];

export function Occasions({ items }: { items: UseCase[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-10 md:grid-cols-12 md:gap-y-14">
      {items.map(({ id, title, description, scene }, index) => {
        const shape = SHAPES[index % SHAPES.length];
        return (
          <li key={id} id={id} className={classes("until-near", shape?.place)}>
            <Rendered
              scene={scene}
              sizes="(min-width: 1248px) 690px, (min-width: 768px) 58vw, 92vw"
              className={classes("aspect-photo rounded-media", shape?.picture)}
            />
            <h3 className="mt-4 font-semibold text-h3">{title}</h3>
            <p className="mt-1 max-w-[52ch] text-muted">{description}</p>
          </li>
        );
      })}
    </ul>
  );
}
