// The guard of the panel: it lets in staff who are signed in, and tells everybody else why not before it leads them away.
import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "wouter";
import { owesLogOut } from "~/api/log-out";
import { isOwner, type User, useSession } from "~/api/session";
import { OwedLogOut } from "~/forms/owed-log-out";
import { lazyOnDemand } from "~/ui/lazy";
import { Spinner } from "~/ui/spinner";
import { carryToast, notifyError } from "~/ui/toast";
import { Unscripted } from "~/ui/unscripted";
import { keepPlace, takePlace } from "../user/return-to";
import { CurrentUser } from "../user/user";
import { isUnsent, useOwnWork } from "../waiting/own-work";
import { useReturn } from "./return";
import { Unreachable } from "./unreachable";

/** What the server's word alone leads to needs a network, and is not kept on phones. Until its code is there it hides what is behind. */
const behind = { wanted: () => true, fallback: () => <div className="fixed inset-0 z-60 bg-bg" /> };
const SignInHere = lazyOnDemand(() => import("../waiting/sign-in-here"), { ...behind, onError: () => {} });
const SomebodyElse = lazyOnDemand(() => import("./somebody-else"), {
  ...behind,
  onError: () => location.replace("/panel"),
});

/** Where signing in leads. */
const HOME = "/panel";

/** Milliseconds between the notice and the way out. */
const REDIRECT_DELAY = 500;

type Standing = "unknown" | "nobody" | "another" | "client" | "staff";

function standing(user: User | null | undefined): Standing {
  if (user === undefined) return "unknown";
  if (user === null) return "nobody";
  if (!isOwner(user)) return "another";
  return user.userType === "staff" ? "staff" : "client";
}

/** Nobody knows yet. It is also what the built page shows before its code has come. */
function NotKnownYet() {
  return (
    <>
      <div className="noscript:hidden">
        <Spinner label="Loading..." />
      </div>
      <Unscripted className="px-gutter py-24 text-center">
        The staff panel needs JavaScript, which is not running on this page. Turn it on or reload the page.
      </Unscripted>
    </>
  );
}

/** A new document begins: nothing of the former person is left in this one. */
function goToSignIn() {
  carryToast();
  location.assign("/login");
}

/** Nobody is let in while a log-out is due, here or from another tab, nor led to the sign-in page, which a server that is away would not send. */
function NotLoggedOut({ elsewhere }: { elsewhere: boolean }) {
  const [, navigate] = useLocation();
  useEffect(() => {
    if (elsewhere) keepPlace(); // words that were typed here wait for the same person
    navigate("/panel", { replace: true }); // the address may name what was searched for
  }, [navigate, elsewhere]);
  return (
    <main className="visible grid min-h-dvh content-center justify-items-center bg-bg px-gutter text-ink">
      <div className="max-w-measure">
        <OwedLogOut onEnded={goToSignIn} />
      </div>
    </main>
  );
}

const never = () => () => {};

export function Guard({ children }: { children: ReactNode }) {
  const session = useSession();
  const { user, unanswered } = session;
  const owes = useSyncExternalStore(never, owesLogOut, () => false); // the built page knows nothing of it
  const { hidden, check } = useReturn(session);
  const [, navigate] = useLocation();
  const who = standing(user);
  const [last, setLast] = useState<User | null>(null);
  if (user && user !== last && who !== "another") setLast(user);
  // A user with work here that was not sent stays where they are: it is theirs, and they sign in for it.
  const holds = useOwnWork(last?.id ?? "").own.some(isUnsent);
  const stays = who === "nobody" && last !== null && holds;

  // A user who was let in without an answer is asked for as soon as there may be one.
  useEffect(() => {
    if (!(user && unanswered)) return;
    const again = () => void check();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [user, unanswered, check]);

  useEffect(() => {
    if (who === "nobody" && !stays && !owes) {
      keepPlace();
      notifyError("Unauthorized", "You need to log in to access the staff panel.");
      const timer = setTimeout(() => navigate("/login"), REDIRECT_DELAY);
      return () => clearTimeout(timer);
    }
    if (who === "client") {
      notifyError("Access Denied", "Only staff members can access the staff panel.");
      const timer = setTimeout(() => {
        carryToast();
        location.assign("/");
      }, REDIRECT_DELAY);
      return () => clearTimeout(timer);
    }
    if (who === "staff" && last) {
      const place = takePlace(last.id);
      // An address that was asked for since goes before it.
      if (place && location.pathname + location.search === HOME)
        navigate(place.address, { replace: true, state: { ...place.state, restored: true } });
    }
  }, [who, stays, owes, last, navigate]);

  if (!user && owes && !stays) return <NotLoggedOut elsewhere={user === null} />;
  if (user === undefined && unanswered) return <Unreachable onRetry={check} />;
  if (user && who === "another") return <SomebodyElse user={user} former={last} />;
  const shown = stays ? last : user;
  if (!shown || !(stays || who === "staff")) return <NotKnownYet />;
  return (
    <CurrentUser value={shown}>
      {stays && <SignInHere person={shown} ask={session.ask} />}
      {hidden && unanswered && <Unreachable over onRetry={check} />}
      <div inert={stays} className="contents">
        {children}
      </div>
    </CurrentUser>
  );
}
