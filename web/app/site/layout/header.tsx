// The bar over every public page: navigation, theme, and the way to a quote.
import { Menu, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Mark } from "~/ui/mark";
import { ThemeToggle } from "~/ui/theme-toggle";
import { track } from "../analytics";
import { openQuote } from "../quote/open";
import { Fact } from "../slots";
import { financingLink, mainLinks } from "./links";
import { NavLink } from "./nav-link";

const MENU = "site-menu";

/** Opens the quote dialog; the click counts once, as a conversion. */
function getQuote(label: "navbar_cta" | "mobile_navbar_cta") {
  track("get_quote_click", { category: "conversion", label });
  openQuote();
}

/** Whether the page's opening, with a filled button of its own, is still in view. True in the first render. */
function useOpeningInView(): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    const opening = document.querySelector("main h1")?.closest("section, header");
    if (!opening) {
      setInView(false);
      return;
    }
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: "-72px 0px 0px",
    });
    observer.observe(opening);
    return () => observer.disconnect();
  }, []);
  return inView;
}

interface MobileMenuProps {
  onClose: () => void;
  /** Closes it and moves the focus to what stays. */
  onLeave: () => void;
}

function MobileMenu({ onClose, onLeave }: MobileMenuProps) {
  return (
    <nav
      id={MENU}
      aria-label="Main"
      className="absolute inset-x-0 top-full max-h-[calc(100dvh-var(--spacing-bar))] overflow-y-auto border-hairline border-b bg-bg px-gutter pt-2 pb-6 shadow-card md:hidden"
    >
      <ul>
        {[...mainLinks, financingLink].map((link) => (
          <li key={link.href} className="border-hairline border-b">
            <NavLink {...link} onClick={onClose} className="text-h4" />
          </li>
        ))}
      </ul>
      <Button
        size="large"
        className="mt-6 w-full"
        onClick={() => {
          onLeave();
          getQuote("mobile_navbar_cta");
        }}
      >
        Get a Quote
      </Button>
    </nav>
  );
}

export function Header() {
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const openingInView = useOpeningInView();

  function leave() {
    setOpen(false);
    toggle.current?.focus();
  }
  const leaveByKey = (event: KeyboardEvent) => event.key === "Escape" && open && leave();

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes the menu wherever the focus is inside the bar
    <header className="sticky top-0 z-40 border-hairline border-b bg-bg print:static" onKeyDown={leaveByKey}>
      <div className="container-site flex min-h-bar flex-wrap items-center gap-x-4 md:py-2 xl:flex-nowrap">
        <a href="/" className="flex min-h-11 items-center gap-2.5 text-ink no-underline">
          <Mark className="size-8" />
          <span className="font-display font-bold text-[1.375rem] tracking-tight">
            <Fact name="brand" />
          </span>
        </a>
        <nav aria-label="Main" className="order-last hidden w-full md:block xl:order-none xl:ml-auto xl:w-auto">
          <ul className="flex flex-wrap justify-between gap-x-4 text-small lg:gap-x-5">
            {[...mainLinks, financingLink].map((link) => (
              <li key={link.href}>
                <NavLink {...link} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-1 xl:ml-2">
          <ThemeToggle />
          <Button
            variant={openingInView ? "outline" : "primary"}
            className={classes("ml-1 hidden md:inline-flex")}
            onClick={() => getQuote("navbar_cta")}
          >
            Get a Quote
          </Button>
          <Button
            ref={toggle}
            variant="quiet"
            size="icon"
            className="md:hidden"
            aria-label={open ? "Close menu" : "Open menu"}
            aria-expanded={open}
            aria-controls={MENU}
            onClick={() => setOpen(!open)}
          >
            {open ? <X aria-hidden /> : <Menu aria-hidden />}
          </Button>
        </div>
      </div>
      {open && <MobileMenu onClose={() => setOpen(false)} onLeave={leave} />}
    </header>
  );
}
