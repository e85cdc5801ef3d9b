// How what a client was promised is called.
export const PROMISED = {
  label: "What was promised",
  hint: "For the crew: colors, times, what must not be drilled or moved",
};
