import { reasonOf } from "../../../protocol/index.js";
import { API_VERSION, SdkError } from "../../../wire/index.js";
import { ErrorType } from "../../../enums/index.js";
import type { ClientCreateOptions } from "../../values/client-create-options.js";
import { failed, Failure } from "../operations/failure.js";

/** Base addresses without a trailing slash. */
export interface Addresses {
  webBase: string;
  apiBase: string;
}

/** There is no built-in default. @throws {SdkError} ADDRESS_MISSING naming both fields, ADDRESS_INVALID */
export function addressesOf(options: ClientCreateOptions): Addresses {
  const { webBase, apiBase } = options;
  if (webBase === "" || apiBase === "") {
    throw new SdkError(
      "ADDRESS_MISSING",
      "ClientCreateOptions.webBase and ClientCreateOptions.apiBase must be set before the network is used; " +
        "the exported constant `realService` holds those of the real service",
    );
  }
  return { webBase: checked("webBase", webBase), apiBase: checked("apiBase", apiBase) };
}

/** As {@link addressesOf}, for operations. @throws {Failure} ValidationError, whose cause is that function's error */
export function addressesFor(options: ClientCreateOptions): Addresses {
  try {
    return addressesOf(options);
  } catch (cause) {
    throw new Failure(failed(ErrorType.ValidationError, reasonOf(cause)), { cause });
  }
}

/** The address of a route, with the API version of the client. */
export function apiUrl({ apiBase }: Addresses, path: string): string {
  return `${apiBase}/v${String(API_VERSION)}${path}`;
}

function checked(name: string, address: string): string {
  if (URL.canParse(address) && /^https?:\/\//.test(address)) return address.replace(/\/+$/, "");
  throw new SdkError("ADDRESS_INVALID", `ClientCreateOptions.${name}: expected an http or https address`);
}
