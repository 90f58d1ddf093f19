import { isSameSecret } from "../sha256.js";
import { OAuth2ErrorName, REDIRECT_PATH, SCHEME_REDIRECT_PATH } from "../../wire/index.js";

/** One request that reached the redirect listener. */
export interface RedirectRequest {
  method: string;
  /** the request target as received: path and query */
  target: string;
  host: string | undefined;
}

/** The values that the query of a redirect must contain. */
export interface QueryExpectation {
  state: string;
  /** The server that the user was sent to (RFC 9207). */
  issuer: string;
}

export interface RedirectExpectation extends QueryExpectation {
  /** `127.0.0.1:<port>` */
  host: string;
}

export interface AddressExpectation extends QueryExpectation {
  redirectUri: string;
}

/** Rejected requests do not end the flow; the two others do. */
export type RedirectJudgement =
  /** `namesIssuer`: whether the redirect says which server it is from */
  | { kind: "accepted"; code: string; namesIssuer: boolean }
  /** the user declined (`cancelled`), the platform rejected the request, or another server answered */
  | { kind: "denied"; cancelled: boolean; error: string; description: string }
  | { kind: "rejected"; status: 400 | 404 | 405; reason: string };

const MAX_TARGET = 8192;
/** Characters of a foreign text that an error shows. */
const SHOWN_MAX = 200;

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

/** RFC 3986 section 3.1. */
const SCHEME = /^[a-z][a-z0-9+.-]*$/;

/** The redirect address with a scheme of the game; undefined when it is not a scheme, or one of the web. */
export function schemeRedirectUri(scheme: string): string | undefined {
  const lower = scheme.toLowerCase();
  const isOwn = SCHEME.test(lower) && !["http", "https", "file", "javascript", "data"].includes(lower);
  return isOwn ? `${lower}:${SCHEME_REDIRECT_PATH}` : undefined;
}

/** Judges an address with a scheme of the game, as the operating system gives it to a program. */
export function judgeRedirectAddress(address: string, expected: AddressExpectation): RedirectJudgement {
  if (address.length > MAX_TARGET) return rejected(400, "address too long");
  const [path, query = ""] = splitOnce(address, "?");
  return plainForm(path) === expected.redirectUri
    ? judgeQuery(new URLSearchParams(splitOnce(query, "#")[0]), expected)
    : rejected(404, "another address");
}

/** Systems write `game:/path` as `game:///path` too, and schemes in any case. */
function plainForm(path: string): string {
  const [scheme, rest = ""] = splitOnce(path, ":");
  return `${scheme.toLowerCase()}:${rest.replace(/^\/{3}(?=[^/])/, "/")}`;
}

function judgeQuery(query: URLSearchParams, { state, issuer }: QueryExpectation): RedirectJudgement {
  const received = single(query, "state");
  if (received === undefined || received === "") return rejected(400, "no state");
  if (!isSameSecret(received, state)) return rejected(400, "wrong state");
  const issuers = query.getAll("iss");
  const foreign = issuers.find((one) => one !== issuer);
  if (foreign !== undefined) return denied("wrong_issuer", wrongIssuer(issuer, foreign));
  const error = single(query, "error");
  if (error !== undefined) return denied(error, single(query, "error_description") ?? "");
  const code = single(query, "code");
  if (code === undefined || code === "") return rejected(400, "no code");
  return { kind: "accepted", code, namesIssuer: issuers.length > 0 };
}

function wrongIssuer(expected: string, received: string): string {
  const shown = received.slice(0, SHOWN_MAX);
  return `expected ${expected}, received ${shown}; webBase must be the address that the platform gives as its issuer`;
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
