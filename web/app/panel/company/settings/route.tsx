// Settings: what can be set later, and beside it the branches and the photos that visitors sent.
import { TabPanel, Tabs } from "~/ui/tabs";
import { useTab } from "../../list/tab";
import { ComingSoon } from "../../shell/coming-soon";
import { ScreenTitle } from "../../shell/screen-title";
import { Moderation } from "../moderation/moderation";
import { Branches } from "./branches";

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
  { value: "branches", label: "Branches" },
  { value: "gallery", label: "Gallery" },
];

export default function SettingsScreen() {
  const [tab, openTab] = useTab("settings", "branches", "gallery");
  return (
    <Tabs label="Settings" value={tab} onValueChange={openTab} tabs={TABS}>
      <TabPanel value="settings">
        <div className="mb-5">
          <ScreenTitle>Settings</ScreenTitle>
        </div>
        <ComingSoon lead="You will set these here. Until then, they come with the company's data." items={LATER} />
      </TabPanel>
      <TabPanel value="branches">
        <Branches />
      </TabPanel>
      <TabPanel value="gallery">
        <Moderation />
      </TabPanel>
    </Tabs>
  );
}
