// The bell: how much is new, and what it is. It is asked once a minute; the list, when it is opened.
import { Bell as BellIcon, CheckCheck } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { queries } from "~/api/queries";
import { Button } from "~/ui/button";
import { classes } from "~/ui/classes";
import { useClock } from "~/ui/clock";
import { Dialog } from "~/ui/dialog";
import { Moment } from "~/ui/moment";
import { Skeleton } from "~/ui/skeleton";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { Chunks } from "../list/chunks";
import { useList } from "../list/list";
import { ListBody } from "../list/list-body";
import { VISIT } from "../list/open-record";
import { useWrite } from "../records/write";
import { useUser } from "../shell/user";
import { useAskingWhatWaits } from "../shell/waiting";
import { addressOf, markAllRead, markRead, type Notification, notifications, saidOf } from "./notification";

/** More than fit beside the bell. */
const MANY = 99;

export function Bell() {
  const [open, setOpen] = useState(false);
  const unread = useAskingWhatWaits().data?.unread ?? 0;
  function show() {
    void queries.invalidateQueries({ queryKey: [notifications.path] });
    setOpen(true);
  }
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        className="relative"
        aria-label={unread > 0 ? `Bell: ${unread} new` : "Bell: nothing new"}
        onClick={show}
      >
        <BellIcon aria-hidden />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute top-1 right-0.5 min-w-4.5 rounded-full bg-destructive px-1 text-center font-semibold text-[0.6875rem] text-white leading-[1.125rem] tabular-nums"
          >
            {unread > MANY ? `${MANY}+` : unread}
          </span>
        )}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} shape="right" title="What's New">
        <Told close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function Told({ close }: { close: () => void }) {
  const list = useList(notifications, {});
  const newest = list.pages[0]?.[0];
  const unread = list.pages.flat().some(({ readAt }) => readAt === null);
  const { write, busy } = useWrite({ send: markAllRead, failed: "Failed to mark all as read" });
  return (
    <div className="grid gap-3">
      {newest && (
        <Button
          size="small"
          variant="outline"
          className="justify-self-start"
          disabled={busy || !unread}
          onClick={() => write(newest.id)}
        >
          <CheckCheck aria-hidden />
          Mark All Read
        </Button>
      )}
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
