// What stands under every public page: where to go on, the newsletter, how to reach the company.

import { AsleepUntilNear } from "~/ui/asleep";
import { Badge } from "~/ui/badge";
import { Mark } from "~/ui/mark";
import { NewsletterForm } from "../newsletter/newsletter-form";
import { Fact, fact, When, year } from "../slots";
import { footerColumns } from "./links";
import { Social } from "./social";
import { TextLink } from "./text-link";

const LINK = "inline-flex min-h-8 items-center text-ink underline-offset-4 hover:underline";

function Contact() {
  return (
    <div className="grid gap-1 text-muted text-small">
      <p>
        <Fact name="hours" />
      </p>
      <When fact="phone">
        <p>
          <a href={fact("phone.href")} className={LINK}>
            <Fact name="phone.display" />
          </a>
        </p>
      </When>
      <When fact="email">
        <p>
          <a href={fact("emailHref")} className={LINK}>
            <Fact name="email" />
          </a>
        </p>
      </When>
      <When fact="sample">
        <Badge variant="outline">Sample contact details</Badge>
      </When>
    </div>
  );
}

export function Footer() {
  return (
    <AsleepUntilNear as="footer" className="bg-sunk dark:bg-surface print:hidden">
      <div aria-hidden className="light-line" />
      <div className="container-site grid grid-cols-2 gap-x-6 gap-y-10 py-16 lg:grid-cols-12">
        <div className="col-span-2 grid content-start gap-4 lg:col-span-4">
          <a href="/" className="flex w-fit items-center gap-2.5 text-ink no-underline">
            <Mark className="size-8" />
            <span className="font-display font-bold text-[1.375rem] tracking-tight">
              <Fact name="brand" />
            </span>
          </a>
          <p className="max-w-[36ch] text-muted text-small">
            <Fact name="tagline" />
          </p>
          <Contact />
        </div>
        {footerColumns.map(({ title, links }) => (
          <nav key={title} aria-label={title} className="lg:col-span-2">
            <h2 className="mb-3 font-sans font-semibold text-body">{title}</h2>
            <ul className="grid gap-1 text-small">
              {links.map(({ href, label }) => (
                <li key={href}>
                  <a href={href} className={LINK}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className="col-span-2 lg:col-span-4">
          <h2 className="mb-3 font-sans font-semibold text-body">Newsletter</h2>
          <NewsletterForm label="footer_newsletter" />
        </div>
      </div>
      <div className="border-hairline border-t">
        <div className="container-site flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5 text-muted text-small">
          <p>
            © {year()} <Fact name="legalName" />
          </p>
          <ul className="flex flex-wrap items-center gap-x-5 gap-y-1">
            <li>
              <TextLink name="privacy" className={LINK} otherwise="Privacy Policy" />
            </li>
            <li>
              <TextLink name="terms" className={LINK} otherwise="Terms of Service" />
            </li>
            <li>
              <a href="/warranty" className={LINK}>
                Warranty
              </a>
            </li>
          </ul>
          <Social />
        </div>
      </div>
    </AsleepUntilNear>
  );
}
