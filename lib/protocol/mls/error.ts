import { MlsDecodeError, SdkError } from "../../wire/index.js";

/** The reason of a failure; one code for each check of DAVE 1.1.4 and RFC 9420. */
export type MlsErrorCode =
  | "MLS_MALFORMED"
  | "MLS_OTHER_GROUP"
  | "MLS_OTHER_EPOCH"
  | "MLS_EPOCH_AHEAD"
  | "MLS_NOT_A_PROPOSAL"
  | "MLS_NOT_A_COMMIT"
  | "MLS_PROPOSAL_SENDER"
  | "MLS_PROPOSAL_SIGNATURE"
  | "MLS_PROPOSAL_TYPE"
  | "MLS_PROPOSAL_LIST"
  | "MLS_UNKNOWN_PROPOSAL"
  | "MLS_INLINE_PROPOSAL"
  | "MLS_UNKNOWN_LEAF"
  | "MLS_UNEXPECTED_USER"
  | "MLS_SUITE"
  | "MLS_IDENTITY"
  | "MLS_PUBLIC_KEY"
  | "MLS_LEAF_SOURCE"
  | "MLS_LEAF_SIGNATURE"
  | "MLS_KEY_PACKAGE_SIGNATURE"
  | "MLS_INIT_KEY_REUSED"
  | "MLS_CAPABILITIES"
  | "MLS_EXTENSIONS"
  | "MLS_COMMIT_SENDER"
  | "MLS_COMMIT_SIGNATURE"
  | "MLS_COMMIT_EMPTY"
  | "MLS_MEMBERSHIP_TAG"
  | "MLS_CONFIRMATION_TAG"
  | "MLS_PATH_REQUIRED"
  | "MLS_PATH_CREDENTIAL"
  | "MLS_PATH_KEY_REUSED"
  | "MLS_PATH_SHAPE"
  | "MLS_PATH_SECRET"
  | "MLS_PARENT_HASH"
  | "MLS_TREE_HASH"
  | "MLS_TREE_MISSING"
  | "MLS_UNMERGED_LEAVES"
  | "MLS_DUPLICATE_IDENTITY"
  | "MLS_DUPLICATE_KEY"
  | "MLS_WELCOME_NOT_FOR_US"
  | "MLS_WELCOME_SECRETS"
  | "MLS_GROUP_INFO_SECRET"
  | "MLS_GROUP_INFO_SIGNATURE"
  | "MLS_PRE_SHARED_KEY"
  | "MLS_EXTERNAL_SENDER"
  | "MLS_OWN_LEAF";

/** `ignore`: the message changes nothing; `reset`: the group cannot go on, opcode 31 follows. */
export type MlsRemedy = "ignore" | "reset";

/** A rejected MLS message. The group is unchanged. */
export class MlsError extends SdkError {
  declare readonly code: MlsErrorCode;
  readonly remedy: MlsRemedy;

  constructor(code: MlsErrorCode, remedy: MlsRemedy, message: string, options?: { cause?: unknown }) {
    super(code, message, options);
    this.name = "MlsError";
    this.remedy = remedy;
  }
}

/** A failed check whose remedy only the caller knows; {@link withRemedy} makes the error of it. */
export class FailedCheck extends Error {
  readonly code: MlsErrorCode;

  constructor(code: MlsErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** @throws {FailedCheck} unless it holds */
export function check(holds: boolean, code: MlsErrorCode, message: string): asserts holds {
  if (!holds) throw new FailedCheck(code, message);
}

/** Runs checks and decoders; their failures become an {@link MlsError} with this remedy. */
export function withRemedy<T>(remedy: MlsRemedy, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof FailedCheck) throw new MlsError(error.code, remedy, error.message);
    if (error instanceof MlsDecodeError)
      throw new MlsError("MLS_MALFORMED", remedy, error.message, { cause: error });
    throw error;
  }
}
