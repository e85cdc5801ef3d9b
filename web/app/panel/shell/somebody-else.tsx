// In place of everything, in a tab in which somebody else has signed in meanwhile, elsewhere in this browser: nothing of the person whose
// tab it was stays on the screen, and nothing of theirs is sent.
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { unanswered } from "~/api/own-changes";
import type { User } from "~/api/session";
import { calledName } from "~/lib/people";
import { titleTab } from "~/lib/tab-title";
import { Button } from "~/ui/button";
import { dismiss, useToasts } from "~/ui/toast";
import { writersOf } from "../any-record/draft";

interface SomebodyElseProps {
  /** Who is signed in now. */
  user: User;
  /** Whose tab it was. */
  former: User | null;
}

const nameOf = (user: User): string => calledName(user) || user.email;

/** What became of what was typed in this tab. */
function fateOf(former: User): string {
  const waits = `waits in this tab until ${nameOf(former)} signs in here.`;
  const isKept = writersOf((person) => person === former.id).length > 0;
  if (unanswered().length > 0) {
    const unsure = "What was typed here may have been saved: no answer has come back.";
    return `${unsure} ${isKept ? `It ${waits}` : "What was not saved is gone."}`;
  }
  if (isKept) return `What was typed here was not sent and ${waits}`;
  return "What was typed here and not saved was not sent, and is gone.";
}

export default function SomebodyElse({ user, former }: SomebodyElseProps) {
  const [, navigate] = useLocation();
  const [fate, setFate] = useState("");
  const toasts = useToasts();
  const name = nameOf(user);
  useEffect(() => {
    navigate("/panel", { replace: true }); // the address may name what was searched for
    titleTab(name);
    setFate(former ? fateOf(former) : "");
  }, [navigate, name, former]);
  useEffect(() => {
    for (const { id, open } of toasts) if (open) dismiss(id); // they are for nobody who looks now
  }, [toasts]);
  return (
    <div role="alert" className="grid min-h-dvh content-center justify-items-center gap-4 bg-bg px-gutter text-center">
      <p className="font-semibold text-h3">{name} is signed in now</p>
      {former && <p className="max-w-measure text-muted">{[`This page was ${nameOf(former)}'s.`, fate].join(" ")}</p>}
      <Button onClick={() => location.replace("/panel")}>Go On as {name}</Button>
    </div>
  );
}
