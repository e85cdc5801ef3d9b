// Who is signed in.
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { api, bodyOf, type Schemas, whenSignedOut } from "./client";
import { ApiError } from "./error";
import { logOut, owesLogOut } from "./log-out";
import { queries } from "./queries";

export type Permission = Schemas["Can"];
export type User = Schemas["CurrentUser"];

const KEY = ["/api/auth/user"];

export interface Session {
  /** Who is signed in: undefined while that is not known, null when nobody is. */
  user: User | null | undefined;
  /** Whether the last question was not answered. Only a 401 says that nobody is signed in. */
  unanswered: boolean;
  /** Asks again, and says who is signed in now; undefined where no answer came. */
  ask: () => Promise<User | null | undefined>;
}

async function whoIsSignedIn(): Promise<User | null> {
  if (owesLogOut() && !(await logOut())) throw new Error("The log-out that is still due did not reach the server.");
  try {
    return await bodyOf(api.get("/api/auth/user"));
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

export function useSession(): Session {
  const { data, isError, refetch } = useQuery({ queryKey: KEY, queryFn: whoIsSignedIn });
  const ask = useCallback(async () => {
    const answer = await refetch();
    return answer.isError ? undefined : answer.data;
  }, [refetch]);
  return { user: data, unanswered: isError, ask };
}

/** Asks again who is signed in, after one changed something about oneself. */
export const refreshSession = (): Promise<void> => queries.invalidateQueries({ queryKey: KEY });

/** Whether a session was there and has ended. */
export const isSessionOver = (): boolean => queries.getQueryData(KEY) === null;

whenSignedOut(() => queries.setQueryData(KEY, null));
