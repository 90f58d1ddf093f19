import type { WebAddress } from "sdkpp/wire";
import { invalidField } from "../domain/rules/faults.js";
import type { Fault } from "../domain/rules/outcome.js";

/**
 * Rejects an address that does not prove to belong to the application.
 * @param url undefined: the field does not change it
 * @param problemOf what is wrong with it, in words
 */
export async function addressFault(
  field: string,
  url: WebAddress | null | undefined,
  problemOf: (url: WebAddress) => Promise<string | undefined>,
): Promise<Fault | undefined> {
  const problem = url == null ? undefined : await problemOf(url);
  return problem === undefined ? undefined : invalidField(field, `${field.toUpperCase()}_INVALID`, problem);
}
