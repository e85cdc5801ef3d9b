// What the bell tells, in a window: the newest first, each to be opened.
import { CheckCheck } from "lucide-react";
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
import { Chunks } from "../list/chunks";
import { useList } from "../list/list";
import { ListBody } from "../list/list-body";
import { VISIT } from "../list/open-record";
import { useWrite } from "../records/write";
import { useUser } from "../shell/user";
import { addressOf, markAllRead, markRead, type Notification, notifications, saidOf } from "./notification";

interface WhatIsNewProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export default function WhatIsNew({ open, onOpenChange }: WhatIsNewProps) {
  useEffect(() => {
    if (open) void queries.invalidateQueries({ queryKey: [notifications.path] });
  }, [open]);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} shape="right" title="What's New">
      <Told close={() => onOpenChange(false)} />
    </Dialog>
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
          aria-disabled={busy || !unread}
          onClick={() => unread && write(newest.id)}
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
