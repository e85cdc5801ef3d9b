// The whole interface: finds the route of the address and draws its screen inside the layout of its area. Public pages
// change by loading the next document; the login steps and the panel change in place.
import { Suspense, useEffect, useLayoutEffect } from "react";
import { Router, useLocation } from "wouter";
import { titleTab } from "~/lib/tab-title";
import { Boundary } from "~/ui/boundary";
import { Spinner } from "~/ui/spinner";
import { Toasts } from "~/ui/toasts";
import { askFirst } from "~/ui/unsaved";
import { findRoute, layouts, navigatesInPlace, type Route } from "./routes";

interface Options {
  replace?: boolean;
  state?: { visit?: boolean } | null;
}

/** How far each address was scrolled when it was left, for coming back. */
const places = new Map<string, number>();
let comingBack = false;
if (!import.meta.env.SSR) {
  addEventListener("popstate", () => {
    comingBack = true;
  });
}

type Navigate = (to: string, options?: Options) => void;

/** Asks before words are left behind. An address that is put in the place of another leads nowhere: a list is narrowed, a dialog
 * that has asked by itself is gone. */
function go(navigate: Navigate, to: string, options?: Options) {
  if (options?.replace) leave(navigate, to, options);
  else askFirst(() => leave(navigate, to, options));
}

/** A visit knows where it began, for those who come back to it by another way than the browser's. */
const begun = (options?: Options): Options | undefined =>
  options?.state?.visit
    ? { ...options, state: { from: location.pathname + location.search, ...options.state } as Options["state"] }
    : options;

/** Keeps navigation in place between screens that allow it; everything else is a new document. */
function leave(navigate: Navigate, to: string, options?: Options) {
  const { pathname, origin } = new URL(to, location.href);
  places.set(location.href, window.scrollY);
  if (origin === location.origin && navigatesInPlace(pathname)) navigate(to, begun(options));
  else if (options?.replace) location.replace(to);
  else location.assign(to);
}

let firstArrival = true;

/** Tells that the screen is alive; beside it inside the boundary, because React hydrates what is outside of it earlier. */
function Alive() {
  useEffect(() => {
    // After the effect, not in it: there React could not hydrate the part that was pressed, and would swallow the press.
    const soon = setTimeout(() => document.dispatchEvent(new Event("ready")));
    return () => clearTimeout(soon);
  }, []);
  return null;
}

/** Focuses the heading of a screen, once its part of the code is there, unless the focus has gone elsewhere meanwhile. */
function focusHeading(): () => void {
  const from = document.activeElement;
  if (from?.matches("main :is(input, textarea)")) return () => {}; // the screen began with a field
  const focused = () => {
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading && document.activeElement === from) heading.focus({ preventScroll: true });
    return heading !== null;
  };
  if (focused()) return () => {};
  const later = new MutationObserver(() => focused() && later.disconnect());
  later.observe(document.body, { childList: true, subtree: true });
  return () => later.disconnect();
}

/** After a change of screen the title, the scroll position and the focus follow, as they would for a new document. */
function Arrival({ route }: { route: Route }) {
  // Before the effects of the screen, whose heading may know a better one.
  useLayoutEffect(() => {
    if (route.title) titleTab(route.title);
  }, [route]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another screen is shown
  useEffect(() => {
    const arrives = !firstArrival;
    if (arrives) window.scrollTo(0, comingBack ? (places.get(location.href) ?? 0) : 0);
    firstArrival = comingBack = false;
    return arrives ? focusHeading() : undefined;
  }, [route]);
  return null;
}

function Current() {
  const [path, navigate] = useLocation();
  const route = findRoute(path);
  const Layout = layouts[route.area];
  const plain = path.toLowerCase().replace(/(.)\/+$/, "$1");

  useEffect(() => {
    if (plain !== path && route.area !== "site") navigate(plain + location.search + location.hash, { replace: true });
  }, [plain, path, route, navigate]);

  return (
    <Boundary key={route.area} onAgain={Layout.reset}>
      {/* Nothing of the panel is built: it is alive as soon as it is drawn, for whomever. */}
      {route.area === "panel" && <Alive />}
      <Layout>
        <Boundary key={route.path} onAgain={route.Screen.reset}>
          <Suspense fallback={<Spinner label="Loading..." />}>
            <route.Screen />
            <Arrival route={route} />
            {route.area !== "panel" && <Alive />}
          </Suspense>
        </Boundary>
      </Layout>
    </Boundary>
  );
}

/** `path` is the address the page was built for; a public page or an error page stays with it. */
export function App({ path }: { path: string }) {
  const stays = findRoute(path).area === "site";
  return (
    <Router ssrPath={path} aroundNav={go} {...(stays && { hook: () => [path, (to: string) => location.assign(to)] })}>
      <Current />
      <Toasts />
    </Router>
  );
}
