// What it costs by the month: plans, an example, and a calculator that the plans can set.
import { useState } from "react";
import { financing, plans } from "../content/financing";
import { openQuote } from "../quote/open";
import { QuoteButton } from "../quote/quote-button";
import { AsideHeading } from "../sections/aside-heading";
import { CallToActionBand } from "../sections/band";
import { Calculator, type Loan, startingLoan } from "../sections/calculator";
import { FaqAccordion } from "../sections/faq";
import { Hero } from "../sections/hero";
import { PlanCards } from "../sections/plans";
import { RepresentativeExample } from "../sections/representative-example";
import { Section } from "../sections/section";
import { Steps } from "../sections/steps";
import { Filled } from "../slots";

export const meta = financing.meta;

export default function Financing() {
  const [loan, setLoan] = useState<Loan>(startingLoan);

  const learnMore = ({ preset }: (typeof plans)[number]) => {
    if (!preset) return openQuote("home");
    setLoan((now) => ({ ...now, ...preset }));
    const calculator = document.getElementById("calculator");
    calculator?.scrollIntoView();
    calculator?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  };

  return (
    <>
      <Hero
        height="medium"
        scene="cul-de-sac"
        label={meta.label}
        title={financing.hero.title}
        lead={financing.hero.lead}
      />

      <Section id="plans" title={financing.plans.title}>
        <PlanCards plans={plans} words={financing.plans} onLearnMore={learnMore} />
        <RepresentativeExample words={financing.example} />
      </Section>

      <Section id="calculator" background="sunk" title={financing.calculator.title} lead={financing.calculator.lead}>
        <Calculator words={financing.calculator} loan={loan} onChange={setLoan} />
      </Section>

      <Section id="steps" title={financing.steps.title}>
        <Steps items={financing.steps.items} direction="horizontal" />
      </Section>

      <Filled section="financing_questions">
        <AsideHeading id="questions" background="sunk" title={financing.questions.title}>
          <FaqAccordion section="financing_questions" />
        </AsideHeading>
      </Filled>

      <CallToActionBand background="muted" title={financing.closing.title} text={financing.closing.text}>
        <QuoteButton variant="primary" size="large">
          {financing.closing.button}
        </QuoteButton>
      </CallToActionBand>
    </>
  );
}
