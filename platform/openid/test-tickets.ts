import { EXTERNAL_ID_MAX } from "sdkpp/wire";
import { isDisplayName } from "./display-name.js";
import type { ExternalIdentity } from "./external-identity.js";

const TICKET = /^test:([^:]+)(?::(.*))?$/su;

/**
 * Reads a ticket that stands for the token of a provider that this machine cannot ask: `test:<user id>[:<display name>]`
 * (H§3.1). The id has 1–1024 characters, none of them a colon, and the name 1–32.
 * @returns undefined for every other text
 */
export function readTestTicket(token: string): ExternalIdentity | undefined {
  const [, subject, displayName] = TICKET.exec(token) ?? [];
  if (subject === undefined || subject.length > EXTERNAL_ID_MAX) return undefined;
  if (displayName === undefined) return { subject };
  return isDisplayName(displayName) ? { subject, displayName } : undefined;
}
