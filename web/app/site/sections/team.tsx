// The people on a project. Until one agrees to stand here with name and portrait, a card shows the role and its tool.
import type { TeamRole } from "../content/types";
import { Rendered, SampleMark } from "./rendered";

const initials = (words: string) =>
  words
    .split(" ")
    .map((word) => word[0])
    .join("");

export function Team({ items }: { items: TeamRole[] }) {
  return (
    <ul className="grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      {items.map(({ role, text, scene, name, photo, sample }) => (
        <li key={role} className="until-near lg:nth-[3n+2]:mt-12">
          <div className="relative overflow-hidden rounded-media">
            {photo ? (
              <img src={photo} alt={name ?? role} loading="lazy" className="aspect-square w-full object-cover" />
            ) : (
              <Rendered
                scene={scene}
                sizes="(min-width: 1248px) 384px, (min-width: 640px) 46vw, 92vw"
                className="aspect-square w-full object-cover"
              />
            )}
            {!photo && (
              <span aria-hidden="true" className="monogram">
                {initials(name ?? role)}
              </span>
            )}
          </div>
          <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="text-h3 font-semibold">{name ?? role}</h3>
            {sample && <SampleMark />}
          </div>
          {name && <p className="text-accent text-small">{role}</p>}
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  );
}
