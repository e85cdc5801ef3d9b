// The page of a fault on our side.
import { faults } from "../content/faults";
import { FaultPage } from "./fault-page";

export default function Failed() {
  return <FaultPage words={faults.failed} />;
}
