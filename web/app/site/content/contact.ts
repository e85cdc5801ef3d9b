/** The words of the contact form and of the newsletter box, with every message they can show. */

/** Where no script runs, or the page's code could not be had. */
export const unscripted = {
  form: "This form needs JavaScript, which is not running on this page.",
  page: "Some buttons here need JavaScript, which is not running on this page. Turn it on or reload the page.",
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
    lost: "No answer came back. Try again: you will be subscribed only once.",
    since: "What you typed since has not been sent.",
  },
};
