import { expect, test, vi } from "vitest";
import { ApiError, isGone } from "./error";
import { passwordSender } from "./new-password";

const gone = new ApiError(404, "{}", "");
const cutOff = new TypeError("cut off");
const fails = (error: Error) => () => Promise.reject(error);
const done = async () => "done";
const FIRST = "The first one stands.";

test("a refusal after a lost answer asks whether the password of that attempt was set", async () => {
  const send = passwordSender<string>(isGone, FIRST);
  await expect(send("first", fails(cutOff), done)).rejects.toBe(cutOff);
  const confirm = vi.fn(async () => "it was");
  expect(await send("first", fails(gone), confirm)).toBe("it was");
  expect(confirm).toHaveBeenCalledWith("first");
});

test("another password after one that was set is not passed off as it, and that one still leads on", async () => {
  const send = passwordSender<string>(isGone, FIRST);
  await expect(send("first", fails(cutOff), done)).rejects.toBe(cutOff);
  await expect(send("second", fails(gone), done)).rejects.toMatchObject({ sentence: FIRST });
  expect(await send("first", fails(gone), done)).toBe("done");
});

test("a refusal without a lost answer before it is one", async () => {
  const confirm = vi.fn(done);
  await expect(passwordSender<string>(isGone, FIRST)("first", fails(gone), confirm)).rejects.toBe(gone);
  expect(confirm).not.toHaveBeenCalled();
});

test("another refusal is told, and so is the first where the password was not set", async () => {
  const send = passwordSender<string>(isGone, FIRST);
  await expect(send("first", fails(cutOff), done)).rejects.toBe(cutOff);
  const weak = new ApiError(400, "{}", "");
  await expect(send("first", fails(weak), done)).rejects.toBe(weak);
  await expect(send("first", fails(gone), fails(new ApiError(401, "{}", "")))).rejects.toBe(gone);
});

test("where the question is lost too, it is asked again", async () => {
  const send = passwordSender<string>(isGone, FIRST);
  await expect(send("first", fails(cutOff), done)).rejects.toBe(cutOff);
  await expect(send("first", fails(gone), fails(cutOff))).rejects.toBe(cutOff);
  expect(await send("first", fails(gone), done)).toBe("done");
});
