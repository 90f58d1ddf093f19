import type { RpcOpcode } from "./codes.js";
import { RpcFrameError } from "./frame-error.js";
import { RPC_HEADER_BYTES } from "./limits.js";

const UTF8 = new TextEncoder();

/**
 * A whole frame in one array, to be sent with one write: some programs read one frame per read.
 * @param payload JSON as text, or bytes that are sent unchanged (a PONG returns those of its PING)
 * @param limit of the writing side, bytes: `RPC_PAYLOAD_MAX` for games, `RPC_ANSWER_MAX` for desktop apps
 * @throws {RpcFrameError} when the payload is longer
 */
export function writeRpcFrame(opcode: RpcOpcode, payload: string | Uint8Array, limit: number): Uint8Array {
  const bytes = typeof payload === "string" ? UTF8.encode(payload) : payload;
  if (bytes.length > limit) throw new RpcFrameError(bytes.length, limit);
  const frame = new Uint8Array(RPC_HEADER_BYTES + bytes.length);
  const header = new DataView(frame.buffer);
  header.setUint32(0, opcode, true);
  header.setUint32(4, bytes.length, true);
  frame.set(bytes, RPC_HEADER_BYTES);
  return frame;
}
