// The person who works in the panel. Inside the guard there always is one.
import { createContext, useContext } from "react";
import type { Permission, User } from "~/api/session";

export const CurrentUser = createContext<User | null>(null);

export function useUser(): User {
  const user = useContext(CurrentUser);
  if (!user) throw new Error("Nobody is signed in.");
  return user;
}

export const may = (user: User, permission: Permission): boolean => user.permissions.includes(permission);
