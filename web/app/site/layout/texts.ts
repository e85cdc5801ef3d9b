// The texts that the company answers for, as pages call them.
export const TITLES = { privacy: "Privacy Policy", terms: "Terms of Service" };

export type TextName = keyof typeof TITLES;
