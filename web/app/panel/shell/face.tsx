// Somebody in a circle: the picture that they chose, or the initials of their name. What is written beside it says who it is.
import { useState } from "react";
import { initials } from "~/lib/people";
import { classes } from "~/ui/classes";

interface FaceProps {
  person: { firstName: string | null; lastName: string | null; profileImageUrl: string | null };
  className?: string;
}

const CIRCLE = "size-8 shrink-0 rounded-full";

export function Face({ person, className }: FaceProps) {
  const [gone, setGone] = useState<string | null>(null);
  const picture = person.profileImageUrl;
  if (picture && picture !== gone)
    return (
      <img
        src={picture}
        alt=""
        loading="lazy"
        onError={() => setGone(picture)}
        className={classes(CIRCLE, "bg-sunk object-cover", className)}
      />
    );
  return (
    <span
      aria-hidden
      className={classes(
        CIRCLE,
        "flex items-center justify-center bg-secondary font-semibold text-on-secondary text-tiny",
        className,
      )}
    >
      {initials(person)}
    </span>
  );
}
