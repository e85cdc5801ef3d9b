// How large a job is, in words.

export const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** "120 feet, 2 stories"; nothing of what nobody measured. */
export const sizeText = (feet: number | null | undefined, stories: number | null | undefined): string =>
  [feet && counted(feet, "foot", "feet"), stories && counted(stories, "story", "stories")].filter(Boolean).join(", ");
