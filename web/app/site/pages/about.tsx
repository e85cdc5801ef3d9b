// Who the company is: mission, values, history, people, and what the product spares the world.
import { about } from "../content/about";
import { QuoteButton } from "../quote/quote-button";
import { AsideHeading } from "../sections/aside-heading";
import { CallToActionBand } from "../sections/band";
import { FigureList, FigureOf } from "../sections/figures";
import { Hero } from "../sections/hero";
import { SampleMark } from "../sections/rendered";
import { Rows } from "../sections/rows";
import { Section } from "../sections/section";
import { Team } from "../sections/team";
import { Timeline } from "../sections/timeline";
import { Filled, If, Items } from "../slots";

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

      <Filled section="milestones">
        <AsideHeading id="timeline" title={about.timeline.title} lead={about.timeline.lead} leadFor="milestones">
          <Timeline />
        </AsideHeading>
      </Filled>

      <Filled section="team">
        <Section id="team" background="sunk" title={about.team.title} lead={about.team.lead} leadFor="team">
          <Team />
        </Section>
      </Filled>

      <Filled section={["impact", "goals"]}>
        <Impact />
      </Filled>

      <CallToActionBand background="card" scene="porch-phone" title={about.closing.title} text={about.closing.text}>
        <QuoteButton variant="primary" size="large">
          {about.closing.button}
        </QuoteButton>
      </CallToActionBand>
    </>
  );
}

function Impact() {
  const { title, lead, goals } = about.impact;
  return (
    <Section id="impact" background="night" title={title} lead={lead} leadFor="impact">
      <div className="flex flex-col gap-16">
        <Filled section="impact">
          <FigureList className="sm:grid-cols-2 lg:grid-cols-4 lg:[&_dd]:text-[2.5rem]">
            <Items section="impact">
              {(item) => <FigureOf figure={item.title} text={item.text} note={<Mark sample={item.sample} />} />}
            </Items>
          </FigureList>
        </Filled>
        <Filled section="goals">
          <div className="grid gap-x-6 gap-y-4 md:grid-cols-12">
            <h3 className="text-h3 font-semibold md:col-span-4">{goals.title}</h3>
            <ul className="wrap-anywhere flex flex-col gap-4 md:col-span-7 md:col-start-6">
              <Items section="goals">
                {(goal) => (
                  <li className="bulb-item">
                    {goal.title}
                    <Mark sample={goal.sample} />
                  </li>
                )}
              </Items>
            </ul>
          </div>
        </Filled>
      </div>
    </Section>
  );
}

/** On a line of its own. */
function Mark({ sample }: { sample: boolean }) {
  return (
    <If value={sample}>
      <span className="mt-3 block">
        <SampleMark />
      </span>
    </If>
  );
}
