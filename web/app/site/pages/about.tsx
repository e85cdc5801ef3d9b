// Who the company is: mission, values, history, people, and what the product spares the world.
import { about } from "../content/about";
import { QuoteButton } from "../quote/quote-button";
import { AsideHeading } from "../sections/aside-heading";
import { CallToActionBand } from "../sections/band";
import { Figures } from "../sections/figures";
import { Hero } from "../sections/hero";
import { SampleMark } from "../sections/rendered";
import { Rows } from "../sections/rows";
import { Section } from "../sections/section";
import { Team } from "../sections/team";
import { Timeline } from "../sections/timeline";

export const meta = about.meta;

export default function About() {
  return (
    <>
      <Hero height="medium" scene="workshop" label={meta.label} title={about.hero.title} lead={about.hero.lead} />

      <Section id="mission">
        <div className="grid gap-x-6 gap-y-8 md:grid-cols-12">
          <h2 className="text-h3 font-semibold text-accent md:col-span-3">{about.mission.title}</h2>
          <div className="md:col-span-8 md:col-start-5">
            <p className="quotation text-balance">{about.mission.statement}</p>
            <p className="mt-8 max-w-[62ch] text-muted">{about.mission.text}</p>
          </div>
        </div>
      </Section>

      <Section id="values" background="sunk" title={about.values.title}>
        <Rows items={about.values.items} />
      </Section>

      <AsideHeading id="timeline" title={about.timeline.title} lead={about.timeline.lead}>
        <Timeline items={about.timeline.items} />
      </AsideHeading>

      <Section id="team" background="sunk" title={about.team.title} lead={about.team.lead}>
        <Team items={about.team.items} />
      </Section>

      <Section id="impact" background="night" title={about.impact.title} lead={about.impact.lead}>
        <Figures
          className="sm:grid-cols-2 lg:grid-cols-4 lg:[&_dd]:text-[2.5rem]"
          items={about.impact.items.map(({ figure, text, sample }) => ({
            figure,
            text,
            note: sample && <SampleMark />,
          }))}
        />
        <div className="mt-16 grid gap-x-6 gap-y-4 md:grid-cols-12">
          <div className="md:col-span-4">
            <h3 className="text-h3 font-semibold">{about.impact.goals.title}</h3>
            {about.impact.goals.sample && <SampleMark className="mt-3" />}
          </div>
          <ul className="flex flex-col gap-4 md:col-span-7 md:col-start-6">
            {about.impact.goals.items.map((goal) => (
              <li key={goal} className="bulb-item">
                {goal}
              </li>
            ))}
          </ul>
        </div>
      </Section>

      <CallToActionBand background="card" scene="porch-phone" title={about.closing.title} text={about.closing.text}>
        <QuoteButton variant="primary" size="large">
          {about.closing.button}
        </QuoteButton>
      </CallToActionBand>
    </>
  );
}
