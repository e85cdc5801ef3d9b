// Settings: what can be set later, and beside it the organization's lists, the branches, the photos that visitors sent and
// the letters that wait.
import { Badge } from "~/ui/badge";
import { TabPanel, Tabs } from "~/ui/tabs";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { useTab } from "../../list/tab";
import { ComingSoon } from "../../shell/coming-soon";
import { NoAccess } from "../../shell/no-access";
import { ScreenTitle } from "../../shell/screen-title";
import { may, useUser } from "../../shell/user";
import { Moderation } from "../moderation/moderation";
import { Branches } from "./branches";
import { isFailing, useChores } from "./mail/chores";
import { useMail } from "./mail/letter";
import { LetterList } from "./mail/letter-list";
import { OrganizationLists } from "./organization-lists";

const LATER = [
  "Organizations",
  "Regions and territories",
  "Branches",
  "System preferences",
  "Integrations",
  "Notifications",
];

const TABS = [
  { value: "settings", label: "Settings" },
  { value: "organization", label: "Organization" },
  { value: "branches", label: "Branches" },
  { value: "gallery", label: "Gallery" },
  { value: "mail", label: <MailLabel /> },
];

/** With how many letters and chores somebody has to look after. */
function MailLabel() {
  const { data: mail } = useMail();
  const { data: chores = [] } = useChores();
  const faults = (mail ? mail.unsure + mail.dead : 0) + chores.filter(isFailing).length;
  if (faults === 0) return "Mail";
  return (
    <span className="relative flex items-center gap-2">
      Mail
      <Badge variant="warning">
        {faults}
        <VisuallyHidden> to look after</VisuallyHidden>
      </Badge>
    </span>
  );
}

export default function SettingsScreen() {
  const [tab, openTab] = useTab("settings", "organization", "branches", "gallery", "mail");
  const keepsLists = may(useUser(), "canEditConfig");
  const tabs = TABS.filter(({ value }) => value !== "organization" || keepsLists);
  return (
    <Tabs label="Settings" value={tab} onValueChange={openTab} tabs={tabs}>
      <TabPanel value="settings">
        <div className="mb-5">
          <ScreenTitle>Settings</ScreenTitle>
        </div>
        <ComingSoon lead="You will set these here. Until then, they come with the company's data." items={LATER} />
      </TabPanel>
      <TabPanel value="organization">{keepsLists ? <OrganizationLists /> : <NoAccess />}</TabPanel>
      <TabPanel value="branches">
        <Branches />
      </TabPanel>
      <TabPanel value="gallery">
        <Moderation />
      </TabPanel>
      <TabPanel value="mail">
        <LetterList />
      </TabPanel>
    </Tabs>
  );
}
