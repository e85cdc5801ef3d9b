// The landing page: eight sections in a fixed order.
import { lazyOnVisible } from "~/ui/asleep";
import { trust } from "../content/company-blocks";
import { home } from "../content/home";
import { studio } from "../content/studio";
import { anchors } from "../content/support";
import { QuoteButton } from "../quote/quote-button";
import { CallToActionBand } from "../sections/band";
import { ButtonLink } from "../sections/button-link";
import { Comparison } from "../sections/comparison";
import { Falling } from "../sections/falling";
import { Features } from "../sections/features";
import { Hero } from "../sections/hero";
import { Occasions } from "../sections/occasions";
import { PictureSection } from "../sections/picture-section";
import { RenderedNote } from "../sections/rendered";
import { Section } from "../sections/section";
import { Steps } from "../sections/steps";
import { TestimonialCarousel } from "../sections/testimonials";
import { Filled } from "../slots";

const LiveHouse = lazyOnVisible(() => import("../live/live-house"));

export const meta = home.meta;

export default function Home() {
  return (
    <>
      <Hero
        height="full"
        scene="home-hero"
        portrait="home-hero-portrait"
        title={home.hero.title}
        lead={home.hero.lead}
        trust={trust}
      >
        <QuoteButton variant="primary" size="large">
          {home.hero.primary}
        </QuoteButton>
        <ButtonLink href="/gallery" variant="onPicture" size="large">
          {home.hero.secondary}
        </ButtonLink>
      </Hero>

      <Section id="how-it-works" title={home.steps.title} lead={home.steps.lead}>
        <Steps items={home.steps.items} direction="horizontal" />
      </Section>

      <Section id="transformation" background="night" title={home.transformation.title} lead={home.transformation.lead}>
        <Comparison day="colonial-day" night="colonial-night" />
        <RenderedNote className="mt-3" />
      </Section>

      <Section id="occasions" title={home.occasions.title} lead={home.occasions.lead}>
        <Occasions items={home.occasions.items} />
      </Section>

      <Section id="control" background="sunk" title={home.control.title} lead={home.control.lead}>
        <LiveHouse anchor="control" />
        <div className="mt-12 grid gap-8 lg:grid-cols-12">
          <div className="lg:col-span-9">
            <Features items={home.control.features} columns />
          </div>
          <div className="lg:col-span-3 lg:text-right">
            <ButtonLink href={`/support#${anchors.app}`} variant="outline">
              {home.control.button}
            </ButtonLink>
          </div>
        </div>
        <div className="mt-section grid items-center gap-x-6 gap-y-6 md:grid-cols-12">
          <Falling of="home" className="md:col-span-7" />
          <div className="md:col-span-4 md:col-start-9">
            <p className="max-w-[40ch] text-lead">{studio.example.text}</p>
            <ButtonLink href="/residential?studio" variant="outline" className="mt-6">
              {studio.example.button}
            </ButtonLink>
          </div>
        </div>
      </Section>

      <PictureSection section="work" words={home.work} more={home.work.button} />

      <Filled section="testimonials">
        <Section id="testimonials" background="sunk" title={home.testimonials.title}>
          <TestimonialCarousel section="testimonials" />
        </Section>
      </Filled>

      <CallToActionBand
        background="gradient"
        scene="street-blue-hour"
        title={home.closing.title}
        text={home.closing.text}
      >
        <QuoteButton variant="primary" size="large">
          {home.closing.button}
        </QuoteButton>
      </CallToActionBand>
    </>
  );
}
