// Shown in place of a screen that is not open to the person who asked for it.
import { Link } from "wouter";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { ScreenTitle } from "~/ui/screen-title";

export function NoAccess() {
  return (
    <Card className="grid max-w-text gap-4 p-6">
      <ScreenTitle>No access</ScreenTitle>
      <p className="text-muted">Your role does not include this screen. An administrator can change that.</p>
      <Button asChild variant="outline" className="w-fit">
        <Link href="/panel">Back to Dashboard</Link>
      </Button>
    </Card>
  );
}
