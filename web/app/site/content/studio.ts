/** The words that lead into the studio, and those of a drawing that goes along with a request. The studio's own stand beside it. */
export const studio = {
  button: { home: "See It on Your House", business: "See It on Your Building" },
  similar: "No photo at hand? Pick a similar house and begin with that.",
  title: { home: "Your Own House, Before Anybody Calls", business: "Your Own Building, Before Anybody Calls" },
  lead: {
    home: "Take one photo from the street, tap the roof edges, and dusk falls on it: your house in our lights, with an honest length and price range. The photo stays on your device until you decide to send it.",
    business:
      "Take one photo from the street, tap the edges, and dusk falls on it: your front in our lights, with an honest length and price range. The photo stays on your device until you decide to send it.",
  },
  example: {
    text: "What would yours look like? Take a photo, tap the roof edges, and dusk falls on your own house.",
    button: "See It on Your House",
  },
  likeThis: "See it on a house like this",
  carried: {
    note: (scheme: string, picture: boolean) =>
      `Your drawing goes along, lit in ${scheme}, ${picture ? "with your picture" : "without a picture"}.`,
    remove: "Leave It Out",
    sending: "Your drawing is being sent...",
    sent: "Your drawing has arrived.",
    failed: "Your drawing did not arrive. Your request did, so nothing is lost.",
    again: "Send the Drawing Again",
  },
};
