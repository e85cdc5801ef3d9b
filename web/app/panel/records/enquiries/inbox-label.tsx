// The name of the inbox, with how many messages wait in it.
import { Counted } from "../../shell/counted";
import { useWaiting } from "../../user/waiting";

export function InboxLabel() {
  return <Counted label="Inbox" count={useWaiting()?.inbox} />;
}
