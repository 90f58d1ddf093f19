import { asObject } from "../checked.js";

/** Whether the metadata of an authorization server announces that its redirects name it (RFC 9207 section 3). */
export function announcesIssuer(metadata: unknown): boolean {
  return asObject(metadata)?.["authorization_response_iss_parameter_supported"] === true;
}
