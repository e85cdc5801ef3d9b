// Every URL of the product. The build draws one page per entry (one shell for all of the panel), the server takes its page
// routes from what the build wrote, and the browser finds its screen here. What is not here is the 404 page.
import type { ComponentType, ReactNode } from "react";
import { parse } from "regexparam";
import { matchRoute } from "wouter";
import type { PageMeta } from "./site/seo/meta";
import { lazy } from "./ui/lazy";

export type Area = "site" | "login" | "panel";

type Lazy<Module> = { load: () => Promise<Module>; preload: () => Promise<Module>; reset: () => void };

export interface Route {
  area: Area;
  path: string;
  /** The template the build writes. */
  file: string;
  Screen: ComponentType & Lazy<{ default: ComponentType; meta?: PageMeta }>;
  /** The document's title where the page module says nothing of itself. */
  title?: string;
  /** Which lists the server puts into the page. */
  needs?: ("posts" | "gallery")[];
  /** The template for one post of `?post=`. */
  post?: string;
}

export const layouts: Record<Area, ComponentType<{ children: ReactNode }> & Lazy<unknown>> = {
  site: lazy(() => import("./site/layout/layout")),
  login: lazy(() => import("./login-layout")),
  panel: lazy(() => import("./panel/layout/layout")),
};

const site = (path: string, load: () => Promise<{ default: ComponentType; meta: PageMeta }>): Route => ({
  area: "site",
  path,
  file: path === "/" ? "index.html" : `${path.slice(1)}.html`,
  Screen: lazy(load),
});

const staff = (area: Area, path: string, title: string, load: () => Promise<{ default: ComponentType }>): Route => ({
  area,
  path,
  title,
  file: area === "panel" ? "panel.html" : `${path.slice(1).replace("/", "-")}.html`,
  Screen: lazy(load),
});

export const routes: Route[] = [
  site("/", () => import("./site/pages/home")),
  site("/residential", () => import("./site/pages/residential")),
  site("/commercial", () => import("./site/pages/commercial")),
  site("/how-it-works", () => import("./site/pages/how-it-works")),
  { ...site("/gallery", () => import("./site/pages/gallery")), needs: ["gallery"] },
  site("/support", () => import("./site/pages/support")),
  site("/about", () => import("./site/pages/about")),
  { ...site("/blog", () => import("./site/pages/blog")), needs: ["posts"], post: "blog-post.html" },
  site("/financing", () => import("./site/pages/financing")),
  site("/warranty", () => import("./site/pages/warranty")),

  staff("login", "/login", "Log in", () => import("./auth/log-in")),
  staff("login", "/login/staff", "Password", () => import("./auth/password-step")),
  staff("login", "/login/client", "Client portal", () => import("./auth/client-portal")),

  staff("panel", "/panel", "Dashboard", () => import("./panel/reporting/dashboard/route")),
  staff("panel", "/panel/work-orders", "Work Orders", () => import("./panel/records/work-orders/route")),
  staff("panel", "/panel/tickets", "Support Tickets", () => import("./panel/records/tickets/route")),
  staff("panel", "/panel/leads", "Leads", () => import("./panel/records/leads/route")),
  staff("panel", "/panel/clients", "Clients", () => import("./panel/records/clients/route")),
  staff("panel", "/panel/reports", "Reports", () => import("./panel/reporting/reports/route")),
  staff("panel", "/panel/users", "Users", () => import("./panel/people/users/route")),
  staff("panel", "/panel/settings", "Settings", () => import("./panel/company/settings/route")),
];

/** A page that stands for a status, whatever the address. */
const fault = (status: number, title: string, load: () => Promise<{ default: ComponentType }>): Route => ({
  area: "site",
  path: `/${status}`,
  title,
  file: `${status}.html`,
  Screen: lazy(load),
});

export const faults: Route[] = [
  fault(404, "Page Not Found", () => import("./site/errors/not-found")),
  fault(500, "Something Went Wrong", () => import("./site/errors/failed")),
  fault(503, "Back in a Moment", () => import("./site/errors/unavailable")),
];

const [notFound] = faults as [Route];

/** The route of an address, whatever its case and with or without a slash at the end. */
export function findRoute(path: string): Route {
  const match = (route: Route) => matchRoute(parse, route.path, path)[0];
  // Most addresses are written as here, and patterns of forty addresses take a phone longer to read than to draw a screen.
  const same = (route: Route) => route.path === path;
  return routes.find(same) ?? routes.find(match) ?? faults.find(match) ?? notFound;
}

/** Whether two screens of the product can follow each other without loading a new document. */
export const navigatesInPlace = (path: string): boolean => findRoute(path).area !== "site";
