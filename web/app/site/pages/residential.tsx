// For homeowners: why, what it costs, how it looks, and what they ask first.
import { lazyOnVisible } from "~/ui/asleep";
import { trust } from "../content/company-blocks";
import { benefits, blurbs } from "../content/home";
import { residential } from "../content/residential";
import { studio } from "../content/studio";
import { QuoteButton } from "../quote/quote-button";
import { Alternating } from "../sections/alternating";
import { AsideHeading } from "../sections/aside-heading";
import { CallToActionBand } from "../sections/band";
import { ButtonLink } from "../sections/button-link";
import { FaqAccordion } from "../sections/faq";
import { Features } from "../sections/features";
import { Hero } from "../sections/hero";
import { PictureSection } from "../sections/picture-section";
import { Section } from "../sections/section";
import { StudioLead } from "../sections/studio-lead";
import { ThemedPair } from "../sections/themed-pair";
import { Filled } from "../slots";
import { StudioHost } from "../studio/studio-host";

const LiveHouse = lazyOnVisible(() => import("../live/live-house"));

export const meta = residential.meta;

export default function Residential() {
  return (
    <>
      <Hero
        height="large"
        scene="residential-hero"
        portrait="residential-hero-portrait"
        label={meta.label}
        title={residential.hero.title}
        lead={residential.hero.lead}
        trust={trust}
      >
        <QuoteButton property="home" variant="primary" size="large">
          {residential.hero.primary}
        </QuoteButton>
        <ButtonLink href="/financing" variant="onPicture" size="large">
          {residential.hero.secondary}
        </ButtonLink>
      </Hero>

      <Section id="features" title={residential.features.title} lead={residential.features.lead}>
        <div className="grid items-center gap-10 md:grid-cols-12">
          <div className="md:col-span-7">
            <ThemedPair
              day="channel-day"
              night="channel-night"
              sizes="(min-width: 1248px) 690px, (min-width: 768px) 58vw, 92vw"
            />
          </div>
          <div className="md:col-span-4 md:col-start-9">
            <Features items={blurbs} />
          </div>
        </div>
        <div id="house" className="mt-section">
          <LiveHouse anchor="house" />
        </div>
      </Section>

      <Section id="why" background="sunk" title={residential.why.title} lead={residential.why.lead}>
        <Alternating items={benefits} />
      </Section>

      <Section id="studio" title={studio.title.home} lead={studio.lead.home}>
        <StudioLead property="home" />
      </Section>

      <Section id="price" background="night" line>
        <div className="grid items-end gap-x-6 gap-y-8 md:grid-cols-12">
          <div className="md:col-span-7">
            <h2 className="text-h3 font-semibold text-muted">{residential.price.title}</h2>
            <p className="figure-large mt-4">{residential.price.figure}</p>
          </div>
          <div className="md:col-span-4 md:col-start-9">
            <p>{residential.price.text}</p>
            <ButtonLink href="/financing" variant="outline" className="mt-6">
              {residential.price.button}
            </ButtonLink>
          </div>
        </div>
      </Section>

      <PictureSection section="projects" words={residential.projects} more={residential.projects.more} upright />

      <Filled section="home_questions">
        <AsideHeading id="questions" background="sunk" title={residential.questions.title}>
          <FaqAccordion section="home_questions" />
        </AsideHeading>
      </Filled>

      <CallToActionBand
        background="card"
        scene="cul-de-sac"
        title={residential.closing.title}
        text={residential.closing.text}
      >
        <QuoteButton property="home" variant="primary" size="large">
          {residential.closing.button}
        </QuoteButton>
      </CallToActionBand>
      <StudioHost property="home" />
    </>
  );
}
