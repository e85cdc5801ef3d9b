import { session } from "~/lib/storage";
import { useUser } from "../user/user";
import { keyOf } from "./draft";

/** Whether words wait for a form: then it opens by itself. */
export function useWaits() {
  const { id } = useUser();
  return (name: string) => session.get(keyOf(id, name)) !== null;
}
