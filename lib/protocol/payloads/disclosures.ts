import { asArray, asInteger, asObject, parseEach } from "../checked.js";

/** What a user was told about an application. @returns undefined when the answer does not say */
export function parseAcknowledgedDisclosures(value: unknown): number[] | undefined {
  const acknowledged = asObject(value)?.["acked_disclosures"];
  if (asArray(acknowledged) === undefined) return undefined;
  return parseEach(acknowledged, (one) => asInteger(one, 0, 0xffff));
}
