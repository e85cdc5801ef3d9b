// The words of the form by which visitors ask about their own data, below the privacy policy.
export const ownData = {
  title: "Ask about your data",
  text: "Tell us the address that you gave us. We send a link there; your request counts once you have opened it.",
  email: "Email",
  kind: "What would you like?",
  kinds: [
    { value: "copy", label: "A copy of my data" },
    { value: "erasure", label: "Delete my data" },
    { value: "correction", label: "Correct something" },
  ],
  words: "Anything we should know",
  submit: "Send",
  sending: "Sending...",
  sent: {
    title: "Please check your email",
    text: "We have sent a link to that address. Open it within seven days; until then nothing happens.",
  },
  failed: "Something went wrong. Please try again.",
} as const;
