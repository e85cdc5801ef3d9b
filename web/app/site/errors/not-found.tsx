// The page of every address that does not exist.
import { Button } from "~/ui/button";
import { notFound } from "../content/not-found";
import { FaultPage } from "./fault-page";

export default function NotFound() {
  return (
    <FaultPage title={notFound.title} text={notFound.text}>
      <Button asChild size="large">
        <a href="/">{notFound.button}</a>
      </Button>
    </FaultPage>
  );
}
