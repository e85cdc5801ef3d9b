// The places in a page that the server fills in. One component draws both the template and the browser's first render:
//   <Fact name="phone.display" />                       a company fact
//   fact("phone.href")                                  the same inside an attribute
//   <When fact="phone" otherwise={<Form />}>...</When>  a choice by a fact (or list) being set
//   <Each list="posts">{(post) => <Card post={post} />}</Each>
// A fact is text and only text: never compare one or branch on one, because at build it is an expression. Use <When>.
// What is drawn at build is a Jinja2 template, whose marks docs/pages.md explains.
import { createContext, Fragment, type ReactNode, useContext } from "react";
import {
  expressionRow,
  type Facts,
  type GalleryItem,
  isSet,
  type OpenPost,
  type PostCard,
  pageData,
  piped,
  statement,
  textAt,
} from "~/api/page-data";
import { longDate } from "~/lib/dates";

type Path<T> = {
  [K in keyof T & string]: NonNullable<T[K]> extends string | number
    ? K
    : NonNullable<T[K]> extends object
      ? `${K}.${keyof NonNullable<T[K]> & string}`
      : never;
}[keyof T & string];

export type FactName = Path<Facts>;
type FactSwitch = FactName | Exclude<keyof Facts, FactName>;

export const fact = (name: FactName): string => textAt(`facts.${name}`);

export function Fact({ name }: { name: FactName }) {
  return fact(name);
}

/** The current year, as the server knows it. */
export const year = (): string => textAt("year");

type WhenProps = { children: ReactNode; otherwise?: ReactNode } & (
  | { fact: FactSwitch; list?: never }
  | { list: "posts" | "gallery" | "lost"; fact?: never }
);

/** Shows its children where the fact is set, the list has entries or the post is lost, else `otherwise`. */
export function When({ fact, list, children, otherwise = null }: WhenProps) {
  const path = fact ? `facts.${fact}` : (list as string);
  if (!import.meta.env.SSR) return isSet(path) ? children : otherwise;
  return (
    <>
      {statement(`if ${path}`)}
      {children}
      {otherwise && statement("else")}
      {otherwise}
      {statement("endif")}
    </>
  );
}

/** When a picture of a list is fetched: the first at once, the others when they come near. */
export type Loading = "eager" | "lazy";

export const loadingAt = (place: number): Loading => (place === 0 ? "eager" : "lazy");
const LOADING = `${statement("if loop.first")}eager${statement("else")}lazy${statement("endif")}` as Loading;

interface Lists {
  posts: PostCard;
  gallery: GalleryItem;
}

/** Draws its child once per row of a list. */
export function Each<Name extends keyof Lists>({
  list,
  children,
}: {
  list: Name;
  children: (row: Lists[Name], loading: Loading) => ReactNode;
}) {
  if (!import.meta.env.SSR) {
    const rows = (pageData?.[list] ?? []) as Lists[Name][];
    return rows.map((row, place) => <Fragment key={row.id}>{children(row, loadingAt(place))}</Fragment>);
  }
  return (
    <>
      {statement(`for row in ${list}`)}
      {children(expressionRow<Lists[Name]>("row"), LOADING)}
      {statement("endfor")}
    </>
  );
}

/** Keeps a place for every row of the page's list that the page does not carry. Only at build; the browser counts them. */
export function EachMissing({ children }: { children: ReactNode }) {
  return (
    <>
      {statement("for place in range(missing)")}
      {children}
      {statement("endfor")}
    </>
  );
}

/** Which template is being drawn at build: with one post open, or without. */
export const PostTemplate = createContext(false);

/** The one post the page was asked for (`?post=`), or null. */
export function usePost(): OpenPost | null {
  const template = useContext(PostTemplate);
  if (import.meta.env.SSR) return template ? expressionRow<OpenPost>("post") : null;
  return pageData?.post ?? null;
}

/** A day of a row ("Nov 20, 2026", UTC), written by the same rule on the server. */
export function DayOf({ value, className }: { value: string; className?: string }) {
  const day = import.meta.env.SSR ? piped(value, "|date") : longDate(value);
  // HTML takes three digits of a second at most, and the day is all that is shown.
  const date = import.meta.env.SSR ? piped(value, "[:10]") : value.slice(0, 10);
  return (
    <time dateTime={date} className={className}>
      {day}
    </time>
  );
}

/** The address of a post's own page. */
export const postAddress = (id: string): string =>
  `/blog?post=${import.meta.env.SSR ? piped(id, "|uri") : encodeURIComponent(id)}`;

/** The widths that one of the site's own pictures comes in, as a `srcSet`; any other address alone. The server's filter does the same. */
export function widths(address: string): string {
  if (import.meta.env.SSR) return piped(address, "|widths");
  const rendered = /^(\/img\/[a-z0-9-]+)-960\.jpg$/.exec(address)?.[1];
  if (rendered) return [480, 720, 960].map((width) => `${rendered}-${width}.avif ${width}w`).join(", ");
  const photo = /^(\/uploads\/[0-9a-f]{32})\.webp$/.exec(address)?.[1];
  return photo ? `${photo}-480.webp 480w, ${address} 1600w` : `${address} 960w`;
}

/** HTML that the server made of what somebody wrote. */
export function made(html: string): string {
  return import.meta.env.SSR ? piped(html, "|safe") : html;
}
