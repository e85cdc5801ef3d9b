/** The words of the contact form and of the newsletter box, with every message they can show. */

/** Where no script runs, or the page's code could not be had. */
export const unscripted = {
  form: "This form needs JavaScript, which is not running on this page.",
  page: "Some buttons here need JavaScript, which is not running on this page. Turn it on or reload the page.",
};

/** Asked by every form that somebody wants an answer to. */
export const reach = {
  street: { label: "Street address", hint: "Where the lights are, or will be." },
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

export const contactForm = {
  name: "Name",
  email: "Email",
  phone: { label: "Phone", hint: "Only if you prefer a call." },
  message: "Message",
  emergency: "This message will be marked as an emergency.",
  submit: "Send Message",
  sending: "Sending...",
  privacy: "We use what you write here to answer you, and for nothing else.",
  messages: {
    name: "Name must be at least 2 characters",
    email: "Please enter a valid email address",
    message: "Message must be at least 10 characters",
    sent: { title: "Message sent!", text: "We'll get back to you as soon as possible." },
    failed: { title: "Error", text: "Something went wrong. Please try again." },
  },
};

export const newsletterForm = {
  called: { footer_newsletter: "Newsletter", blog_newsletter: "Blog newsletter" },
  email: "Email",
  submit: "Subscribe",
  sending: "Subscribing...",
  privacy: "We use your address for the newsletter only.",
  messages: {
    email: "Please enter a valid email address",
    sent: { title: "Success!", text: "You've been subscribed to our newsletter." },
    failed: { title: "Error", text: "Something went wrong. Please try again." },
  },
};
