// Says what does not work without a script, and how to reach the company all the same.
import { Unscripted } from "~/ui/unscripted";
import { Fact, fact, When } from "../slots";

const LINK = "font-semibold text-link underline underline-offset-4";

export function UnscriptedNote({ text, className }: { text: string; className?: string }) {
  return (
    <Unscripted className={className}>
      {text}
      <When fact="phone">
        {" Call us at "}
        <a href={fact("phone.href")} className={`${LINK} whitespace-nowrap`}>
          <Fact name="phone.display" />
        </a>
        .
      </When>
      <When fact="email">
        {" Write to "}
        <a href={fact("emailHref")} className={LINK}>
          <Fact name="email" />
        </a>
        .
      </When>
    </Unscripted>
  );
}
