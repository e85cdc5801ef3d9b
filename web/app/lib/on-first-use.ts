// What is costly to make and not needed on every page is made when it is first used. A formatter of the browser takes
// milliseconds to make, and on a phone those stand between the visitor and the page.

/** A function that makes its value at the first call and answers the same one ever after. */
export function onFirstUse<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
