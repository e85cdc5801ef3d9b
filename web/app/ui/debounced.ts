// Waits until somebody has stopped typing.
import { useEffect, useState } from "react";

/** Milliseconds of rest before typed words are searched for. */
const REST = 200;

/** A value once it has rested; until then the one before it. */
export function useDebounced<Value>(value: Value): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST);
    return () => clearTimeout(timer);
  }, [value]);
  return rested;
}
