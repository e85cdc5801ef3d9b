// Where the company's privacy policy and terms can be read: in a tab of their own, so that what is being typed stays.
import { When } from "../slots";

const TITLES = { privacy: "Privacy Policy", terms: "Terms of Service" };

interface TextLinkProps {
  name: keyof typeof TITLES;
  className?: string;
  /** What stands in place of the link where the company has no such text. */
  otherwise?: string;
}

export function TextLink({ name, className = "underline underline-offset-4", otherwise }: TextLinkProps) {
  return (
    <When fact={`texts.${name}`} otherwise={otherwise && <span>{otherwise}</span>}>
      <a href={`/api/texts/${name}`} target="_blank" rel="noopener" className={className}>
        {TITLES[name]}
      </a>
    </When>
  );
}
