// Says at the sign-in that work waits on this device, and whose it is: a session that has ended may have led there before it was sent.
import { useEffect, useSyncExternalStore } from "react";
import "~/offline/own-rows"; // what a session that has ended read goes here at the latest
import { reread, waitingNow, whenWaiting } from "~/offline/waiting";
import { changes, isUnsent } from "./own-work";

export default function WaitsHere() {
  const { operations } = useSyncExternalStore(whenWaiting, waitingNow, waitingNow);
  useEffect(() => void reread(), []);
  const unsent = operations.filter(isUnsent);
  return [...new Set(unsent.map(({ person }) => person))].map((person) => {
    const own = unsent.filter((one) => one.person === person);
    const who = own.at(-1)?.name || "somebody else";
    const [wait, they] = own.length === 1 ? ["waits", "It is"] : ["wait", "They are"];
    return (
      <p key={person} role="status" className="mb-8 rounded-control bg-sunk p-4 text-small">
        {`${changes(own.length)} of ${who} ${wait} on this device. ${they} sent after ${who} signs in.`}
      </p>
    );
  });
}
