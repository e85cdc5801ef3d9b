// A turning ring with its text.
export function Spinner({ label }: { label: string }) {
  return (
    <div className="flex min-h-48 flex-col items-center justify-center gap-4 text-muted" role="status">
      <span
        aria-hidden
        className="size-8 animate-spin rounded-full border-2 border-hairline border-t-primary motion-reduce:animate-none"
      />
      {label}
    </div>
  );
}
