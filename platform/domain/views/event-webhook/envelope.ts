import type { Snowflake } from "sdkpp/wire";

const VERSION = 1;
const PING = 0;
const EVENT = 1;

/** The body by which the platform checks an address. */
export function pingEnvelope(applicationId: Snowflake): string {
  return JSON.stringify({ version: VERSION, application_id: applicationId, type: PING });
}

/** The body of an event (R§1.2). @param unixMs when it happened @param data undefined: the event has none */
export function eventEnvelope(
  applicationId: Snowflake,
  type: string,
  unixMs: number,
  data: object | undefined,
): string {
  const event = { type, timestamp: timestampOf(unixMs), data };
  return JSON.stringify({ version: VERSION, application_id: applicationId, type: EVENT, event });
}

/** A time with microseconds and without an offset, as in the official examples. */
function timestampOf(unixMs: number): string {
  return new Date(unixMs).toISOString().replace("Z", "000");
}
