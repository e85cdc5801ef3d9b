// The way out of the panel. A user with something here that was not sent is asked first.
import { type ReactNode, useState } from "react";
import { logOut } from "~/api/log-out";
import { forgetSession } from "~/api/session";
import { wipeDatabase } from "~/offline/database";
import { wipeWaiting } from "~/offline/waiting";
import { Scrim } from "~/ui/dialog";
import { lazyOnDemand } from "~/ui/lazy";
import { askFirst, discard } from "~/ui/unsaved";
import { dropDrafts } from "../any-record/draft";
import { dropPlace } from "../user/return-to";
import { useUser } from "../user/user";
import { isUnsent, useOwnWork } from "./own-work";

const LogOutQuestion = lazyOnDemand(() => import("./log-out-question"), {
  wanted: ({ open }) => open,
  fallback: ({ open }) => open && <Scrim />,
  onError: ({ onStay }) => onStay(),
});

/** Ends the session and leaves. Where the request fails no page would come from a server that is away, and the session may be somebody
 * else's, whose kept day stays: the guard says so in place. */
async function leave(person: string) {
  const isOwn = (other: string) => other === person;
  const came = await logOut(person);
  await Promise.all([came !== "another" && wipeDatabase("log-out"), wipeWaiting(isOwn)]).catch(() => undefined); // a browser that refuses has kept nothing
  dropPlace();
  dropDrafts(isOwn);
  discard();
  if (came === "ended") location.assign("/login");
  else forgetSession();
}

/** What logs out, and the question that it may ask. */
export function useLeave(): [leave: () => void, question: ReactNode] {
  const { id } = useUser();
  const [asking, setAsking] = useState(false);
  const unsent = useOwnWork(id).own.some(isUnsent);
  const go = () => void leave(id);
  return [
    () => askFirst(() => (unsent ? setAsking(true) : go())),
    <LogOutQuestion key="question" person={id} open={asking} onStay={() => setAsking(false)} onGo={go} />,
  ];
}
