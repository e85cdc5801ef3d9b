// The warranty in full: what is covered, for how long, how to claim, and the two requests an owner may send.
import { useState } from "react";
import { Button } from "~/ui/button";
import { Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { anchors } from "../content/support";
import { warranty } from "../content/warranty";
import { AsideHeading } from "../sections/aside-heading";
import { CallToActionBand } from "../sections/band";
import { ButtonLink } from "../sections/button-link";
import { Coverage } from "../sections/coverage";
import { Figures } from "../sections/figures";
import { Hero } from "../sections/hero";
import { Rendered } from "../sections/rendered";
import type { RequestTopic } from "../sections/request-dialog";
import { Rows } from "../sections/rows";
import { Section } from "../sections/section";

export const meta = warranty.meta;

/** Its code arrives when one of its buttons is pressed. */
const RequestDialog = lazyOnDemand(() => import("../sections/request-dialog"), {
  wanted: ({ topic }) => topic !== null,
  fallback: ({ topic }) => topic && <Scrim />,
  onError: ({ onClose }) => onClose(),
});

export default function Warranty() {
  const [request, setRequest] = useState<RequestTopic | null>(null);
  const [asked, setAsked] = useState(false);
  if (request && !asked) setAsked(true);
  return (
    <>
      <Hero
        height="medium"
        scene="parts-on-slate"
        label={meta.label}
        title={warranty.hero.title}
        lead={warranty.hero.lead}
      >
        <Button size="large" onClick={() => setRequest("product_registration")}>
          {warranty.hero.primary}
        </Button>
      </Hero>

      <Section id="terms" title={warranty.headline.title}>
        <Figures
          items={warranty.headline.items.map(({ figure, title, text }) => ({
            figure,
            text: (
              <>
                <span className="block font-semibold text-ink">{title}</span>
                {text}
              </>
            ),
          }))}
        />
      </Section>

      <Section id="covered" background="night" title={warranty.covered.title}>
        <div className="grid gap-x-6 gap-y-10 lg:grid-cols-12">
          <div className="lg:col-span-7">
            <Coverage
              items={warranty.covered.items}
              columns={warranty.covered.columns}
              caption={warranty.covered.title}
            />
          </div>
          <Rendered
            scene="channel-storm"
            sizes="(min-width: 1024px) 384px, 92vw"
            className="aspect-photo w-full rounded-media lg:col-span-4 lg:col-start-9 lg:aspect-[3/4]"
          />
        </div>
      </Section>

      <Section id="maintenance" title={warranty.maintenance.title} lead={warranty.maintenance.lead}>
        <Rows items={warranty.maintenance.items.map(({ when, ...row }) => ({ ...row, over: when }))} />
      </Section>

      <AsideHeading id="details" background="sunk" title={warranty.details.title}>
        <h3 className="font-semibold text-h3">{warranty.claim.title}</h3>
        <ol className="timeline mt-6">
          {warranty.claim.items.map(({ title, text }, place) => (
            <li key={title} className="timeline-item">
              <h4 className="font-semibold">
                {place + 1}. {title}
              </h4>
              <p className="mt-1 text-muted">{text}</p>
            </li>
          ))}
        </ol>
        <h3 className="mt-14 font-semibold text-h3">{warranty.excluded.title}</h3>
        <ul className="mt-4 list-disc pl-5 text-muted marker:text-accent">
          {warranty.excluded.items.map((item) => (
            <li key={item} className="py-1 pl-1">
              {item}
            </li>
          ))}
        </ul>
      </AsideHeading>

      <Section id="requests">
        <div className="grid gap-x-6 gap-y-12 md:grid-cols-12">
          <div className="border-hairline border-t pt-8 md:col-span-7">
            <h2 className="text-h2">{warranty.register.title}</h2>
            <p className="mt-4 max-w-[52ch] text-muted">{warranty.register.text}</p>
            <Button className="mt-8" onClick={() => setRequest("product_registration")}>
              {warranty.register.button}
            </Button>
          </div>
          <div className="border-hairline border-t pt-8 md:col-span-4 md:col-start-9">
            <h2 className="text-h3 font-display font-bold">{warranty.extended.title}</h2>
            <p className="mt-3 text-muted">{warranty.extended.text}</p>
            <Button variant="outline" className="mt-6" onClick={() => setRequest("extended_coverage")}>
              {warranty.extended.button}
            </Button>
          </div>
        </div>
      </Section>

      <CallToActionBand background="muted" title={warranty.support.title} text={warranty.support.text}>
        <ButtonLink href={`/support#${anchors.contact}`} size="large">
          {warranty.support.button}
        </ButtonLink>
      </CallToActionBand>

      {asked && <RequestDialog topic={request} onClose={() => setRequest(null)} />}
    </>
  );
}
