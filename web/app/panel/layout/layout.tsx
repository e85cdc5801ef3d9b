// What every screen of the panel stands in: the guard, the sidebar, the bar above the screen.
import { QueryClientProvider } from "@tanstack/react-query";
import { Menu, PanelLeft, Search } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { queries } from "~/api/queries";
import { calledName } from "~/lib/people";
import { wipeRowsOfOthers } from "~/offline/own-rows";
import { openDesk } from "~/offline/sender";
import { registerWorker } from "~/offline/worker";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Dialog, preloadDialog, Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { keepFocusInLists } from "~/ui/next-stop";
import { SkipLink } from "~/ui/skip-link";
import { ThemeToggle } from "~/ui/theme-toggle";
import { heard } from "../schedule/today/heard";
import { TodayView } from "../schedule/today/today-view";
import { stepUnderWay } from "../setup/under-way";
import { Guard } from "../shell/guard";
import { LeaveGuard } from "../shell/leave-guard";
import { NoAccess } from "../shell/no-access";
import { inDialog, useShortcuts } from "../shell/shortcuts";
import { SidebarContent } from "../shell/sidebar";
import { useSidebar, useSidebarKey } from "../shell/sidebar-state";
import { ReaderClock } from "../staff/branch-clock";
import { NoBranch } from "../staff/no-branch";
import { asksForToday, entries } from "../user/entries";
import { useUser } from "../user/user";
import { WaitingBar } from "../waiting/waiting-bar";
import { Bell } from "./bell";
import { CardHost } from "./card-host";

// Loaded when it is first asked for.
const Palette = lazyOnDemand(() => import("../shell/palette"), {
  wanted: ({ open }) => open,
  fallback: Scrim,
  onError: ({ onOpenChange }) => onOpenChange(false),
});

const ShortcutHelp = lazyOnDemand(() => import("../shell/shortcut-help"), {
  wanted: ({ open }) => open,
  fallback: Scrim,
  onError: ({ onOpenChange }) => onOpenChange(false),
});

const Account = lazyOnDemand(() => import("./account"), {
  wanted: ({ open }) => open,
  fallback: Scrim,
  onError: ({ onOpenChange }) => onOpenChange(false),
});

const WayBack = lazyOnDemand(() => import("../setup/way-back"), {
  wanted: () => true,
  fallback: () => <div className="mb-5 h-13" />,
  onError: () => {},
});

/** Below this width the sidebar is a sheet. */
const NARROW = "(max-width: 767px)";

/** The two shapes of the sidebar, one of which is there at a time. */
const COLUMN = "sidebar";
const SHEET = "sidebar-sheet";

interface SidebarButtonProps {
  controls: string;
  open: boolean;
  className: string;
  onClick: () => void;
  children: ReactNode;
}

function SidebarButton({ controls, open, ...props }: SidebarButtonProps) {
  return (
    <Button
      variant="quiet"
      size="icon"
      aria-label="Toggle sidebar"
      aria-expanded={open}
      aria-controls={controls}
      {...props}
    />
  );
}

function Frame({ children }: { children: ReactNode }) {
  const user = useUser();
  const [path] = useLocation();
  const [wide, toggleWide] = useSidebar();
  const [sheet, setSheet] = useState(false);
  const toggleSheet = () => setSheet((was) => !was);
  useSidebarKey(() => {
    if (inDialog() && !sheet) return;
    if (matchMedia(NARROW).matches) toggleSheet();
    else toggleWide();
  });
  const [finding, setFinding] = useState(false);
  const [helping, setHelping] = useState(false);
  const [account, setAccount] = useState(false);
  const openAccount = () => {
    setSheet(false);
    setAccount(true);
  };
  const openPalette = useCallback(() => setFinding(true), []);
  const openHelp = useCallback(() => setHelping(true), []);
  useShortcuts({ openPalette, openHelp });
  useEffect(() => {
    preloadDialog().catch(() => undefined); // nearly every task opens one; a failure is told when it does
  }, []);
  useEffect(keepFocusInLists, []);
  useEffect(registerWorker, []);
  const name = calledName(user);
  useEffect(() => {
    wipeRowsOfOthers(user.id).catch(() => undefined); // a browser that refuses has kept nothing
    return openDesk({ id: user.id, name }, heard);
  }, [user.id, name]);
  const entry = entries.find((one) => one.path === path.toLowerCase());
  const allowed = entry?.allowed(user) ?? true;
  const today = asksForToday(user, path.toLowerCase(), useSearch());

  return (
    <div className="flex min-h-dvh bg-bg text-small">
      <SkipLink />
      <aside
        id={COLUMN}
        className={classes(
          "sticky top-0 hidden h-dvh shrink-0 border-hairline border-r bg-surface transition-[width] duration-160 md:block print:hidden",
          wide ? "w-[16rem]" : "w-[3rem]",
        )}
      >
        <SidebarContent wide={wide} onAccount={openAccount} />
      </aside>
      <Dialog open={sheet} onOpenChange={setSheet} shape="left" title="Menu" hideTitle>
        <div id={SHEET} className="-mx-5 -mt-1 -mb-6 h-dvh sm:-mx-6">
          <SidebarContent wide onChoose={() => setSheet(false)} onAccount={openAccount} />
        </div>
      </Dialog>
      {account && <Account open onOpenChange={setAccount} />}
      {finding && <Palette open onOpenChange={setFinding} />}
      <CardHost />
      <LeaveGuard />
      {helping && <ShortcutHelp open onOpenChange={setHelping} />}
      <div className="min-w-0 flex-1">
        <header className="sticky top-0 z-30 flex h-14 sunlit:h-16 items-center gap-2 border-hairline border-b bg-bg px-2 md:px-4 print:hidden">
          <SidebarButton controls={COLUMN} open={wide} className="max-md:hidden sunlit:size-14" onClick={toggleWide}>
            <PanelLeft aria-hidden />
          </SidebarButton>
          <SidebarButton controls={SHEET} open={sheet} className="sunlit:size-14 md:hidden" onClick={toggleSheet}>
            <Menu aria-hidden />
          </SidebarButton>
          <Button variant="outline" size="small" className="ml-auto sunlit:min-h-14" onClick={openPalette}>
            <Search aria-hidden />
            Find
            <kbd className="text-muted text-tiny max-sm:hidden">Ctrl K</kbd>
          </Button>
          {user.role && <Bell />}
          <ThemeToggle />
        </header>
        <WaitingBar />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto max-w-[90rem] px-4 py-6 sunlit:max-md:pt-2 outline-none md:px-6"
        >
          {path.toLowerCase() !== "/panel" && stepUnderWay() && <WayBack />}
          <NoBranch>Until then, you cannot see any branch's records.</NoBranch>
          {allowed ? children : today ? <TodayView /> : <NoAccess />}
        </main>
      </div>
    </div>
  );
}

export default function PanelLayout({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queries}>
      <Guard>
        <ReaderClock>
          <Frame>{children}</Frame>
        </ReaderClock>
      </Guard>
    </QueryClientProvider>
  );
}
