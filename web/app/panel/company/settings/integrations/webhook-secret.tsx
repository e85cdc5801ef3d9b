// The secret of a webhook, told this once.
import { ShownOnce } from "~/ui/shown-once";
import type { Made } from "./webhook";

export function WebhookSecret({ made, children }: { made: Made; children?: string }) {
  return (
    <ShownOnce label="Secret" value={made.secret}>
      Keep it with your passwords: it is shown only once. The API Reference explains how to check signatures with it.{" "}
      {children}
    </ShownOnce>
  );
}
