import { SdkError } from "../sdk-error.js";

/** A frame that is longer than either side may send. The stream has no recoverable position after it. */
export class RpcFrameError extends SdkError {
  /** Length that the header announced, bytes. */
  readonly announced: number;

  constructor(announced: number, limit: number) {
    super(
      "RPC_FRAME_TOO_LARGE",
      `RPC: a frame may have at most ${String(limit)} bytes, its header announces ${String(announced)}`,
    );
    this.name = "RpcFrameError";
    this.announced = announced;
  }
}
