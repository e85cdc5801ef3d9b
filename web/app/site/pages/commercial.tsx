// For business owners: where it is used, what it does for them, two design studies and two voices.

import { commercial } from "../content/commercial";
import { trust } from "../content/company-blocks";
import { studio } from "../content/studio";
import { QuoteButton } from "../quote/quote-button";
import { CallToActionBand } from "../sections/band";
import { ButtonLink } from "../sections/button-link";
import { CaseStudyCard } from "../sections/case-study";
import { Hero } from "../sections/hero";
import { RenderedNote } from "../sections/rendered";
import { Rows } from "../sections/rows";
import { Section } from "../sections/section";
import { Staggered } from "../sections/staggered";
import { StudioLead } from "../sections/studio-lead";
import { Quotation } from "../sections/testimonials";
import { Filled, Items } from "../slots";
import { StudioHost } from "../studio/studio-host";

export const meta = commercial.meta;

export default function Commercial() {
  return (
    <>
      <Hero
        height="large"
        scene="commercial-hero"
        portrait="commercial-hero-portrait"
        label={meta.label}
        title={commercial.hero.title}
        lead={commercial.hero.lead}
        trust={trust}
      >
        <QuoteButton property="business" variant="primary" size="large">
          {commercial.hero.primary}
        </QuoteButton>
        <Filled section="cases">
          <ButtonLink href="#case-studies" variant="onPicture" size="large">
            {commercial.hero.secondary}
          </ButtonLink>
        </Filled>
      </Hero>

      <Section id="industries" title={commercial.industries.title} lead={commercial.industries.lead}>
        <Staggered items={commercial.industries.items} />
        <RenderedNote className="mt-8" />
      </Section>

      <Section id="benefits" background="sunk" title={commercial.benefits.title}>
        <Rows items={commercial.benefits.items} />
      </Section>

      <Section id="studio" background="night" title={studio.title.business} lead={studio.lead.business}>
        <StudioLead property="business" />
      </Section>

      <Filled section="cases">
        <Section id="case-studies" title={commercial.cases.title} lead={commercial.cases.lead} leadFor="cases">
          <div className="flex flex-col gap-14 md:gap-20">
            <Items section="cases">{(study) => <CaseStudyCard study={study} film={commercial.cases.film} />}</Items>
          </div>
        </Section>
      </Filled>

      <Filled section="business_testimonials">
        <Section id="testimonials" background="night" line title={commercial.testimonials.title}>
          <div className="grid gap-12 md:grid-cols-2 md:gap-x-6">
            <Items section="business_testimonials">{(item) => <Quotation item={item} />}</Items>
          </div>
        </Section>
      </Filled>

      <CallToActionBand background="muted" title={commercial.closing.title} text={commercial.closing.text}>
        <QuoteButton property="business" variant="primary" size="large">
          {commercial.closing.button}
        </QuoteButton>
      </CallToActionBand>
      <StudioHost property="business" />
    </>
  );
}
