// The page of a server that is too busy, or whose database is away.
import { faults } from "../content/faults";
import { FaultPage } from "./fault-page";

export default function Unavailable() {
  return <FaultPage words={faults.unavailable} />;
}
