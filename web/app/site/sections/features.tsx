// A short list of what something does, each point on its own light.
import { classes } from "~/ui/classes";
import type { Blurb } from "../content/types";

export function Features({ items, columns }: { items: Blurb[]; columns?: boolean }) {
  return (
    <ul className={classes("grid gap-x-6 gap-y-7", columns && "sm:grid-cols-2")}>
      {items.map(({ title, text }) => (
        <li key={title} className="bulb-item">
          <h3 className="font-semibold text-[1.125rem]">{title}</h3>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
