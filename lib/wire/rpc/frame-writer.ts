import type { RpcOpcode } from "./codes.js";
import { RpcFrameError } from "./frame-error.js";
import { RPC_HEADER_BYTES, RPC_PAYLOAD_MAX } from "./limits.js";

const UTF8 = new TextEncoder();

/**
 * A whole frame in one array, to be sent with one write: some programs read one frame per read.
 * @param payload JSON as text, or bytes that are sent unchanged (a PONG returns those of its PING)
 * @throws {RpcFrameError} when the payload is longer than 65,536 bytes
 */
export function writeRpcFrame(opcode: RpcOpcode, payload: string | Uint8Array): Uint8Array {
  const bytes = typeof payload === "string" ? UTF8.encode(payload) : payload;
  if (bytes.length > RPC_PAYLOAD_MAX) throw new RpcFrameError(bytes.length, RPC_PAYLOAD_MAX);
  const frame = new Uint8Array(RPC_HEADER_BYTES + bytes.length);
  const header = new DataView(frame.buffer);
  header.setUint32(0, opcode, true);
  header.setUint32(4, bytes.length, true);
  frame.set(bytes, RPC_HEADER_BYTES);
  return frame;
}
