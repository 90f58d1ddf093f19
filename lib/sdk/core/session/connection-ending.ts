import { GatewayCloseCode } from "../../../wire/index.js";
import { ClientError, enumToString } from "../../../enums/index.js";

/** Advice for a client that cannot become ready yet. */
export const NOT_CONNECTED = "the client is not connected: call updateToken, then connect";
export const NO_TOKEN = "the client has no token: call updateToken before connect";

/** Why a connection ended, in words. @param detail the gateway's close code; 0: none */
export function connectionEnding(error: ClientError, detail: number): string {
  if (error === ClientError.None) return NOT_CONNECTED;
  if (detail === GatewayCloseCode.AuthenticationFailed)
    return "the platform rejected the token (close code 4004): it has expired or was revoked";
  const code = detail === 0 ? "" : `, close code ${String(detail)}${nameOf(detail)}`;
  return `the connection ended: ${enumToString(ClientError, error)}${code}`;
}

function nameOf(code: number): string {
  const known = Object.entries(GatewayCloseCode).find(([, value]) => value === code);
  return known === undefined ? "" : ` (${known[0]})`;
}
