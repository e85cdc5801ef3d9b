/** The words of the page that stands for every address that does not exist. */
export const notFound = {
  title: "Page Not Found",
  text: "Nobody left a light on at this address. It may have moved, or the link may have a typo.",
  button: "Back to Home",
};
