// For owners: ten answers, and every way to reach a person.
import { ArrowRight } from "lucide-react";
import { lazyOnVisible } from "~/ui/asleep";
import { contactForm } from "../content/contact";
import { anchors, support } from "../content/support";
import { AsideHeading } from "../sections/aside-heading";
import { ContactDetails, Emergency } from "../sections/contact-details";
import { FaqAccordion } from "../sections/faq";
import { Hero } from "../sections/hero";
import { AnchorOf, Filled } from "../slots";
import { VisitHost } from "../visit/visit-host";

const ContactForm = lazyOnVisible(() => import("../sections/contact-form"));

export const meta = support.meta;

const { app, warranty, firmware } = support.links;
const links = [
  { ...app, href: `#${anchors.app}` },
  { ...warranty, href: "/warranty" },
  { ...firmware, href: `#${anchors.firmware}` },
];

export default function Support() {
  return (
    <>
      <Hero
        height="medium"
        scene="controller-wide"
        label={meta.label}
        title={support.hero.title}
        lead={support.hero.lead}
      />

      <nav aria-label={support.links.title} className="border-hairline border-y bg-surface">
        <ul className="container-site grid md:grid-cols-3">
          {links.map(({ title, text, href }) => (
            <li key={title} className="border-hairline max-md:not-last:border-b md:not-last:border-r">
              <a
                href={href}
                className="group flex h-full items-center justify-between gap-4 py-6 pr-2 hover:text-link md:px-6 md:py-8"
              >
                <span>
                  <span className="block font-semibold text-h3">{title}</span>
                  <span className="mt-1 block text-muted">{text}</span>
                </span>
                <ArrowRight
                  aria-hidden="true"
                  className="size-5 shrink-0 text-accent transition-transform group-hover:translate-x-1"
                />
              </a>
            </li>
          ))}
        </ul>
      </nav>

      <Filled section="support_questions">
        <AsideHeading id={anchors.questions} title={support.questions.title}>
          <FaqAccordion section="support_questions" />
        </AsideHeading>
      </Filled>
      <AnchorOf id={anchors.app} section="support_questions" />
      <AnchorOf id={anchors.firmware} section="support_questions" />

      <AsideHeading
        id={anchors.contact}
        background="sunk"
        title={support.contact.title}
        lead={support.contact.lead}
        aside={<ContactDetails words={support.details} />}
      >
        <ContactForm words={contactForm} />
      </AsideHeading>

      <Emergency words={support.emergency} />
      <VisitHost />
    </>
  );
}
