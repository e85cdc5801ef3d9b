// Who is signed in. Without an answer it is whoever was, as this page knows or the browser keeps it: only a 401 says that nobody is.
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { wipeStorage } from "~/lib/wipe";
import { api, bodyOf, type Schemas, whenSignedOut } from "./client";
import { ApiError } from "./error";
import { keepSession, keptSession } from "./kept-session";
import { logOut, owesLogOut } from "./log-out";
import { queries } from "./queries";

export type Permission = Schemas["Can"];
export type User = Schemas["CurrentUser"];

const KEY = ["/api/auth/user"];

/** Milliseconds after which whoever is kept need not wait for an answer any longer. */
const PATIENCE = 3000;

/** What the last question came to. */
interface Known {
  user: User | null;
  /** Whether it was not answered. */
  unanswered: boolean;
}

export interface Session {
  /** Who is signed in: undefined while that is not known, null when nobody is. */
  user: User | null | undefined;
  /** Whether the last question was not answered. */
  unanswered: boolean;
  /** Asks again, and says who is signed in now; undefined where no answer came and nobody is kept. */
  ask: () => Promise<User | null | undefined>;
}

let over = () => {};

/** Says what else to do as soon as the server says that a session is over. */
export function whenSessionOver(act: () => void): void {
  over = act;
}

function endSession(): void {
  wipeStorage("session-over");
  over();
}

async function whoIsSignedIn(): Promise<User | null> {
  if (owesLogOut() && !(await logOut())) throw new Error("The log-out that is still due did not reach the server.");
  try {
    const signal = keptSession() ? AbortSignal.timeout(PATIENCE) : null;
    const user = await bodyOf(api.get("/api/auth/user", { signal }));
    keepSession(user);
    return user;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    endSession();
    return null;
  }
}

/** Who is shown from now on. A question that is not answered changes nothing; it fails only where nobody was known before. */
async function whoIsShown(): Promise<Known> {
  try {
    return { user: await whoIsSignedIn(), unanswered: false };
  } catch (error) {
    const before = queries.getQueryData<Known>(KEY);
    const user = before ? before.user : keptSession();
    if (user === undefined) throw error;
    return { user, unanswered: true };
  }
}

/** Asked while the code of the screens is still on its way, where nothing is drawn before the answer. */
let early = !import.meta.env.SSR && location.pathname.startsWith("/panel") ? whoIsShown() : undefined;
early?.catch(() => undefined);

function firstAnswer(): Promise<Known> {
  const asked = early;
  early = undefined;
  return asked ?? whoIsShown();
}

export function useSession(): Session {
  const { data, isError, refetch } = useQuery({ queryKey: KEY, queryFn: firstAnswer });
  const ask = useCallback(async () => {
    const { data: known } = await refetch();
    return known && !known.unanswered ? known.user : keptSession();
  }, [refetch]);
  return { user: data?.user, unanswered: isError || (data?.unanswered ?? false), ask };
}

/** Asks anew who is signed in, for what goes on by itself; fails where no answer comes. */
export async function askWhoIsSignedIn(): Promise<User | null> {
  const { user, unanswered } = await queries.fetchQuery({ queryKey: KEY, queryFn: whoIsShown, staleTime: 0 });
  if (unanswered) throw new Error("The server did not answer who is signed in.");
  return user;
}

/** Asks again who is signed in, after one changed something about oneself. */
export const refreshSession = (): Promise<void> => queries.invalidateQueries({ queryKey: KEY });

/** Whether a session was there and has ended. */
export const isSessionOver = (): boolean => queries.getQueryData<Known>(KEY)?.user === null;

whenSignedOut((byItself) => {
  endSession();
  if (!byItself) queries.setQueryData(KEY, { user: null, unanswered: false } satisfies Known);
});
