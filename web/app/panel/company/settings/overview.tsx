// Settings at a glance: what is set where, one press from each.
import { Link } from "wouter";
import { ScreenTitle } from "~/ui/screen-title";

/** What stands behind each tab, in the words of those who look for it. */
const TOPICS: Record<string, [title: string, what: string]> = {
  organization: ["Organization", "Name, contact, hours, promises, prices, warranty, privacy policy and terms."],
  regions: ["Regions", "Which branches belong together, and who manages them."],
  branches: ["Branches", "Addresses, phone numbers, hours, holidays and time zones."],
  "zip-codes": ["ZIP Codes", "Which branch serves which ZIP codes, and requests from places that none does."],
  gallery: ["Gallery", "Photos from visitors, waiting for review."],
  content: ["Content", "Quotes, cases, people, figures and questions on the public pages."],
  posts: ["Posts", "The blog: drafts, scheduled posts and published ones."],
  subscribers: ["Subscribers", "Who gets the newsletter."],
  notifications: ["Notifications", "The wording of every email that goes out."],
  mail: ["Mail", "Emails that are waiting or failed, and what runs in the background."],
  audit: ["Who Did What", "Every change, with what was before. Sign-ins, downloads and what was refused."],
  privacy: ["Privacy", "What people ask about their data, a copy of it, and erasing it."],
  system: [
    "System Preferences",
    "Two-step verification, sessions, how long things are kept, and where leads come from.",
  ],
  setup: ["Setup", "The first steps of a new company, and its sample data."],
  integrations: ["Integrations", "API tokens, webhooks, calendars, and what is connected."],
};

interface OverviewProps {
  /** The tabs that this person has. */
  tabs: readonly string[];
}

export function Overview({ tabs }: OverviewProps) {
  return (
    <>
      <div className="mb-5">
        <ScreenTitle>Settings</ScreenTitle>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {Object.entries(TOPICS)
          .filter(([tab]) => tabs.includes(tab))
          .map(([tab, [title, what]]) => (
            <li key={tab}>
              <Link
                href={`/panel/settings?tab=${tab}`}
                className="grid h-full content-start gap-1 rounded-card border border-hairline bg-surface p-4 text-ink no-underline shadow-card hover:bg-sunk"
              >
                <span className="font-semibold">{title}</span>
                <span className="text-muted text-small">{what}</span>
              </Link>
            </li>
          ))}
      </ul>
    </>
  );
}
