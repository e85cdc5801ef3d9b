// The people on a project. Until one agrees to stand here with name and portrait, a card shows the role and its tool.
import type { Item } from "~/api/page-data";
import { If, Items, initials } from "../slots";
import { ItemPicture } from "./item-picture";
import { SampleMark } from "./rendered";

const SIZES = "(min-width: 1248px) 384px, (min-width: 640px) 46vw, 92vw";

export function Team() {
  return (
    <ul className="wrap-anywhere grid gap-x-6 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">
      <Items section="team">{(person) => <Person person={person} />}</Items>
    </ul>
  );
}

function Person({ person }: { person: Item }) {
  const { title, note, text, image, rendered, sample } = person;
  return (
    <li className="until-near lg:nth-[3n+2]:mt-12">
      <div className="relative overflow-hidden rounded-media">
        <If
          value={image}
          otherwise={
            <div className="aspect-square w-full bg-secondary">
              <Monogram name={title} />
            </div>
          }
        >
          <ItemPicture item={person} sizes={SIZES} className="aspect-square" />
          <If value={rendered}>
            <Monogram name={title} />
          </If>
        </If>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-h3 font-semibold">{title}</h3>
        <If value={sample}>
          <SampleMark />
        </If>
      </div>
      <If value={note}>
        <p className="text-accent text-small">{note}</p>
      </If>
      <p className="mt-1 text-muted">{text}</p>
    </li>
  );
}

function Monogram({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="monogram">
      {initials(name)}
    </span>
  );
}
