/** The words of the pages that stand for a status: an address that does not exist, a fault on our side, a server that is away. */

export interface FaultWords {
  title: string;
  text: string;
  /** The button that loads the address again, where that may help. */
  again?: string;
  home: string;
}

const home = "Back to Home";

export const faults = {
  notFound: {
    title: "Page Not Found",
    text: "Nobody left a light on at this address. It may have moved, or the link may have a typo.",
    home,
  },
  failed: {
    title: "Something Went Wrong",
    text: "The fault is ours, and it has been recorded. Please try again in a moment.",
    again: "Try Again",
    home,
  },
  unavailable: {
    title: "Back in a Moment",
    text: "We cannot answer just now. Nothing is lost; please try again in a minute.",
    again: "Try Again",
    home,
  },
} satisfies Record<string, FaultWords>;
