// The places in a page that the server fills in. One component draws both the template and the browser's first render:
//   <Fact name="phone.display" />                       a company fact
//   fact("phone.href")                                  the same inside an attribute
//   <When fact="phone" otherwise={<Form />}>...</When>  a choice by a fact (or list) being set
//   <Each list="posts">{(post) => <Card post={post} />}</Each>
//   <Items section="team">{(person) => <Person person={person} />}</Items>   what the company put into a section
// A fact is text and only text: never compare one or branch on one, because at build it is an expression. Use <When>.
// What is drawn at build is a Jinja2 template, whose marks docs/pages.md explains.
import { createContext, Fragment, type ReactNode, useContext } from "react";
import {
  bare,
  expression,
  expressionRow,
  type Facts,
  type GalleryPhoto,
  type Item,
  isSet,
  type OpenPost,
  type PostCard,
  pageData,
  piped,
  type SectionName,
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

/** A yes or no of a row; at build an expression. */
type Flag = unknown;

/** As in the template, an empty list is nothing. */
const holds = (value: Flag): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** One of two texts by a value of a row being set. */
export function either(flag: Flag, yes: string, no = ""): string {
  if (!import.meta.env.SSR) return holds(flag) ? yes : no;
  return `${statement(`if ${bare(flag)}`)}${yes}${no && statement("else")}${no}${statement("endif")}`;
}

/** Whether a number of a row is at least so large. */
export const atLeast = (value: number | null, least: number): Flag =>
  import.meta.env.SSR ? expression(`${bare(value)} is ge ${least}`) : (value ?? 0) >= least;

interface IfProps {
  value: Flag;
  children: ReactNode;
  otherwise?: ReactNode;
}

/** Shows its children where a value of a row is set, else `otherwise`. */
export function If({ value, children, otherwise = null }: IfProps) {
  if (!import.meta.env.SSR) return holds(value) ? children : otherwise;
  return (
    <>
      {statement(`if ${bare(value)}`)}
      {children}
      {otherwise && statement("else")}
      {otherwise}
      {statement("endif")}
    </>
  );
}

const inSection = (name: SectionName): string => expression(`sections.${name}`);

/** What stands in a section; nothing at build, where the template's own marks draw it. */
export const itemsOf = (name: SectionName): Item[] => pageData?.sections?.[name] ?? [];

/** How many items a section has, as text. */
export const countOf = (name: SectionName): string =>
  import.meta.env.SSR ? piped(inSection(name), "|length") : String(itemsOf(name).length);

const anyIn = (names: SectionName[]): Flag =>
  import.meta.env.SSR
    ? expression(names.map((name) => bare(inSection(name))).join(" or "))
    : names.some((name) => itemsOf(name).length > 0);

interface FilledProps {
  section: SectionName | SectionName[];
  /** A list that stands in the same place. One that the page came without may have rows too. */
  list?: "gallery";
  children: ReactNode;
}

/** Shows its children where one of these sections, or the list, has something in it. */
export function Filled({ section, list, children }: FilledProps) {
  const rows = <If value={anyIn([section].flat())}>{children}</If>;
  if (!list) return rows;
  if (!import.meta.env.SSR) return pageData?.[list]?.length === 0 ? rows : children;
  return <If value={expression(`${list} or ${bare(anyIn([section].flat()))}`)}>{children}</If>;
}

interface SomeProps {
  section: SectionName;
  /** What one of its items is: a sample, or one with a picture that a computer made. */
  is: "sample" | "rendered";
  children: ReactNode;
}

/** Shows its children where one of a section's items is such a one. */
export function Some({ section, is, children }: SomeProps) {
  const value = import.meta.env.SSR
    ? expression(`${bare(inSection(section))}|some_${is}`)
    : itemsOf(section).some((item) => item[is]);
  return <If value={value}>{children}</If>;
}

/** Where an item stands in its section. */
export interface Place {
  /** From 1 on, as text. */
  number: string;
  first: Flag;
}

function repeated<Row>(rows: string, name: string, draw: (row: Row) => ReactNode) {
  return (
    <>
      {statement(`for ${name} in ${rows}`)}
      {draw(expressionRow<Row>(name))}
      {statement("endfor")}
    </>
  );
}

/** Draws its child once for each item of a section. */
export function Items({
  section,
  children,
}: {
  section: SectionName;
  children: (item: Item, place: Place) => ReactNode;
}) {
  if (import.meta.env.SSR) {
    const place = { number: expression("loop.index"), first: expression("loop.first") };
    return repeated<Item>(`sections.${section}`, "row", (row) => children(row, place));
  }
  return itemsOf(section).map((item, at) => (
    <Fragment key={item.id}>{children(item, { number: String(at + 1), first: at === 0 })}</Fragment>
  ));
}

/** Draws its child once for each detail of an item. */
export function DetailsOf({
  item,
  children,
}: {
  item: Item;
  children: (detail: Item["details"][number]) => ReactNode;
}) {
  if (import.meta.env.SSR) return repeated<Item["details"][number]>(bare(item.details), "detail", children);
  return item.details.map((detail) => <Fragment key={detail.term}>{children(detail)}</Fragment>);
}

/** Where links lead that name an item of a section, while the item is not shown. */
export function AnchorOf({ id, section }: { id: string; section: SectionName }) {
  const value = import.meta.env.SSR
    ? expression(`anchors.${id} is not defined`)
    : itemsOf(section).every((item) => item.id !== id);
  return (
    <If value={value}>
      <span id={id} />
    </If>
  );
}

/** The first letters of the words of a name, three at most. */
export function initials(name: string): string {
  if (import.meta.env.SSR) return piped(name, "|initials");
  const letters = name.split(" ").flatMap((word) => [...word].slice(0, 1));
  return letters.slice(0, 3).join("");
}

/** When a picture of a list is fetched: the first at once, the others when they come near. */
export type Loading = "eager" | "lazy";

export const loadingAt = (place: number): Loading => (place === 0 ? "eager" : "lazy");
const LOADING = `${statement("if loop.first")}eager${statement("else")}lazy${statement("endif")}` as Loading;

interface Lists {
  posts: PostCard;
  gallery: GalleryPhoto;
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
  const [, rendered, widest] = /^(\/img\/[a-z0-9-]+)-(720|960)\.jpg$/.exec(address) ?? [];
  const smaller = widest === "720" ? [320, 640, 720] : [480, 720, 960];
  if (rendered) return smaller.map((width) => `${rendered}-${width}.avif ${width}w`).join(", ");
  const photo = /^(\/uploads\/[0-9a-f]{32})\.webp$/.exec(address)?.[1];
  return photo ? `${photo}-480.webp 480w, ${address} 1600w` : `${address} 960w`;
}

/** HTML that the server made of what somebody wrote. */
export function made(html: string): string {
  return import.meta.env.SSR ? piped(html, "|safe") : html;
}
