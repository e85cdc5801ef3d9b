// The places in a page that the server fills in. One component draws both the template and the browser's first render:
//   <Fact name="phone.display" />                       a company fact
//   fact("phone.href")                                  the same inside an attribute
//   <When fact="phone" otherwise={<Form />}>...</When>  a choice by a fact (or list) being set
//   <Each list="posts">{(post) => <Card post={post} />}</Each>
// A fact is text and only text: never compare one or branch on one, because at build it is a token. Use <When>.
import { createContext, Fragment, type ReactNode, useContext } from "react";
import {
  type Facts,
  type GalleryItem,
  isSet,
  type Post,
  type PostCard,
  pageData,
  textAt,
  tokenRow,
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

/** Marks a place in the template; prerender.mjs turns it into the comment the server looks for. */
function Mark({ form }: { form: string }) {
  const Slot = "x-slot" as "span";
  return <Slot data-form={form} />;
}

type WhenProps = { children: ReactNode; otherwise?: ReactNode } & (
  | { fact: FactSwitch; list?: never }
  | { list: "posts" | "gallery" | "lost"; fact?: never }
);

/** Shows its children where the fact is set, the list has entries or the post is lost, else `otherwise`. Do not nest one in its like. */
export function When({ fact, list, children, otherwise = null }: WhenProps) {
  const path = fact ? `facts.${fact}` : (list as string);
  if (!import.meta.env.SSR) return isSet(path) ? children : otherwise;
  return (
    <>
      <Mark form={`when:${path}`} />
      {children}
      <Mark form={`otherwise:${path}`} />
      {otherwise}
      <Mark form={`end:${path}`} />
    </>
  );
}

/** When a picture of a list is fetched: the first at once, the others when they come near. The server's filter says the same. */
export type Loading = "eager" | "lazy";

export const loadingAt = (place: number): Loading => (place === 0 ? "eager" : "lazy");

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
  const name = list === "posts" ? "post" : "item";
  return (
    <>
      <Mark form={`each:${list}`} />
      {children(tokenRow<Lists[Name]>(name), `⟦${name}.place|loading⟧` as Loading)}
      <Mark form={`end:${list}`} />
    </>
  );
}

/** Keeps a place for every row of the page's list that the page does not carry. Only at build; the browser counts them. */
export function EachMissing({ children }: { children: ReactNode }) {
  return (
    <>
      <Mark form="each:missing" />
      {children}
      <Mark form="end:missing" />
    </>
  );
}

/** Which template is being drawn at build: with one post open, or without. */
export const PostTemplate = createContext(false);

/** The one post the page was asked for (`?post=`), or null. */
export function usePost(): Post | null {
  const template = useContext(PostTemplate);
  if (import.meta.env.SSR) return template ? tokenRow<Post>("post") : null;
  return pageData?.post ?? null;
}

/** A day of a row ("Nov 20, 2026", UTC), written by the same rule on the server. */
export function DayOf({ value, className }: { value: string; className?: string }) {
  const day = import.meta.env.SSR ? value.replace("⟧", "|date⟧") : longDate(value);
  // HTML takes three digits of a second at most, and the day is all that is shown.
  const date = import.meta.env.SSR ? value.replace("⟧", "|day⟧") : value.slice(0, 10);
  return (
    <time dateTime={date} className={className}>
      {day}
    </time>
  );
}

const escapeHtml = (text: string) =>
  text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;")
    .replace(/'/g, "&#x27;");

/** A post's content as HTML: blank lines part paragraphs, "## " begins a heading. The server's filter does the same. */
export function paragraphs(content: string): string {
  if (content.startsWith("⟦")) return content.replace("⟧", "|paragraphs⟧");
  const blocks = content.split(/\n\s*\n/).map((block) => block.trim());
  return blocks
    .filter(Boolean)
    .map((block) =>
      block.startsWith("## ") ? `<h3>${escapeHtml(block.slice(3))}</h3>` : `<p>${escapeHtml(block)}</p>`,
    )
    .join("");
}
