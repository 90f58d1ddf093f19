import { SdkError } from "../wire/index.js";

/**
 * Why the desktop app did not do something: none answers (UNAVAILABLE), it ended the connection (CLOSED), it did not answer in
 * time (TIMEOUT), or it refused a command (REFUSED).
 */
export type RpcErrorKind = "RPC_UNAVAILABLE" | "RPC_CLOSED" | "RPC_TIMEOUT" | "RPC_REFUSED";

/** A request to the desktop app that did not succeed. */
export class RpcError extends SdkError {
  declare readonly code: RpcErrorKind;
  /** The desktop app's own code: of CLOSE or of an ERROR answer; 0: it gave none. */
  readonly rpcCode: number;

  constructor(code: RpcErrorKind, message: string, rpcCode = 0) {
    super(code, message);
    this.name = "RpcError";
    this.rpcCode = rpcCode;
  }
}
