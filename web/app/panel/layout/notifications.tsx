// What the bell tells, in a window: the newest first, each to be opened.
import { CheckCheck, SlidersHorizontal } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { queries } from "~/api/queries";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { useClock } from "~/ui/clock";
import { Dialog } from "~/ui/dialog";
import { Moment } from "~/ui/moment";
import { Skeleton } from "~/ui/skeleton";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { useWrite } from "../any-record/write";
import { Chunks } from "../list/chunks";
import { useList } from "../list/list";
import { ListBody } from "../list/list-body";
import { VISIT } from "../list/open-record";
import { useUser } from "../user/user";
import { addressOf, markAllRead, markRead, type Notification, notifications, saidOf } from "./notification";

interface NotificationsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPreferences: () => void;
}

export default function Notifications({ open, onOpenChange, onPreferences }: NotificationsProps) {
  useEffect(() => {
    if (open) void queries.invalidateQueries({ queryKey: [notifications.path] });
  }, [open]);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} shape="right" title="Notifications">
      <Told close={() => onOpenChange(false)} onPreferences={onPreferences} />
    </Dialog>
  );
}

function Told({ close, onPreferences }: { close: () => void; onPreferences: () => void }) {
  const list = useList(notifications, {});
  const newest = list.pages[0]?.[0];
  const unread = list.pages.flat().some(({ readAt }) => readAt === null);
  const { write, busy } = useWrite({ send: markAllRead, failed: "Failed to mark all as read" });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {newest && (
          <Button size="small" variant="outline" disabled={!unread} busy={busy} onClick={() => write(newest.id)}>
            <CheckCheck aria-hidden />
            Mark All Read
          </Button>
        )}
        <Button size="small" variant="quiet" className="ml-auto" onClick={onPreferences}>
          <SlidersHorizontal aria-hidden />
          Preferences
        </Button>
      </div>
      <ListBody
        list={list}
        failed="Failed to fetch what is new"
        empty={{
          text: "Nothing new.",
          help: "New leads and messages, what is assigned to you and what is due show here.",
        }}
        unmatched={null}
        skeleton={<Skeleton className="h-64" />}
      >
        <Chunks pages={list.pages}>
          {(rows) => (
            <ul>
              {rows.map((row) => (
                <Item key={row.id} told={row} close={close} />
              ))}
            </ul>
          )}
        </Chunks>
      </ListBody>
    </div>
  );
}

function Item({ told, close }: { told: Notification; close: () => void }) {
  const user = useUser();
  const [, navigate] = useLocation();
  const { write } = useWrite({ send: markRead, failed: "Failed to mark it as read" });
  const clock = useClock();
  const unread = told.readAt === null;
  function open() {
    if (unread) void write(told.id);
    close();
    navigate(addressOf(user, told), { state: VISIT });
  }
  return (
    <li className="border-hairline border-t">
      <button
        type="button"
        onClick={open}
        className="grid w-full grid-cols-[0.75rem_1fr] items-baseline gap-x-2 px-1 py-3 text-left hover:bg-sunk focus-visible:-outline-offset-2"
      >
        <span aria-hidden className={classes("size-2 rounded-full", unread && "bg-destructive")} />
        <span className="min-w-0">
          <span className={classes("block break-words", unread && "font-semibold")}>{told.title ?? "A record"}</span>
          <span className="text-muted text-small">
            {saidOf(told)} · <Moment at={told.createdAt}>{clock.recent(told.createdAt)}</Moment>
            {unread && <VisuallyHidden>, not read</VisuallyHidden>}
          </span>
        </span>
      </button>
    </li>
  );
}
