// A link of the navigation. The page that is open is said to assistive technology and drawn with the light line.
import { useLocation } from "wouter";
import { classes } from "~/ui/classes";
import type { SiteLink } from "./links";

interface NavLinkProps extends SiteLink {
  className?: string;
  onClick?: () => void;
}

/** Fetches a page as soon as someone is about to open it. */
function prefetch(href: string) {
  if (document.head.querySelector(`link[rel="prefetch"][href="${href}"]`)) return;
  const link = document.createElement("link");
  link.rel = "prefetch";
  link.href = href;
  document.head.append(link);
}

export function NavLink({ href, label, className, onClick }: NavLinkProps) {
  const [path] = useLocation();
  const current = path === href;
  return (
    <a
      href={href}
      aria-current={current ? "page" : undefined}
      onClick={onClick}
      onPointerEnter={() => prefetch(href)}
      onFocus={() => prefetch(href)}
      className={classes(
        "relative flex min-h-11 items-center whitespace-nowrap text-ink no-underline transition-colors hover:text-link",
        current && "font-semibold",
        className,
      )}
    >
      {label}
      {current && (
        <span
          aria-hidden
          className="light-line absolute inset-x-0 bottom-1.5 [--dot:var(--control)] [--pitch:6px] dark:[--dot:var(--primary)]"
        />
      )}
    </a>
  );
}
