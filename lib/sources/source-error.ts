import { SdkError } from "../wire/index.js";

/** A source that cannot be read: where it comes from, and why. */
export function unreadable(name: string, reason: string, cause?: unknown): SdkError {
  return new SdkError("SOURCE_UNREADABLE", `${name} cannot be read: ${reason}`, { cause });
}

/** The system's words for an error, without the call that failed. */
export function systemReason(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const known = typeof code === "string" ? SENTENCES[code] : undefined;
  if (known !== undefined) return `${known} (${String(code)})`;
  return typeof message === "string" && message !== "" ? message : String(code ?? error);
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  EACCES: "the permission is missing",
  EPERM: "the permission is missing",
  EISDIR: "it is a folder",
  ENOTFOUND: "the host has no address",
  EAI_AGAIN: "the name service did not answer",
  ECONNREFUSED: "nobody listens there",
  ECONNRESET: "the connection was cut",
  ETIMEDOUT: "nobody answered",
};
