import { reasonOf } from "../../../protocol/index.js";
import { ErrorType } from "../../../enums/index.js";
import type { Host } from "../../host-options.js";
import { failed, Failure } from "../operations/failure.js";

/**
 * Opens an address for the user.
 * @param page what the address shows, as in "the consent page"
 * @throws {Failure} of `type` when the host cannot open the address; its cause is the host's error
 */
export async function openPage(
  { openUrl }: Pick<Host, "openUrl">,
  page: string,
  url: string,
  type: ErrorType = ErrorType.NetworkError,
): Promise<void> {
  try {
    await openUrl(url);
  } catch (cause) {
    throw new Failure(failed(type, `could not open ${page}: ${reasonOf(cause)}`), { cause });
  }
}
