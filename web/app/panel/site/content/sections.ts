// The sections that the company fills on the pages: the calls about them, and how they and their fields are called.
import { useQuery } from "@tanstack/react-query";
import { api, bodyOf, type Schemas } from "~/api/client";
import { changing, keyed } from "~/api/idempotency";
import { queries } from "~/api/queries";

export type Section = Schemas["SectionRow"];
export type Item = Schemas["ItemRow"];
type Name = Schemas["SectionName"];

const about = (id: string) => ({ path: { id } });

export const sections = {
  path: "/api/panel/content-sections",
  list: () => bodyOf(api.get("/api/panel/content-sections")),
  /** Unless somebody else changed it since it was read. */
  update: ({ id, version }: Section, shows: Section["shows"], key: string) =>
    bodyOf(
      api.patch("/api/panel/content-sections/{id}", {
        params: about(id),
        body: { shows },
        headers: changing(version, key),
      }),
    ),
};

export const items = {
  path: "/api/panel/content",
  list: () => bodyOf(api.get("/api/panel/content")),
  one: (id: string) => bodyOf(api.get("/api/panel/content/{id}", { params: about(id) })),
  history: (id: string) => bodyOf(api.get("/api/panel/content/{id}/history", { params: about(id) })),
  create: (body: Schemas["NewItem"], key: string) =>
    bodyOf(api.post("/api/panel/content", { body, headers: keyed(key) })),
  /** Changes what is named, unless somebody else changed the item since it was read. */
  update: ({ id, version }: Item, body: Schemas["ItemEdit"], key: string) =>
    bodyOf(api.patch("/api/panel/content/{id}", { params: about(id), body, headers: changing(version, key) })),
  delete: ({ id, version }: Item, key: string) =>
    api.delete("/api/panel/content/{id}", { params: about(id), headers: changing(version, key) }),
};

export const useSections = () => useQuery({ queryKey: [sections.path], queryFn: sections.list });
export const useItems = () => useQuery({ queryKey: [items.path], queryFn: items.list });

/** Shows an item as it was saved before the list is asked for again: the next press goes on from there. */
export function show(saved: Item): Item {
  queries.setQueryData<Item[]>([items.path], (all) => {
    if (!all) return all;
    const others = all.filter(({ id }) => id !== saved.id);
    const here = others.filter(({ section }) => section === saved.section);
    here.splice(saved.place - 1, 0, saved);
    return [
      ...others.filter(({ section }) => section !== saved.section),
      ...here.map((item, at) => ({ ...item, place: at + 1 })),
    ];
  });
  return saved;
}

interface Words {
  label: string;
  /** What one of it is called. */
  noun: string;
  /** Where it stands: the page's name, and the part of it that links jump to. */
  page: string;
  anchor: string;
  title: string;
  note?: string;
  text?: string;
}

const questions = (label: string, page: string): Words => ({
  label,
  noun: "Question",
  page,
  anchor: "questions",
  title: "Question",
  text: "Answer",
});

const pictures = (label: string, page: string, anchor: string): Words => ({
  label,
  noun: "Picture",
  page,
  anchor,
  title: "Category, such as Residential",
});

export const WORDS: Record<Name, Words> = {
  testimonials: {
    label: "Customer quotes",
    noun: "Quote",
    page: "Home",
    anchor: "testimonials",
    title: "Name",
    note: "Who they are",
    text: "Their words",
  },
  business_testimonials: {
    label: "Business quotes",
    noun: "Quote",
    page: "Commercial",
    anchor: "testimonials",
    title: "Name",
    note: "Who they are",
    text: "Their words",
  },
  cases: {
    label: "Case studies",
    noun: "Case Study",
    page: "Commercial",
    anchor: "case-studies",
    title: "Title",
    note: "Place",
    text: "Summary",
  },
  team: {
    label: "Team",
    noun: "Person",
    page: "About",
    anchor: "team",
    title: "Name, or the role while nobody is named",
    note: "Role of the person named",
    text: "What they do for the customer",
  },
  milestones: {
    label: "Milestones",
    noun: "Milestone",
    page: "About",
    anchor: "timeline",
    title: "What happened",
    note: "Year",
    text: "In a sentence",
  },
  awards: {
    label: "Awards",
    noun: "Award",
    page: "How It Works",
    anchor: "awards",
    title: "Award",
    note: "Year",
    text: "Awarded by",
  },
  impact: {
    label: "Impact figures",
    noun: "Figure",
    page: "About",
    anchor: "impact",
    title: "Figure",
    text: "What it counts",
  },
  goals: { label: "Goals", noun: "Goal", page: "About", anchor: "impact", title: "Goal" },
  home_questions: questions("Questions: Residential", "Residential"),
  support_questions: questions("Questions: Support", "Support"),
  financing_questions: questions("Questions: Financing", "Financing"),
  work: pictures("Our work", "Home", "work"),
  projects: pictures("Recent projects", "Residential", "projects"),
  gallery: { ...pictures("Gallery pictures", "Gallery", "pictures"), title: "Category" },
};

export const SECTION_NAMES = Object.keys(WORDS) as Name[];
const [FIRST] = SECTION_NAMES as [Name];

/** The section of an address; the first where it names none. */
export const sectionNamed = (name: string | null | undefined): Name =>
  SECTION_NAMES.find((one) => one === name) ?? FIRST;
