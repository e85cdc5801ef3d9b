// Settings: what can be set later, and beside it the photos that visitors sent.
import { useSearchParams } from "wouter";
import { TabPanel, Tabs } from "~/ui/tabs";
import { Moderation } from "../moderation/moderation";
import { ComingSoon } from "../shell/coming-soon";
import { ScreenTitle } from "../shell/screen-title";

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
  { value: "gallery", label: "Gallery" },
];

export default function SettingsScreen() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get("tab") === "gallery" ? "gallery" : "settings";
  return (
    <Tabs
      label="Settings"
      value={tab}
      onValueChange={(next) => setSearch(next === "gallery" ? { tab: next } : {})}
      tabs={TABS}
    >
      <TabPanel value="settings">
        <div className="mb-5">
          <ScreenTitle>Settings</ScreenTitle>
        </div>
        <ComingSoon lead="These will be set here. Until then they are set up with the company's data." items={LATER} />
      </TabPanel>
      <TabPanel value="gallery">
        <Moderation />
      </TabPanel>
    </Tabs>
  );
}
