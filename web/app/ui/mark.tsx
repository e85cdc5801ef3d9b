// The product's mark: a roofline with its points of light.
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={className} fill="none">
      <path d="M3 19 16 7l13 12" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M7 18.5V26h18v-7.5" stroke="currentColor" strokeWidth="2.5" strokeLinejoin="round" opacity=".35" />
      <g className="fill-led-amber dark:fill-led-warm">
        <circle cx="6" cy="21.5" r="1.6" />
        <circle cx="11" cy="16.9" r="1.6" />
        <circle cx="16" cy="12.3" r="1.6" />
        <circle cx="21" cy="16.9" r="1.6" />
        <circle cx="26" cy="21.5" r="1.6" />
      </g>
    </svg>
  );
}
