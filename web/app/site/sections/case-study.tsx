// A project told in a few lines beside its picture; of a sample, a still of a film that is still to come.
import type { Item } from "~/api/page-data";
import { notes } from "../content/company-blocks";
import { DetailsOf, If } from "../slots";
import { ItemPicture } from "./item-picture";
import { SampleMark } from "./rendered";

const SIZES = "(min-width: 1248px) 690px, (min-width: 768px) 58vw, 92vw";

/** Every second one has its picture on the other side. */
export function CaseStudyCard({ study, film }: { study: Item; film: string }) {
  const { title, note, text, image, rendered, sample } = study;
  return (
    <article className="wrap-anywhere group until-near grid gap-x-6 gap-y-6 border-hairline border-t pt-8 md:grid-cols-12">
      <If value={image}>
        <figure className="md:col-span-7 md:group-even:order-2 md:group-even:col-start-6">
          <ItemPicture item={study} sizes={SIZES} className="aspect-video rounded-media" />
          <figcaption className="mt-3 flex flex-wrap gap-x-4 text-small text-muted">
            <If value={sample}>
              <span>{film}</span>
            </If>
            <If value={rendered}>
              <span>{notes.rendered}</span>
            </If>
          </figcaption>
        </figure>
      </If>
      <div className="flex flex-col md:col-span-4 md:only:col-span-8 md:not-only:col-start-9 md:group-even:order-1 md:group-even:col-start-1">
        <p className="flex flex-wrap items-center gap-3 text-small text-muted">
          {note}
          <If value={sample}>
            <SampleMark />
          </If>
        </p>
        <h3 className="text-h3 font-semibold mt-3 text-balance">{title}</h3>
        <p className="mt-3 text-muted">{text}</p>
        <If value={study.details}>
          <dl className="mt-6 flex flex-col gap-3">
            <DetailsOf item={study}>
              {({ term, text: said }) => (
                <div className="grid grid-cols-[5rem_1fr] gap-3 text-small">
                  <dt className="break-words text-accent">{term}</dt>
                  <dd>{said}</dd>
                </div>
              )}
            </DetailsOf>
          </dl>
        </If>
      </div>
    </article>
  );
}
