// A small picture of a photo, from the server, or from this device where the server cannot be reached.
import { type ImgHTMLAttributes, useEffect, useState } from "react";
import { keptPicture } from "~/offline/own-rows";

interface KeptPictureProps extends ImgHTMLAttributes<HTMLImageElement> {
  src: string;
  alt: string;
}

export function KeptPicture({ src, alt, ...props }: KeptPictureProps) {
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => (own === null ? undefined : () => URL.revokeObjectURL(own)), [own]);
  async function lookHere() {
    const kept = own === null ? await keptPicture(src) : undefined;
    if (kept) setOwn(URL.createObjectURL(kept));
  }
  return <img {...props} src={own ?? src} alt={alt} onError={() => void lookHere()} />;
}
