// The code that calls the server, brought with the first call: most visitors of a list see all there is without one.
import { bring } from "~/lib/bring";

export const calls = () => bring(() => import("./client"));
