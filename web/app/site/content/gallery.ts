/** The words of the gallery page: filter, comparison and photo form. Its pictures are data. */
import type { PageMeta } from "../seo/meta";
import { fact } from "../slots";
import { scenes } from "./scenes";
import type { CallToAction, GalleryCategory, HeroWords } from "./types";

export const categories: GalleryCategory[] = ["Residential", "Commercial", "Holiday", "Events"];

export const gallery = {
  meta: {
    title: "Permanent Lighting Gallery, Day and Night",
    description:
      "Browse residential, commercial, holiday and event lighting scenes, compare day and night views, and share a photo of your own installation.",
    label: "Gallery",
    card: { name: "gallery", alt: scenes["pool-house"] },
    pictures: [
      "pool-house",
      "retail-day",
      "retail-night",
      "craftsman-porch",
      "townhouses",
      "boutique-hotel",
      "restaurant-patio",
      "glass-office",
      "colonial-holiday",
      "ranch-halloween",
      "farmhouse-july",
      "barn-wedding",
      "garden-party",
      "theatre-marquee",
    ],
    changed: "2026-11-20",
  } satisfies PageMeta,
  hero: {
    title: "Lit After Dark",
    lead: `Permanent outdoor lighting for homes, storefronts, holidays and parties: scenes we design for ${fact("serviceArea")}, and photos from people who live with them.`,
  } satisfies HeroWords,
  filter: { label: "Filter projects by category", all: "All" as const },
  count: (count: number, category: GalleryCategory | null) =>
    category ? `${count} ${category} projects` : `Showing ${count} projects`,
  loading: "Loading projects...",
  failed: "Some photos could not be loaded just now. What is here stays.",
  retry: "Try again",
  lightbox: {
    previous: "Previous picture",
    next: "Next picture",
    gone: "This picture is no longer in the gallery.",
  },
  comparison: {
    title: "Day and Night, Same Street",
    lead: "Move the line across the picture. Nothing was added between the two views except the evening.",
  },
  form: {
    title: "Share Your Installation",
    lead: "Show others what your place looks like lit. We look at every photo before it appears here.",
    image: {
      label: "Photo",
      required: "(required)",
      hint: "JPEG, PNG, GIF or WebP, up to 5 MB",
      remove: "Remove photo",
      first: "Choose a photo first.",
      preview: "Preview of your photo",
    },
    name: "Name",
    email: "Email",
    location: { label: "Location", hint: "City and state are enough." },
    description: { label: "Description", hint: "What is lit, in which colors, for which occasion?" },
    category: "Category",
    submit: "Submit Photo",
    sending: "Uploading...",
    privacy:
      "Your name and email are used to ask you about this photo. Only the photo, description, location and category are shown.",
    messages: {
      name: "Name must be at least 2 characters",
      email: "Please enter a valid email address",
      location: "Location is required",
      description: "Description must be at least 10 characters",
      category: "Please select a valid category",
      consent: "Please agree, so that we may show your photo",
      required: { title: "Image Required", text: "Please select an image to upload" },
      sent: {
        title: "Submission Received!",
        text: "Thank you for sharing your installation. We'll review it shortly and add it to our gallery.",
      },
      failed: { title: "Submission Failed", text: "There was a problem submitting your image. Please try again." },
    },
    thanks: {
      title: "Thank You",
      text: "Your submission is pending approval. We look at every photo, and those we approve appear in the gallery.",
      again: "Submit Another Photo",
    },
  },
  closing: {
    title: "Want to See Your Place Here?",
    text: "It starts with a free design for your own rooflines.",
    button: "Get a Free Quote",
  } satisfies CallToAction,
};
