/** The words of the window in which a client answers a letter about a visit. */
export const visit = {
  title: "Your Visit",
  checking: "Looking up your visit...",
  gone: {
    title: "This link no longer works",
    text: "Please open the link in our latest email, or write to us on this page.",
  },
  unanswered: {
    title: "Your visit could not be looked up",
    text: "No answer came from the server. Your link is still good.",
    retry: "Try Again",
  },
  unplanned: {
    title: "No visit is planned right now",
    text: "As soon as we have a day for you, we will send you an email.",
  },
  done: {
    title: "We have been there",
    text: "Thank you for having us. This page is where to reach us if anything is not as it should be.",
  },
  planned: (purpose: string) => `We are coming to ${purpose}.`,
  anytime: "Any time that day",
  hours: (from: string, to: string) => `From ${from} to ${to}`,
  where: (place: string) => `Where: ${place}`,
  question: "Does this work for you?",
  confirm: "Yes, See You Then",
  confirmInstead: "It Suits After All",
  confirming: "Confirming...",
  confirmed: "You have confirmed this visit. Thank you, see you then.",
  ask: "Ask for Another Time",
  askInstead: "I Need Another Time After All",
  askLabel: "Which days or times suit you?",
  askMissing: "Please tell us which days or times suit you",
  askHint: "For example: any afternoon next week, or Saturday morning.",
  send: "Send",
  sending: "Sending...",
  back: "Back",
  asked: (words: string) =>
    `You asked for another time: “${words}” We will get back to you. Until then this visit stands.`,
  failed: "Your answer could not be saved. Please try again.",
  lost: "No answer came back. Please press again: it is saved only once.",
  call: "Or call",
};
