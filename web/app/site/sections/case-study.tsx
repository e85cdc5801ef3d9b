// A project told in three lines beside a still of its film, which is still to come.
import { classes } from "~/ui/classes";
import { notes } from "../content/company-blocks";
import type { CaseStudy } from "../content/types";
import { Rendered, SampleMark } from "./rendered";

export function CaseStudyCard({ study, film, flipped }: { study: CaseStudy; film: string; flipped?: boolean }) {
  return (
    <article className="until-near grid gap-x-6 gap-y-6 border-hairline border-t pt-8 md:grid-cols-12">
      <figure className={classes("md:col-span-7", flipped && "md:order-2 md:col-start-6")}>
        <Rendered
          scene={study.scene}
          sizes="(min-width: 1248px) 690px, (min-width: 768px) 58vw, 92vw"
          className="aspect-video w-full rounded-media object-cover"
        />
        <figcaption className="mt-3 flex flex-wrap gap-x-4 text-small text-muted">
          <span>{film}</span>
          <span>{notes.rendered}</span>
        </figcaption>
      </figure>
      <div className={classes("flex flex-col md:col-span-4", flipped ? "md:order-1 md:col-start-1" : "md:col-start-9")}>
        <p className="flex flex-wrap items-center gap-3 text-small text-muted">
          {study.place}
          {study.sample && <SampleMark />}
        </p>
        <h3 className="text-h3 font-semibold mt-3 text-balance">{study.title}</h3>
        <p className="mt-3 text-muted">{study.summary}</p>
        <dl className="mt-6 flex flex-col gap-3">
          {study.details.map(({ term, text }) => (
            <div key={term} className="grid grid-cols-[5rem_1fr] gap-3 text-small">
              <dt className="text-accent">{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </article>
  );
}
