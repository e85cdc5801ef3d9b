// A text message to somebody, begun in the words of the user; the telephone sends it.
import { textAt } from "~/api/page-data";
import { sms } from "~/lib/contact";
import { useUser } from "../user/user";

/** The link that begins it; none without a number. */
export function useTextTo(name: string, phone: string | null): string | null {
  const { firstName } = useUser();
  const brand = textAt("facts.brand");
  const sender = firstName ? `${firstName} from ${brand}` : brand;
  return phone && sms(phone, `Hello ${name}, this is ${sender}. `);
}
