// A button that chooses a file, or takes a photo on devices that have a camera.
import { type ReactNode, useRef } from "react";
import { Button } from "./button";

interface FileButtonProps {
  label: string;
  icon: ReactNode;
  /** Media types. */
  accept: readonly string[];
  /** Opens the camera on devices that have one. */
  camera?: boolean;
  busy: boolean;
  className?: string;
  onFile: (file: File) => void;
}

export function FileButton({ label, icon, accept, camera = false, busy, className, onFile }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={accept.join(",")}
        capture={camera ? "environment" : undefined}
        aria-label={`${label}: file`}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
      <Button variant="outline" className={className} disabled={busy} onClick={() => picker.current?.click()}>
        {icon}
        {busy ? "Uploading..." : label}
      </Button>
    </>
  );
}
