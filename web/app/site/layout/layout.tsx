// What every public page stands in.
import { type ReactNode, useEffect } from "react";
import { SkipLink } from "~/ui/skip-link";
import { startAnalytics } from "../analytics";
import { QuoteHost } from "../quote/quote-host";
import { Footer } from "./footer";
import { Header } from "./header";

export default function SiteLayout({ children }: { children: ReactNode }) {
  useEffect(startAnalytics, []);
  return (
    <>
      <SkipLink />
      <Header />
      <main id="content" tabIndex={-1} className="outline-none">
        {children}
      </main>
      <Footer />
      <QuoteHost />
    </>
  );
}
