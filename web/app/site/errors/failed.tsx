// The page of a fault on our side.
import { Button } from "~/ui/button";
import { FaultPage } from "./fault-page";

export default function Failed() {
  return (
    <FaultPage
      title="Something Went Wrong"
      text="The fault is ours, and it has been recorded. Please try again in a moment."
    >
      <Button size="large" onClick={() => location.reload()}>
        Try Again
      </Button>
      <Button asChild size="large" variant="onPicture">
        <a href="/">Back to Home</a>
      </Button>
    </FaultPage>
  );
}
