// Waits until somebody has stopped typing or sliding.
import { useEffect, useState } from "react";

/** Milliseconds of rest before typed words are searched for. */
const REST = 200;

/** A value once it has rested for so many milliseconds; until then the one before it. */
export function useDebounced<Value>(value: Value, rest = REST): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), rest);
    return () => clearTimeout(timer);
  }, [value, rest]);
  return rested;
}
