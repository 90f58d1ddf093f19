import { isSameSecret } from "../sha256.js";
import { OAuth2ErrorName, REDIRECT_PATH } from "../../wire/index.js";

/** One request that reached the redirect listener. */
export interface RedirectRequest {
  method: string;
  /** the request target as received: path and query */
  target: string;
  host: string | undefined;
}

export interface RedirectExpectation {
  /** `127.0.0.1:<port>` */
  host: string;
  state: string;
  /** The server that the user was sent to (RFC 9207). */
  issuer: string;
}

/** Rejected requests do not end the flow; the two others do. */
export type RedirectJudgement =
  | { kind: "accepted"; code: string }
  /** the user declined (`cancelled`), the platform rejected the request, or another server answered */
  | { kind: "denied"; cancelled: boolean; error: string; description: string }
  | { kind: "rejected"; status: 400 | 404 | 405; reason: string };

const MAX_TARGET = 8192;

/**
 * Judges a request to the loopback listener. Only a GET with the exact path, the right Host and the right
 * state counts; a port scan, a favicon request or a hostile page learns nothing and changes nothing.
 */
export function judgeRedirect(request: RedirectRequest, expected: RedirectExpectation): RedirectJudgement {
  if (request.target.length > MAX_TARGET) return rejected(400, "target too long");
  if (request.host !== expected.host) return rejected(400, "wrong host");
  const [path, query = ""] = splitOnce(request.target, "?");
  if (path !== REDIRECT_PATH) return rejected(404, "wrong path");
  if (request.method !== "GET") return rejected(405, "wrong method");
  return judgeQuery(new URLSearchParams(query), expected);
}

function judgeQuery(query: URLSearchParams, { state, issuer }: RedirectExpectation): RedirectJudgement {
  const received = single(query, "state");
  if (received === undefined || received === "") return rejected(400, "no state");
  if (!isSameSecret(received, state)) return rejected(400, "wrong state");
  const foreign = query.getAll("iss").find((one) => one !== issuer);
  if (foreign !== undefined) return denied("wrong_issuer", `expected ${issuer}, received ${foreign}`);
  const error = single(query, "error");
  if (error !== undefined) return denied(error, single(query, "error_description") ?? "");
  const code = single(query, "code");
  return code === undefined || code === "" ? rejected(400, "no code") : { kind: "accepted", code };
}

function denied(error: string, description: string): RedirectJudgement {
  return { kind: "denied", cancelled: error === OAuth2ErrorName.AccessDenied, error, description };
}

function rejected(status: 400 | 404 | 405, reason: string): RedirectJudgement {
  return { kind: "rejected", status, reason };
}

/** A repeated parameter is ambiguous: it counts as absent. */
function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}

function splitOnce(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
