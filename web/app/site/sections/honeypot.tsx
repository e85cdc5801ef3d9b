// A field that people never see. What fills it in is looked at apart from the rest, and nothing is thrown away.
import { useFormContext } from "react-hook-form";

export function Honeypot() {
  const { register } = useFormContext();
  return (
    <div aria-hidden="true" className="absolute -left-[9999px] size-px overflow-hidden">
      <input tabIndex={-1} autoComplete="off" {...register("website")} />
    </div>
  );
}
