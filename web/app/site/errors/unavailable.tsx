// The page of a server that is too busy, or whose database is away.
import { Button } from "~/ui/button";
import { FaultPage } from "./fault-page";

export default function Unavailable() {
  return (
    <FaultPage
      title="Back in a Moment"
      text="We cannot answer just now. Nothing is lost; please try again in a minute."
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
