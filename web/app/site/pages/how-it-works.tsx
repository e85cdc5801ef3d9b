// The project from the first visit to the first evening.

import { howItWorks } from "../content/how-it-works";
import { anchors } from "../content/support";
import { QuoteButton } from "../quote/quote-button";
import { AppMock } from "../sections/app-mock";
import { CallToActionBand } from "../sections/band";
import { ButtonLink } from "../sections/button-link";
import { Features } from "../sections/features";
import { Figures } from "../sections/figures";
import { Hero } from "../sections/hero";
import { RenderedNote, SampleMark } from "../sections/rendered";
import { Section } from "../sections/section";
import { Steps } from "../sections/steps";
import { Filled, If, Items } from "../slots";

export const meta = howItWorks.meta;

export default function HowItWorks() {
  return (
    <>
      <Hero
        height="medium"
        scene="install-eave-wide"
        label={meta.label}
        title={howItWorks.hero.title}
        lead={howItWorks.hero.lead}
      />

      <Section id="steps" title={howItWorks.steps.title}>
        <Steps items={howItWorks.steps.items} direction="vertical" />
        <RenderedNote className="mt-10" />
      </Section>

      <Section id="app" background="sunk" title={howItWorks.app.title} lead={howItWorks.app.lead}>
        <div className="grid items-center gap-12 md:grid-cols-12">
          <div className="flex justify-center md:col-span-5">
            <AppMock />
          </div>
          <div className="md:col-span-6 md:col-start-7">
            <Features items={howItWorks.app.features} columns />
            <ButtonLink href={`/support#${anchors.app}`} variant="outline" className="mt-10">
              {howItWorks.app.button}
            </ButtonLink>
          </div>
        </div>
      </Section>

      <Section id="warranty" background="night" title={howItWorks.warranty.title} lead={howItWorks.warranty.lead}>
        <Figures items={howItWorks.warranty.items} />
        <ButtonLink href="/warranty" variant="outline" className="mt-10">
          {howItWorks.warranty.link}
        </ButtonLink>
      </Section>

      <Filled section="awards">
        <Section id="awards" title={howItWorks.awards.title} lead={howItWorks.awards.lead} leadFor="awards">
          <ul className="wrap-anywhere">
            <Items section="awards">
              {({ title, text, note, sample }) => (
                <li className="grid grid-cols-[4rem_1fr] items-baseline gap-x-6 border-hairline border-t py-6 last:border-b sm:grid-cols-[6rem_1fr_auto]">
                  <span className="text-muted tabular-nums">{note}</span>
                  <div>
                    <h3 className="text-h3 font-semibold">{title}</h3>
                    <p className="mt-1 text-muted">{text}</p>
                  </div>
                  <If value={sample}>
                    <SampleMark className="max-sm:col-start-2 max-sm:mt-3 max-sm:justify-self-start" />
                  </If>
                </li>
              )}
            </Items>
          </ul>
        </Section>
      </Filled>

      <CallToActionBand background="muted" title={howItWorks.closing.title} text={howItWorks.closing.text}>
        <QuoteButton variant="primary" size="large">
          {howItWorks.closing.button}
        </QuoteButton>
      </CallToActionBand>
    </>
  );
}
