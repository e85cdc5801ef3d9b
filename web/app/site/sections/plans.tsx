// Ways to pay. The popular one is a piece of night among daylight cards.
import { Check } from "lucide-react";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import type { Plan } from "../content/types";

interface PlanCardsProps {
  plans: Plan[];
  words: { popular: string; learnMore: string; learnMoreAbout: (name: string) => string };
  onLearnMore: (plan: Plan) => void;
}

export function PlanCards({ plans, words, onLearnMore }: PlanCardsProps) {
  return (
    <ul className="grid gap-6 lg:grid-cols-3 lg:items-center">
      {plans.map((plan) => (
        <li
          key={plan.id}
          className={classes(
            "flex h-full flex-col rounded-card border border-hairline bg-surface p-7",
            plan.popular && "dark border-primary/50 bg-night py-10 text-ink shadow-card max-lg:order-first",
          )}
        >
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="text-accent">{plan.term}</p>
            {plan.popular && (
              <p className="rounded-full bg-primary px-3 py-0.5 font-semibold text-on-primary text-small">
                {words.popular}
              </p>
            )}
          </div>
          <h3 className="mt-3 text-h2 font-display font-bold">{plan.name}</h3>
          <p className="mt-3 text-muted">{plan.description}</p>
          <ul className="mt-6 mb-8 flex flex-col gap-2.5">
            {plan.features.map((feature) => (
              <li key={feature} className="flex gap-3">
                <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-accent" />
                {feature}
              </li>
            ))}
          </ul>
          <Button
            variant={plan.popular ? "primary" : "outline"}
            className="mt-auto w-full"
            aria-label={words.learnMoreAbout(plan.name)}
            onClick={() => onLearnMore(plan)}
          >
            {words.learnMore}
          </Button>
        </li>
      ))}
    </ul>
  );
}
