// What every public page stands in.
import { type ReactNode, useEffect } from "react";
import { SkipLink } from "~/ui/skip-link";
import { startAnalytics } from "../analytics";
import { unscripted } from "../content/contact";
import { QuoteHost } from "../quote/quote-host";
import { UnscriptedNote } from "../sections/unscripted-note";
import { Footer } from "./footer";
import { Header } from "./header";

export default function SiteLayout({ children }: { children: ReactNode }) {
  useEffect(startAnalytics, []);
  return (
    <>
      <SkipLink />
      <Header />
      <UnscriptedNote
        text={unscripted.page}
        className="sticky top-bar z-30 border-hairline border-b bg-warn-tint px-gutter py-3 text-center text-on-warn-tint text-small print:hidden"
      />
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Footer />
      <QuoteHost />
    </>
  );
}
