// Settings: an overview, and a tab for each part.
import { Suspense } from "react";
import { lazy } from "~/ui/lazy";
import { Skeleton } from "~/ui/skeleton";
import { TabPanel, Tabs } from "~/ui/tabs";
import { useTab } from "../../list/tab";
import { Counted } from "../../shell/counted";
import { NoAccess } from "../../shell/no-access";
import { Moderation } from "../../site/moderation/moderation";
import { Posts } from "../../site/posts/posts";
import { may, useUser } from "../../user/user";
import { useWaiting } from "../../user/waiting";
import { Branches } from "./branches/branches";
import { isFailing, useChores } from "./mail/chores";
import { useMail } from "./mail/letter";
import { LetterList } from "./mail/letter-list";
import { Organization } from "./organization";
import { Overview } from "./overview";

const Audit = lazy(() => import("./audit/audit"));
const Content = lazy(() => import("../../site/content/content"));
const Notifications = lazy(() => import("./notifications/notifications"));
const Privacy = lazy(() => import("./privacy/privacy"));
const Regions = lazy(() => import("./regions/regions"));
const Integrations = lazy(() => import("./integrations/integrations"));
const SetupSettings = lazy(() => import("./setup/setup"));
const Subscribers = lazy(() => import("../../site/subscribers/subscribers"));
const System = lazy(() => import("./system/system"));
const ZipCodes = lazy(() => import("./zip-codes/zip-codes"));

const TABS = [
  { value: "settings", label: "Settings" },
  { value: "organization", label: "Organization" },
  { value: "regions", label: "Regions" },
  { value: "branches", label: "Branches" },
  { value: "zip-codes", label: "ZIP Codes" },
  { value: "gallery", label: <GalleryLabel /> },
  { value: "content", label: "Content" },
  { value: "posts", label: "Posts" },
  { value: "subscribers", label: "Subscribers" },
  { value: "notifications", label: "Notifications" },
  { value: "mail", label: <MailLabel /> },
  { value: "audit", label: "Who Did What" },
  { value: "privacy", label: "Privacy" },
  { value: "system", label: "System Preferences" },
  { value: "setup", label: "Setup" },
  { value: "integrations", label: "Integrations" },
];

/** The tabs of those who edit the organization's configuration. */
const CONFIGURED = new Set([
  "organization",
  "regions",
  "content",
  "posts",
  "subscribers",
  "notifications",
  "privacy",
  "system",
  "setup",
]);

function GalleryLabel() {
  return <Counted label="Gallery" count={useWaiting()?.gallery} />;
}

/** With how many letters and chores somebody has to look after. */
function MailLabel() {
  const { data: mail } = useMail();
  const { data: chores = [] } = useChores();
  const faults = (mail ? mail.unsure + mail.dead : 0) + chores.filter(isFailing).length;
  return <Counted label="Mail" count={faults} what="to look after" variant="warning" />;
}

export default function SettingsScreen() {
  const [tab, openTab] = useTab(
    "settings",
    "organization",
    "regions",
    "branches",
    "zip-codes",
    "gallery",
    "content",
    "posts",
    "subscribers",
    "notifications",
    "mail",
    "audit",
    "privacy",
    "system",
    "setup",
    "integrations",
  );
  const configures = may(useUser(), "canEditConfig");
  const tabs = TABS.filter(({ value }) => configures || !CONFIGURED.has(value));
  return (
    <Tabs label="Settings" value={tab} onValueChange={openTab} tabs={tabs}>
      <TabPanel value="settings">
        <Overview tabs={tabs.map(({ value }) => value)} />
      </TabPanel>
      <TabPanel value="organization">{configures ? <Organization /> : <NoAccess />}</TabPanel>
      <TabPanel value="regions">
        {configures ? (
          <Suspense fallback={<Skeleton className="h-80" />}>
            <Regions />
          </Suspense>
        ) : (
          <NoAccess />
        )}
      </TabPanel>
      <TabPanel value="branches">
        <Branches />
      </TabPanel>
      <TabPanel value="zip-codes">
        <Suspense fallback={<Skeleton className="h-80" />}>
          <ZipCodes />
        </Suspense>
      </TabPanel>
      <TabPanel value="gallery">
        <Moderation />
      </TabPanel>
      <TabPanel value="content">
        {configures ? (
          <Suspense fallback={<Skeleton className="h-80" />}>
            <Content />
          </Suspense>
        ) : (
          <NoAccess />
        )}
      </TabPanel>
      <TabPanel value="posts">{configures ? <Posts /> : <NoAccess />}</TabPanel>
      <TabPanel value="subscribers">
        {configures ? (
          <Suspense fallback={<Skeleton className="h-80" />}>
            <Subscribers />
          </Suspense>
        ) : (
          <NoAccess />
        )}
      </TabPanel>
      <TabPanel value="notifications">
        {configures ? (
          <Suspense fallback={<Skeleton className="h-80" />}>
            <Notifications />
          </Suspense>
        ) : (
          <NoAccess />
        )}
      </TabPanel>
      <TabPanel value="mail">
        <LetterList />
      </TabPanel>
      <TabPanel value="audit">
        <Suspense fallback={<Skeleton className="h-80" />}>
          <Audit />
        </Suspense>
      </TabPanel>
      <TabPanel value="privacy">
        {configures ? (
          <Suspense fallback={<Skeleton className="h-80" />}>
            <Privacy />
          </Suspense>
        ) : (
          <NoAccess />
        )}
      </TabPanel>
      <TabPanel value="setup">
        {configures ? (
          <Suspense fallback={<Skeleton className="h-[40rem]" />}>
            <SetupSettings />
          </Suspense>
        ) : (
          <NoAccess />
        )}
      </TabPanel>
      <TabPanel value="system">
        {configures ? (
          <Suspense fallback={<Skeleton className="h-80" />}>
            <System />
          </Suspense>
        ) : (
          <NoAccess />
        )}
      </TabPanel>
      <TabPanel value="integrations">
        <Suspense fallback={<Skeleton className="h-80" />}>
          <Integrations />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}
