import { members, mistake, text } from "../../guard/arguments.js";
import type { ControlAccess } from "../access.js";
import { ControlError, errorOf } from "./remote-error.js";
import { exchange } from "./transport.js";

/** @throws {ArgumentError} when the address is none of `http:` or `unix:`, or there is no token */
export function checkedAccess(access: unknown): ControlAccess {
  const { url, token } = members("access", access);
  return { url: address(text("access.url", url)), token: text("access.token", token, 1) };
}

/**
 * The body of a response.
 * @param signal ends the request, and rejects with its reason
 * @throws {ControlError} when nobody answers, and the error that the operation has thrown
 */
export async function ask(
  access: ControlAccess,
  path: string,
  body?: string,
  signal?: AbortSignal,
): Promise<string> {
  const answer = await exchange(access, path, body, signal).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw unreachable(access, error);
  });
  if (answer.status >= 400) throw errorOf(answer.status, answer.body);
  return answer.body;
}

/** The error when nobody answers. */
export function unreachable({ url }: ControlAccess, cause: unknown): ControlError {
  return new ControlError(`No control API answers at ${url} (${(cause as Error).message}).`, undefined, {
    cause,
  });
}

function address(url: string): string {
  const isUnix = url.startsWith("unix:") && url.length > "unix:".length;
  if (isUnix || (URL.canParse(url) && new URL(url).protocol === "http:")) return url;
  throw mistake(true, "access.url", "http://127.0.0.1:<port> or unix:<path>", url);
}
