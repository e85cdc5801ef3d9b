// Settings: what can be set later, and beside it the organization's lists, the branches and the photos that visitors sent.
import { TabPanel, Tabs } from "~/ui/tabs";
import { useTab } from "../../list/tab";
import { ComingSoon } from "../../shell/coming-soon";
import { NoAccess } from "../../shell/no-access";
import { ScreenTitle } from "../../shell/screen-title";
import { may, useUser } from "../../shell/user";
import { Moderation } from "../moderation/moderation";
import { Branches } from "./branches";
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
];

export default function SettingsScreen() {
  const [tab, openTab] = useTab("settings", "organization", "branches", "gallery");
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
    </Tabs>
  );
}
