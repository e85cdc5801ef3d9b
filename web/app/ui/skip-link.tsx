// The first thing a key press reaches: over the header to the content.
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only z-60 rounded-control bg-primary px-4 py-3 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
    >
      Skip to content
    </a>
  );
}
