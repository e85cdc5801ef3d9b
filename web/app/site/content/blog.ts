/** The words of the blog page around its posts; the posts themselves come from the server. */
import type { PageMeta } from "../seo/meta";
import { fact } from "../slots";
import { scenes } from "./scenes";
import type { HeroWords } from "./types";

export type BlogCategory = "Installation Tips" | "Design Ideas" | "Technology" | "Case Studies";

export const blogCategories: BlogCategory[] = ["Installation Tips", "Design Ideas", "Technology", "Case Studies"];

export const blog = {
  meta: {
    title: "Outdoor Lighting Ideas and Installation Tips",
    description:
      "Guides on permanent outdoor lighting: installation tips, design ideas, technology explainers and case studies for homeowners and businesses.",
    label: "Blog",
    card: { name: "blog", alt: scenes["craftsman-porch"] },
    pictures: ["craftsman-porch"],
    changed: "2026-11-20",
  } satisfies PageMeta,
  hero: {
    title: "Notes from the Roofline",
    lead: `What we learn while lighting ${fact("serviceArea")}: how to plan, what to look for, which details matter after dark.`,
  } satisfies HeroWords,
  filter: { label: "Filter posts by category", all: "All" as const },
  count: (count: number) => (count === 1 ? "1 post" : `${count} posts`),
  noneInCategory: "No posts in this category yet.",
  loading: "Loading blog posts...",
  lost: "We could not find the post you asked for. These are the ones we have.",
  empty: "No blog posts available yet.",
  all: "All Posts",
  more: "More Posts",
  failed: "The posts could not be loaded just now.",
  retry: "Try again",
  readMore: "Read More",
  /** Follows "Read More" for those who hear the links of a page one by one. */
  of: (title: string) => `about ${title}`,
  by: "By",
  open: {
    close: "Back to all posts",
    text: "The post",
    loading: "Loading the post...",
    failed: "This post could not be loaded. Please try again.",
    lost: "This post is no longer available.",
  },
  newsletter: {
    title: "Ideas for Your Roofline",
    text: "New scenes, planning advice and the posts from this page, by email.",
  },
};
