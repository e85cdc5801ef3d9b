// Whether a PIN opens this phone, as far as the browser knows: the secret itself lies in a cookie that no script reads.
import { local } from "~/lib/storage";

const KEY = "phonePin";

export const notePhonePin = (): void => local.set(KEY, "yes");

export const forgetPhonePin = (): void => local.remove(KEY);

export const mayHavePhonePin = (): boolean => local.get(KEY) !== null;
