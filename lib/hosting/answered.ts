import type { CallOrder, CallReport } from "./messages.js";
import { sendError } from "./sent-error.js";

/** Carries a command out. @returns the answer: a value, or the error that was thrown. Never rejects */
export async function answered(
  { call, id }: Pick<CallOrder & { type: "command" }, "call" | "id">,
  carryOut: () => unknown,
): Promise<CallReport & { type: "answer" }> {
  try {
    return { type: "answer", call, id, value: await carryOut() };
  } catch (error) {
    return { type: "answer", call, id, error: sendError(error) };
  }
}
