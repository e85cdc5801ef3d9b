// The sidebar: where one can go, who one is, and the way out.
import { LogOut, UserCog } from "lucide-react";
import { useId } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { textAt } from "~/api/page-data";
import { fullName } from "~/lib/people";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { Mark } from "~/ui/mark";
import { Tooltip } from "~/ui/tooltip";
import { Tooltips } from "~/ui/tooltips";
import { entries } from "../user/entries";
import { useUser } from "../user/user";
import { counted, useWaiting } from "../user/waiting";
import { useLeave } from "../waiting/leave";
import { Face } from "./face";

/** How much waits: a number, or a dot where there is no room for one. */
function Count({ id, count, wide }: { id: string; count: number; wide: boolean }) {
  return (
    <>
      {wide ? (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted text-tiny tabular-nums"
        >
          {counted(count)}
        </span>
      ) : (
        <span aria-hidden className="pointer-events-none absolute top-1 right-1 size-2 rounded-full bg-primary" />
      )}
      <span id={id} hidden>
        {counted(count)} waiting
      </span>
    </>
  );
}

function Entries({ wide, onChoose }: { wide: boolean; onChoose?: () => void }) {
  const user = useUser();
  const [path] = useLocation();
  const address = `${path}?${useSearch()}`;
  const waiting = useWaiting();
  const id = useId();
  return (
    <ul className="grid gap-1 p-2">
      {entries
        .filter(({ allowed }) => allowed(user))
        .map(({ path: to, label, icon: Icon, waits }) => {
          const current = to.includes("?") ? address === to : path === to;
          const count = (waiting && waits?.(waiting)) || 0;
          const described = `${id}-${to}`;
          return (
            <li key={to} className="relative">
              <Tooltip text={label} side="right" enabled={!wide}>
                <Link
                  href={to}
                  onClick={onChoose}
                  aria-current={current ? "page" : undefined}
                  aria-label={wide ? undefined : label}
                  aria-describedby={count > 0 ? described : undefined}
                  className={classes(
                    "relative flex min-h-10 items-center gap-3 rounded-control text-ink no-underline hover:bg-sunk",
                    wide ? "px-3" : "justify-center",
                    current && "bg-sunk font-semibold",
                  )}
                >
                  <Icon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
                  {wide && label}
                  {current && wide && (
                    <span aria-hidden className="light-line absolute inset-x-3 bottom-0.5 [--pitch:6px]" />
                  )}
                </Link>
              </Tooltip>
              {count > 0 && <Count id={described} count={count} wide={wide} />}
            </li>
          );
        })}
    </ul>
  );
}

interface PersonProps {
  wide: boolean;
  onAccount: () => void;
}

function Person({ wide, onAccount }: PersonProps) {
  const user = useUser();
  const [leave, question] = useLeave();
  return (
    <div className={classes("grid gap-2 border-hairline border-t p-2", wide && "p-3")}>
      <div className={classes("flex items-center gap-3", !wide && "justify-center")}>
        <Face person={user} />
        {wide && (
          <div className="min-w-0 text-tiny">
            <p className="truncate font-semibold text-small">{fullName(user)}</p>
            <p className="truncate text-muted" title={user.email}>
              {user.email}
            </p>
          </div>
        )}
      </div>
      <Tooltip text="Your Account" side="right" enabled={!wide}>
        <Button
          variant="quiet"
          size={wide ? "small" : "iconSmall"}
          className={classes(wide ? "justify-start" : "mx-auto")}
          aria-label={wide ? undefined : "Your Account"}
          onClick={onAccount}
        >
          <UserCog aria-hidden />
          {wide && "Your Account"}
        </Button>
      </Tooltip>
      <Tooltip text="Log Out" side="right" enabled={!wide}>
        <Button
          variant="quiet"
          size={wide ? "small" : "iconSmall"}
          className={classes(wide ? "justify-start" : "mx-auto")}
          aria-label={wide ? undefined : "Log Out"}
          onClick={leave}
        >
          <LogOut aria-hidden />
          {wide && "Log Out"}
        </Button>
      </Tooltip>
      {question}
    </div>
  );
}

interface SidebarContentProps extends PersonProps {
  onChoose?: () => void;
}

/** What the sidebar holds, in its own column or in the sheet of a small screen. */
export function SidebarContent({ wide, onChoose, onAccount }: SidebarContentProps) {
  return (
    <nav aria-label="Sidebar" className="flex h-full flex-col text-small">
      <div
        className={classes("flex h-14 items-center gap-3 border-hairline border-b", wide ? "px-4" : "justify-center")}
      >
        <Mark className="size-7 shrink-0" />
        {wide && (
          <p className="min-w-0 leading-tight">
            <span className="block truncate font-bold font-display text-[1.0625rem]">{textAt("facts.brand")}</span>
            <span className="block text-muted text-tiny">Staff Panel</span>
          </p>
        )}
      </div>
      <Tooltips wanted={!wide}>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Entries wide={wide} onChoose={onChoose} />
        </div>
        <Person wide={wide} onAccount={onAccount} />
      </Tooltips>
    </nav>
  );
}
