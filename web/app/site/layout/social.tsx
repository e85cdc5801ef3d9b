// The company's accounts elsewhere. One without an address is shown as a plain sign: there is nothing to follow.
import { VisuallyHidden } from "~/ui/visually-hidden";
import { fact, When } from "../slots";

type Network = "facebook" | "twitter" | "instagram" | "linkedin" | "youtube";

const NAMES: Record<Network, string> = {
  facebook: "Facebook",
  twitter: "Twitter",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  youtube: "YouTube",
};

/** One-color signs on a grid of 24. */
const SIGNS: Record<Network, React.ReactNode> = {
  facebook: (
    <path d="M14 21v-7h2.6l.5-3.2H14V8.9c0-1 .4-1.7 1.8-1.7h1.5V4.3A17 17 0 0 0 15 4c-2.5 0-4 1.5-4 4.4v2.4H8.2V14H11v7" />
  ),
  twitter: (
    <path d="m4 4 6.6 8.7L4.2 20h1.9l5.4-6.1 4.5 6.1H20l-6.9-9.2L19 4h-1.9l-4.9 5.5L8 4Zm2.8 1.5H7.3l10 13H17z" />
  ),
  instagram: (
    <path
      fillRule="evenodd"
      d="M8 3.5h8A4.5 4.5 0 0 1 20.5 8v8a4.5 4.5 0 0 1-4.5 4.5H8A4.5 4.5 0 0 1 3.5 16V8A4.5 4.5 0 0 1 8 3.5Zm0 1.7A2.8 2.8 0 0 0 5.2 8v8A2.8 2.8 0 0 0 8 18.8h8a2.8 2.8 0 0 0 2.8-2.8V8A2.8 2.8 0 0 0 16 5.2Zm4 2.5a4.3 4.3 0 1 1 0 8.6 4.3 4.3 0 0 1 0-8.6Zm0 1.7a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2Zm4.5-2.9a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z"
    />
  ),
  linkedin: (
    <path d="M4.5 9h3v10.5h-3ZM6 4.3A1.7 1.7 0 1 1 6 7.7a1.7 1.7 0 0 1 0-3.4ZM9.7 9h2.9v1.5c.5-.9 1.6-1.8 3.2-1.8 3 0 3.7 2 3.7 4.7v6.1h-3v-5.4c0-1.3 0-2.9-1.8-2.9s-2 1.4-2 2.8v5.5h-3Z" />
  ),
  youtube: (
    <path
      fillRule="evenodd"
      d="M12 5c4.5 0 7 .2 8.2.7.7.3 1 .8 1.2 1.7.4 2 .4 7.2 0 9.2-.2.9-.5 1.4-1.2 1.7-1.2.5-3.7.7-8.2.7s-7-.2-8.2-.7c-.7-.3-1-.8-1.2-1.7-.4-2-.4-7.2 0-9.2.2-.9.5-1.4 1.2-1.7C5 5.2 7.5 5 12 5Zm-2 3.9v6.2l5.4-3.1Z"
    />
  ),
};

function Sign({ network }: { network: Network }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className="size-5 fill-current">
      {SIGNS[network]}
    </svg>
  );
}

const PLACE = "flex size-11 items-center justify-center rounded-control";

export function Social() {
  return (
    <ul aria-label="Social media" className="-ml-3 flex flex-wrap">
      {(Object.keys(NAMES) as Network[]).map((network) => (
        <li key={network}>
          <When
            fact={`social.${network}`}
            otherwise={
              <span className={`${PLACE} text-muted`}>
                <Sign network={network} />
                <VisuallyHidden>{NAMES[network]}</VisuallyHidden>
              </span>
            }
          >
            <a href={fact(`social.${network}`)} rel="me noopener" className={`${PLACE} text-ink hover:bg-secondary`}>
              <Sign network={network} />
              <VisuallyHidden>{NAMES[network]}</VisuallyHidden>
            </a>
          </When>
        </li>
      ))}
    </ul>
  );
}
