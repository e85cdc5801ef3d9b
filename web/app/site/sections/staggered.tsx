// Four uses with a picture each in two columns, the second one hanging lower.
import type { UseCase } from "../content/types";
import { Rendered } from "./rendered";

export function Staggered({ items }: { items: UseCase[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-12 md:grid-cols-2 md:gap-y-0">
      {items.map(({ id, title, description, scene }) => (
        <li key={id} id={id} className="until-near md:mb-16 md:even:mt-24 md:even:-mb-8">
          <Rendered
            scene={scene}
            sizes="(min-width: 1248px) 588px, (min-width: 768px) 48vw, 92vw"
            className="aspect-photo w-full rounded-media object-cover"
          />
          <h3 className="text-h3 font-semibold mt-5">{title}</h3>
          <p className="mt-2 max-w-[48ch] text-muted">{description}</p>
        </li>
      ))}
    </ul>
  );
}
