// Code that a page needs is brought however often the connection fails: what stands there stays, and nothing typed is lost.

const PAUSE = 4000;

/** When it may be worth another try: the browser is back online, or some seconds have passed. */
const later = () =>
  new Promise<void>((resolve) => {
    addEventListener("online", () => resolve(), { once: true });
    setTimeout(resolve, PAUSE);
  });

/** What `load` gives, tried again until it comes. */
export async function persistently<Value>(load: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await load();
    } catch {
      await later();
    }
  }
}
