import type { ClientKind } from "sdkpp/wire";

/** Names of the platform's own apps in `properties.browser` of Identify. */
const KINDS: ReadonlyMap<unknown, ClientKind> = new Map([
  ["Discord Client", "desktop"],
  ["Discord iOS", "mobile"],
  ["Discord Android", "mobile"],
  ["Discord Web", "web"],
  ["Discord VR", "vr"],
  ["Discord Embedded", "embedded"],
]);

/** The client that a session says it runs on; bots look like the web app, and games are embedded, unless they say otherwise. */
export function clientKind(
  properties: { readonly browser?: unknown } | undefined,
  isBot: boolean,
): ClientKind {
  return KINDS.get(properties?.browser) ?? (isBot ? "web" : "embedded");
}
