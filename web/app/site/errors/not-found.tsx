// The page of every address that does not exist.
import { faults } from "../content/faults";
import { FaultPage } from "./fault-page";

export default function NotFound() {
  return <FaultPage words={faults.notFound} />;
}
