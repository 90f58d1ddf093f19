import { choiceArgument, showType, type EncryptionRequirement } from "../protocol/index.js";
import { ArgumentError } from "../wire/index.js";

/** `off`: encryption is not announced to the platform. The rest: see `EncryptionRequirement`. */
export type E2eePolicy = EncryptionRequirement | "off";

/**
 * The option `e2ee` of clients and bots. "required": the call is never in the clear; where encryption ends, nothing is sent
 * or heard, and after 30 s the call ends. "preferred": it goes on in the clear. "off", also false: encryption is not
 * announced, which the real service rejects for most calls (4017). true: the default.
 */
export type E2eeOption = boolean | "required" | "preferred" | "off";

/** @throws {ArgumentError} for what is no {@link E2eeOption} */
export function e2eePolicyOf(option: E2eeOption | undefined, byDefault: E2eePolicy): E2eePolicy {
  if (option === undefined || option === true) return byDefault;
  if (option === false) return "off";
  if (typeof option === "string") return choiceArgument("e2ee", option, ["required", "preferred", "off"]);
  throw new ArgumentError("e2ee", 'a boolean, "required", "preferred" or "off"', showType(option));
}
