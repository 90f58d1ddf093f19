import { asArray, asInteger, asObject, parseEach } from "../checked.js";

/** Disclosures about an application that a user has seen. @returns undefined when the response has none */
export function parseAcknowledgedDisclosures(value: unknown): number[] | undefined {
  const acknowledged = asObject(value)?.["acked_disclosures"];
  if (asArray(acknowledged) === undefined) return undefined;
  return parseEach(acknowledged, (one) => asInteger(one, 0, 0xffff));
}
