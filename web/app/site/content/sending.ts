/** The words of what goes along with a request or a message, and of what its sender keeps. Apart from those of the forms, so that
 * the first view does not carry them. */

/** Asked by every form that somebody wants an answer to. */
export const reach = {
  street: {
    label: "Street address",
    hint: "Where the lights are, or will be.",
    withZip: "Where the lights are, or will be, with the ZIP code.",
  },
  time: {
    label: "Best time to reach you",
    anytime: "Anytime",
    morning: "Morning",
    afternoon: "Afternoon",
    evening: "Evening",
  },
};

/** Photos that go with a request or a message. */
export const visitorPhotos = {
  label: "Photos",
  optional: "(optional)",
  hint: "Up to five, such as the front of the building in daylight. Only our staff see them.",
  photo: (number: number) => `Photo ${number}`,
  remove: (number: number) => `Remove photo ${number}`,
  retry: (number: number) => `Send photo ${number} again`,
  sent: "Sent",
  refused: "Not taken",
  enough: "Five photos are enough. The others were left out.",
  lost: (count: number) =>
    count === 1
      ? "The photo you chose was not kept when you left the page. Please choose it again."
      : `The ${count} photos you chose were not kept when you left the page. Please choose them again.`,
  unfit: (name: string, fault: string) => `${name} was not added. ${fault}.`,
  unopened: (name: string) => `${name} was not added: it cannot be opened. Please choose another photo.`,
  sending: (number: number, of: number) => `Sending photo ${number} of ${of}...`,
  received: (count: number) => (count === 1 ? "Your photo has arrived." : `Your ${count} photos have arrived.`),
  failed: "A photo did not arrive. Press it to send it again; what you wrote has been received.",
};

/** The number that a visitor keeps of what was sent. */
export const reference = {
  copy: "Copy",
  copied: "Copied",
  selected: "Selected",
  of: (number: string) => `reference number ${number}`,
  none: "You will get a reference number for your message here.",
  message: (day: string) => `Your message of ${day}:`,
  quote: (day: string) => `Your request of ${day}:`,
};
