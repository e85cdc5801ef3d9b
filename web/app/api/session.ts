// Who is signed in, and whose tab this is. Without an answer it is the user who was, as this page knows or the browser keeps it: only a 401 says
// that nobody is. A browser has one session for all of its tabs: one in which somebody else is signed in by now stops.
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { session } from "~/lib/storage";
import type { End } from "~/lib/stores";
import { wipeStorage } from "~/lib/wipe";
import { api, BY_ITSELF, bodyOf, PERSON, type Schemas, watchCalls } from "./client";
import { ApiError } from "./error";
import { keepSession, keptSession, whenKeptElsewhere } from "./kept-session";
import { logOut, owesLogOut } from "./log-out";
import { OPEN_CALLS } from "./open-calls";
import { queries, WHO } from "./queries";

export type Permission = Schemas["Can"];
export type User = Schemas["CurrentUser"];

/** Milliseconds after which a kept user is shown without an answer. The question goes on: a slow line is no missing one. */
const PATIENCE = 3000;
/** Milliseconds after which no answer is expected any more. */
const LONGEST = 20_000;

/** For nobody yet, and what it finds is said where it is asked. */
const ASKS = { [PERSON]: "", [BY_ITSELF]: "yes" };

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

/** Whose tab this is: of the user who was known in it first. Anybody else begins with a new document. */
let owner: string | undefined;

export const isOwner = (user: User): boolean => user.id === owner;

function known(user: User | null, unanswered: boolean): Known {
  if (user && !owner) {
    owner = user.id;
    session.set("person", owner);
  }
  return { user, unanswered };
}

const ends: End[] = [];
let alsoEnd = (_end: End) => {};

/** Says what else goes with what the server has ended; its code may come later than the server's word. */
export function whenEnded(act: (end: End) => void): void {
  alsoEnd = act;
  ends.forEach(act);
}

function end(what: End): void {
  wipeStorage(what);
  ends.push(what);
  alsoEnd(what);
}

/** What somebody may read. */
const rightsOf = ({ role, scope, permissions, branchId, regionId }: User): string =>
  JSON.stringify([role, scope, permissions, branchId, regionId]);

/** Keeps who is signed in. What was read with other rights goes. */
function keep(user: User): void {
  const before = keepSession(user);
  if (before?.id === user.id && rightsOf(before) !== rightsOf(user)) end("other-rights");
}

async function whoIsSignedIn(): Promise<User | null> {
  if (owesLogOut() && (await logOut()) === "owed") throw new Error("No answer.");
  const before = keptSession()?.id;
  try {
    const user = await bodyOf(api.get("/api/auth/user", { signal: AbortSignal.timeout(LONGEST), headers: ASKS }));
    // Somebody has logged out or signed in while the answer was on its way: it is about an earlier session.
    if (keptSession()?.id !== before) return whoIsSignedIn();
    keep(user);
    return user;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    return null;
  }
}

/** Who is shown from now on. A question that is not answered changes nothing; it fails only where nobody was known before. */
async function shownBy(asked: Promise<User | null>): Promise<Known> {
  try {
    return known(await asked, false);
  } catch (error) {
    const before = queries.getQueryData<Known>(WHO);
    const user = before ? before.user : keptSession();
    if (user === undefined) throw error;
    return known(user, true);
  }
}

async function whoIsShown(): Promise<Known> {
  const asked = whoIsSignedIn();
  if (!keptSession()) return shownBy(asked);
  const late = new Promise<never>((_, fail) => setTimeout(fail, PATIENCE));
  const shown = await shownBy(Promise.race([asked, late]));
  // A late answer counts where none has come since.
  if (shown.unanswered)
    asked.then(
      (user) => queries.getQueryData<Known>(WHO)?.unanswered && show(user),
      () => undefined,
    );
  return shown;
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
  const { data, isError, refetch } = useQuery({ queryKey: WHO, queryFn: firstAnswer });
  const ask = useCallback(async () => {
    const { data: known } = await refetch();
    return known && !known.unanswered ? known.user : keptSession();
  }, [refetch]);
  return { user: data?.user, unanswered: isError || (data?.unanswered ?? false), ask };
}

/** Asks who is signed in, for work that goes on by itself, and waits for a slow answer; fails where none comes. */
export async function askWhoIsSignedIn(): Promise<User | null> {
  const answer = queries.fetchQuery({ queryKey: [...WHO, "answer"], queryFn: whoIsSignedIn, staleTime: 0, gcTime: 0 });
  const shown = await shownBy(answer);
  queries.setQueryData(WHO, shown);
  if (shown.unanswered) throw new Error("No answer.");
  return shown.user;
}

/** Asks again who is signed in, after one changed something about oneself. */
export const refreshSession = (): Promise<void> => queries.invalidateQueries({ queryKey: WHO });

/** Forgets who is signed in and all that was read, at a log-out that the server has not heard of. */
export function forgetSession(): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== WHO[0] });
  void queries.resetQueries({ queryKey: WHO });
}

/** Whether a session was there and has ended, or is somebody else's now. */
export function isSessionOver(): boolean {
  const user = queries.getQueryData<Known>(WHO)?.user;
  return user === null || (user !== undefined && !isOwner(user));
}

function show(user: User | null): void {
  early = undefined; // its answer would be an older one
  queries.setQueryData(WHO, known(user, false));
}

/** Another tab has ended the session, or a sign-in has: it may go on as another one of the same person. Until the server says so it is over. */
function askIsOver(): void {
  const stop = () => show(null);
  const late = setTimeout(stop, PATIENCE);
  askWhoIsSignedIn()
    .catch(stop)
    .finally(() => clearTimeout(late));
}

watchCalls({
  sent({ headers }) {
    if (owner && !headers.has(PERSON)) headers.set(PERSON, owner);
  },
  answered({ method, url, headers }, { status }) {
    if (status === 401 && !OPEN_CALLS.includes(`${method} ${new URL(url).pathname}`)) {
      end("session-over");
      if (!headers.has(BY_ITSELF)) show(null);
    }
    // Rights may have changed, or who is signed in.
    if (status === 403 || status === 412) void askWhoIsSignedIn().catch(() => undefined);
  },
});

if (!import.meta.env.SSR)
  whenKeptElsewhere(() => {
    const user = keptSession();
    if (owner) user ? show(user) : askIsOver();
  });
