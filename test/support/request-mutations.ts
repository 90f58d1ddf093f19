// Requests that the platform accepts, with one thing changed: what follows gets past the first checks of a door.
import type { Garbage } from "./garbage.js";

/** A request to send. */
export interface SentRequest {
  /** Path below the API's address, with its query. */
  readonly path: string;
  /** Text of the body; undefined: none */
  readonly text: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** An accepted request, its body as a value, and ids of records that exist. */
export interface AcceptedRequest {
  readonly path: string;
  readonly body: unknown;
  readonly ids: readonly string[];
}

type Change = (value: unknown, garbage: Garbage, ids: readonly string[]) => unknown;

const MANY = 1000;
const EXTREMES: readonly unknown[] = [
  0,
  -1,
  -0.5,
  2 ** 31,
  2 ** 53,
  1e308,
  "0",
  "-1",
  "18446744073709551615",
  "18446744073709551616",
  "",
  [],
  {},
  null,
];

/** Changes of one value somewhere in a body. */
const CHANGES: Readonly<Record<string, Change>> = {
  "another type": (_value, garbage) => garbage.value(1),
  "an extreme": (_value, garbage) => garbage.pick(EXTREMES),
  "odd text": (_value, garbage) => garbage.text(300),
  "another id": (_value, garbage, ids) => garbage.pick(ids),
  "far too much": (value) => {
    if (typeof value === "string") return value.padEnd(MANY * 10, value === "" ? "x" : value);
    return Array.from({ length: MANY }, () => (Array.isArray(value) ? value[0] : value));
  },
  "far too deep": (value, garbage) => {
    let nested = value;
    for (let depth = garbage.below(100) + 1; depth > 0; depth -= 1)
      nested = depth % 2 === 0 ? [nested] : { a: nested };
    return nested;
  },
  "more members": (value, garbage) => ({ ...(value as object), ...garbage.object(5) }),
  "it twice": (value) => [value, value],
};

/** Changes of the text of a body, or of what goes with it. */
const REQUESTS: Readonly<
  Record<string, (request: SentRequest, garbage: Garbage, ids: readonly string[]) => SentRequest>
> = {
  "other bytes": (request, garbage) => ({
    ...request,
    text: request.text && garbage.damaged(Buffer.from(request.text)).toString("utf8"),
  }),
  "another segment": (request, garbage, ids) => {
    const segments = request.path.split("/");
    const at = 1 + garbage.below(segments.length - 1);
    segments[at] = garbage.chance(0.5) ? garbage.pick(ids) : encodeURIComponent(wellFormed(garbage.text()));
    return { ...request, path: segments.join("/") };
  },
  "a query": (request, garbage) => {
    const pairs = Array.from({ length: 1 + garbage.below(4) }, () => {
      const [name = "limit"] = Object.keys(garbage.object(1));
      return `${encodeURIComponent(wellFormed(name))}=${encodeURIComponent(wellFormed(garbage.text()))}`;
    });
    return { ...request, path: `${request.path}${request.path.includes("?") ? "&" : "?"}${pairs.join("&")}` };
  },
  "odd headers": (request, garbage) => ({
    ...request,
    headers: {
      ...request.headers,
      "content-type": garbage.pick(["", "x", "application/json; charset=utf-7", "multipart/form-data"]),
      "x-audit-log-reason": encodeURIComponent(wellFormed(garbage.text(600))),
      "x-super-properties": garbage.someBytes(60).toString("base64"),
    },
  }),
};

export const MUTATIONS: readonly string[] = [...Object.keys(CHANGES), "one less", ...Object.keys(REQUESTS)];

/** One mutation of a request. @param kind one of {@link MUTATIONS} */
export function mutated({ path, body, ids }: AcceptedRequest, kind: string, garbage: Garbage): SentRequest {
  const text = (value: unknown): string | undefined =>
    value === undefined ? undefined : JSON.stringify(value);
  const whole: SentRequest = { path, text: text(body), headers: {} };
  const request = REQUESTS[kind];
  if (request !== undefined) return request(whole, garbage, ids);
  const places = placesOf(body);
  if (places.length === 0) return whole;
  const copy = { root: structuredClone(body) };
  const place = ["root", ...garbage.pick(places)];
  const name = place.pop()!;
  const parent = place.reduce(
    (at, one) => at[one] as Record<string, unknown>,
    copy as Record<string, unknown>,
  );
  const change = CHANGES[kind];
  if (change === undefined) Reflect.deleteProperty(parent, name);
  else parent[name] = change(parent[name], garbage, ids);
  return { ...whole, text: text(copy.root) };
}

/** The places of all values in a body, its own first. */
function placesOf(value: unknown, at: readonly string[] = []): (readonly string[])[] {
  if (value === undefined) return [];
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [at, ...inside.flatMap(([name, one]) => placesOf(one, [...at, name]))];
}

function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/g, "?");
}
