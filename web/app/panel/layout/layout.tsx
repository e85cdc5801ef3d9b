// What every screen of the panel stands in: the guard, the sidebar, the bar above the screen.
import { QueryClientProvider } from "@tanstack/react-query";
import { Menu, PanelLeft, Search } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { queries } from "~/api/queries";
import { arriving } from "~/ui/arriving";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Dialog, fetchDialog, Scrim } from "~/ui/dialog";
import { SkipLink } from "~/ui/skip-link";
import { ThemeToggle } from "~/ui/theme-toggle";
import { Tooltips } from "~/ui/tooltip";
import { entries } from "../shell/entries";
import { Guard } from "../shell/guard";
import { NoAccess } from "../shell/no-access";
import { ShortcutHelp } from "../shell/shortcut-help";
import { useShortcuts } from "../shell/shortcuts";
import { SidebarContent } from "../shell/sidebar";
import { useSidebar, useSidebarKey } from "../shell/sidebar-state";
import { useUser } from "../shell/user";

// Loaded when it is first asked for.
const Palette = arriving(() => import("../shell/palette"), {
  instead: Scrim,
  wanted: ({ open }) => open,
  giveUp: ({ onOpenChange }) => onOpenChange(false),
});

/** Below this width the sidebar is a sheet. */
const NARROW = "(max-width: 767px)";

function Frame({ children }: { children: ReactNode }) {
  const user = useUser();
  const [path] = useLocation();
  const [wide, toggleWide] = useSidebar();
  const [sheet, setSheet] = useState(false);
  const toggle = () => (matchMedia(NARROW).matches ? setSheet((was) => !was) : toggleWide());
  useSidebarKey(toggle);
  const [finding, setFinding] = useState(false);
  const [helping, setHelping] = useState(false);
  const openPalette = useCallback(() => setFinding(true), []);
  const openHelp = useCallback(() => setHelping(true), []);
  useShortcuts({ openPalette, openHelp });
  useEffect(() => {
    fetchDialog().catch(() => undefined); // nearly every task opens one; a failure is told when it does
  }, []);
  const entry = entries.find((one) => one.path === path.toLowerCase());
  const allowed = entry?.allowed(user) ?? true;

  return (
    <div className="flex min-h-dvh bg-bg text-small">
      <SkipLink />
      <aside
        className={classes(
          "sticky top-0 hidden h-dvh shrink-0 border-hairline border-r bg-surface transition-[width] duration-160 md:block print:hidden",
          wide ? "w-[16rem]" : "w-[3rem]",
        )}
      >
        <SidebarContent wide={wide} />
      </aside>
      <Dialog open={sheet} onOpenChange={setSheet} shape="left" title="Menu" hideTitle>
        <div className="-mx-5 -mt-1 -mb-6 h-dvh sm:-mx-6">
          <SidebarContent wide onChoose={() => setSheet(false)} />
        </div>
      </Dialog>
      {finding && <Palette open onOpenChange={setFinding} />}
      <ShortcutHelp open={helping} onOpenChange={setHelping} />
      <div className="min-w-0 flex-1">
        <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-hairline border-b bg-bg px-2 md:px-4 print:hidden">
          <Button variant="quiet" size="icon" aria-label="Toggle sidebar" onClick={toggle}>
            <PanelLeft aria-hidden className="hidden md:block" />
            <Menu aria-hidden className="md:hidden" />
          </Button>
          <Button variant="outline" size="small" className="ml-auto" onClick={openPalette}>
            <Search aria-hidden />
            Find
            <kbd className="text-muted text-tiny max-sm:hidden">Ctrl K</kbd>
          </Button>
          <ThemeToggle />
        </header>
        <main id="content" tabIndex={-1} className="mx-auto max-w-[90rem] px-4 py-6 outline-none md:px-6">
          {allowed ? children : <NoAccess />}
        </main>
      </div>
    </div>
  );
}

export default function PanelLayout({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <Tooltips>
        <Guard>
          <Frame>{children}</Frame>
        </Guard>
      </Tooltips>
    </QueryClientProvider>
  );
}
