// Reports: what they will tell.
import { ComingSoon } from "../../shell/coming-soon";
import { ScreenTitle } from "../../shell/screen-title";

const REPORTS = [
  "Sales performance",
  "Work order completion rates",
  "Technician performance",
  "Ticket resolution times",
  "Revenue forecasting",
  "Custom reports",
];

export default function ReportsScreen() {
  return (
    <>
      <div className="mb-5">
        <ScreenTitle>Reports</ScreenTitle>
      </div>
      <ComingSoon lead="Figures over time are on their way. Today's counts are on the dashboard." items={REPORTS} />
    </>
  );
}
