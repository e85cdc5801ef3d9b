// The code that calls the server, brought with the first call: most visitors of a list see all there is without one.
import { importWithRetry } from "~/lib/import-with-retry";

export const calls = () => importWithRetry(() => import("./client"));
