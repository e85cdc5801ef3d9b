// How to reach the company: what its facts say, and nothing where they say nothing.
import { Phone } from "lucide-react";
import type { ReactNode } from "react";
import { AsleepUntilNear } from "~/ui/asleep";
import { anchors, type support } from "../content/support";
import { Fact, fact, When } from "../slots";
import { ButtonLink } from "./button-link";
import { SampleMark } from "./rendered";

export function ContactDetails({ words }: { words: typeof support.details }) {
  return (
    <div className="mt-10">
      <h3 className="font-semibold">{words.title}</h3>
      <dl className="mt-4 grid gap-3">
        <When fact="phone">
          <Detail name={words.phone}>
            <a href={fact("phone.href")} className="text-link underline underline-offset-4">
              <Fact name="phone.display" />
            </a>
          </Detail>
        </When>
        <When fact="email">
          <Detail name={words.email}>
            <a href={fact("emailHref")} className="text-link underline underline-offset-4">
              <Fact name="email" />
            </a>
          </Detail>
        </When>
        <When fact="address">
          <Detail name={words.address}>
            <Fact name="address" />
          </Detail>
        </When>
        <Detail name={words.hours}>
          <Fact name="hours" />
          <br />
          <span className="text-muted">{words.response}</span>
        </Detail>
      </dl>
      <When fact="sample">
        <SampleMark className="mt-4" text={words.sample} />
      </When>
    </div>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5rem_1fr] gap-3">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Calls where there is a phone, else leads to the form with its topic set. */
export function Emergency({ words }: { words: typeof support.emergency }) {
  return (
    <AsleepUntilNear as="section" aria-labelledby="emergency-title" className="dark bg-bg text-ink">
      <div className="container-site grid items-center gap-8 py-[clamp(3rem,6vw,5rem)] md:grid-cols-12">
        <div className="md:col-span-8">
          <h2 id="emergency-title" className="text-h2">
            {words.title}
          </h2>
          <p className="mt-3 max-w-[52ch] text-muted">{words.text}</p>
        </div>
        <div className="md:col-span-4 md:justify-self-end">
          <When
            fact="phone"
            otherwise={
              <ButtonLink href={`#${anchors.emergency}`} size="large">
                {words.write}
              </ButtonLink>
            }
          >
            <ButtonLink href={fact("phone.href")} size="large">
              <Phone aria-hidden="true" />
              {words.call}
            </ButtonLink>
          </When>
        </div>
      </div>
    </AsleepUntilNear>
  );
}
