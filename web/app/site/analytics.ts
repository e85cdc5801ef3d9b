// Events for the analytics service, which the company may name by a measurement id. Without one nothing is loaded and
// nothing is sent.
import { pageData } from "~/api/page-data";

type EventName =
  | "get_quote_click"
  | "newsletter_subscribe"
  | "newsletter_subscribe_error"
  | "contact_submission"
  | "contact_submission_error"
  | "gallery_submission"
  | "gallery_submission_error"
  | "quote_request"
  | "quote_request_error";

interface Details {
  category?: "conversion" | "engagement";
  label?: string;
}

type Gtag = (...words: unknown[]) => void;

declare global {
  interface Window {
    dataLayer?: unknown[];
    gtag?: Gtag;
  }
}

/** Loads the service where a measurement id is set. Called once, when the page has come to life. */
export function startAnalytics(): void {
  const id = pageData?.gaMeasurementId;
  if (!id) {
    console.warn("No analytics measurement id is set: events are not recorded.");
    return;
  }
  if (window.gtag) return;
  const queue: unknown[] = [];
  window.dataLayer = queue;
  window.gtag = function gtag() {
    // The service reads the arguments object itself; an array in its place is ignored.
    // biome-ignore lint/complexity/noArguments: see above
    queue.push(arguments);
  };
  window.gtag("js", new Date());
  window.gtag("config", id);
  const script = document.createElement("script");
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`;
  document.head.append(script);
}

export function track(event: EventName, { category, label }: Details = {}): void {
  window.gtag?.("event", event, { event_category: category, event_label: label });
}
