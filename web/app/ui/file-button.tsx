// A button that chooses a file, several perhaps, or takes a photo on devices that have a camera.
import { type ReactNode, useRef } from "react";
import { Button } from "./button";

interface FileButtonProps {
  label: string;
  icon: ReactNode;
  /** Media types. */
  accept: readonly string[];
  /** Opens the camera on devices that have one. */
  camera?: boolean;
  /** Whether several may be chosen at once. */
  several?: boolean;
  busy: boolean;
  className?: string;
  /** Called for each. */
  onFile: (file: File) => void;
}

export function FileButton({
  label,
  icon,
  accept,
  camera = false,
  several = false,
  busy,
  className,
  onFile,
}: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={accept.join(",")}
        capture={camera ? "environment" : undefined}
        multiple={several}
        aria-label={`${label}: file`}
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = "";
          files.forEach(onFile);
        }}
      />
      <Button variant="outline" className={className} busy={busy} onClick={() => picker.current?.click()}>
        {icon}
        {busy ? "Uploading..." : label}
      </Button>
    </>
  );
}
