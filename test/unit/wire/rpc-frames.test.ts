// Frames of RPC over local IPC against bytes written by hand.
import { describe, expect, it } from "vitest";
import {
  RPC_ANSWER_MAX,
  RPC_HEADER_BYTES,
  RPC_PAYLOAD_MAX,
  RpcFrameError,
  RpcFrameReader,
  RpcOpcode,
  rpcText,
  writeRpcFrame,
  type RpcFrame,
} from "../../../lib/wire/index.js";

/** Opcode 3, five bytes: `"ahoy` is not JSON, and a frame does not care. */
const PING = Uint8Array.of(3, 0, 0, 0, 5, 0, 0, 0, 0x22, 0x61, 0x68, 0x6f, 0x79);
const EMPTY = Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0);

function framesOf(...chunks: Uint8Array[]): RpcFrame[] {
  const reader = new RpcFrameReader(RPC_PAYLOAD_MAX);
  const frames: RpcFrame[] = [];
  for (const chunk of chunks) {
    reader.push(chunk);
    for (let frame = reader.next(); frame !== undefined; frame = reader.next()) frames.push(frame);
  }
  return frames;
}
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const header = (opcode: number, length: number) => {
  const bytes = new Uint8Array(RPC_HEADER_BYTES);
  new DataView(bytes.buffer).setUint32(0, opcode, true);
  new DataView(bytes.buffer).setUint32(4, length, true);
  return bytes;
};

describe("writeRpcFrame", () => {
  it("writes opcode and length in little-endian order, then the payload", () => {
    expect(writeRpcFrame(RpcOpcode.Ping, '"ahoy', RPC_PAYLOAD_MAX)).toEqual(PING);
    expect(writeRpcFrame(RpcOpcode.Frame, "", RPC_PAYLOAD_MAX)).toEqual(EMPTY);
  });

  it("counts bytes, not characters", () => {
    expect([...writeRpcFrame(RpcOpcode.Frame, "ä", RPC_PAYLOAD_MAX)]).toEqual([
      1, 0, 0, 0, 2, 0, 0, 0, 0xc3, 0xa4,
    ]);
  });

  it("takes the longest payload and rejects one byte more", () => {
    const longest = new Uint8Array(RPC_PAYLOAD_MAX);
    expect(writeRpcFrame(RpcOpcode.Frame, longest, RPC_PAYLOAD_MAX)).toHaveLength(RPC_HEADER_BYTES + 65_536);
    expect(() =>
      writeRpcFrame(RpcOpcode.Frame, new Uint8Array(RPC_PAYLOAD_MAX + 1), RPC_PAYLOAD_MAX),
    ).toThrow("RPC: a frame may have at most 65536 bytes, its header announces 65537");
  });
});

describe("RpcFrameReader", () => {
  it("finds the same frames wherever the stream is cut in two", () => {
    const stream = joined(PING, EMPTY, PING);
    for (let cut = 0; cut <= stream.length; cut++) {
      const frames = framesOf(stream.subarray(0, cut), stream.subarray(cut));
      expect(frames.map(({ opcode, payload }) => [opcode, rpcText(payload)])).toEqual([
        [3, '"ahoy'],
        [1, ""],
        [3, '"ahoy'],
      ]);
    }
  });

  it("finds frames that arrive byte by byte", () => {
    const stream = joined(PING, EMPTY);
    expect(framesOf(...[...stream].map((byte) => Uint8Array.of(byte)))).toHaveLength(2);
  });

  it("keeps a payload when later chunks arrive", () => {
    const reader = new RpcFrameReader(RPC_PAYLOAD_MAX);
    reader.push(PING);
    const frame = reader.next();
    reader.push(new Uint8Array(4096).fill(0xff));
    expect(rpcText(frame!.payload)).toBe('"ahoy');
  });

  it("passes unknown opcodes on", () => {
    expect(framesOf(header(0xffff_ffff, 0))[0]?.opcode).toBe(0xffff_ffff);
  });

  it("accepts the longest payload and rejects one byte more as soon as its header is there", () => {
    expect(framesOf(header(1, 65_536), new Uint8Array(65_536))[0]?.payload).toHaveLength(65_536);
    const reader = new RpcFrameReader(RPC_PAYLOAD_MAX);
    reader.push(joined(PING, header(1, 65_537).subarray(0, 7)));
    expect(reader.next()?.opcode).toBe(3);
    expect(reader.next()).toBeUndefined();
    reader.push(header(1, 65_537).subarray(7));
    expect(() => reader.next()).toThrow(RpcFrameError);
    reader.push(PING);
    expect(() => reader.next()).toThrow(RpcFrameError);
  });

  it("accepts a desktop app's long answer with the limit of desktop apps only", () => {
    const answer = writeRpcFrame(RpcOpcode.Frame, new Uint8Array(200_000).fill(7), RPC_ANSWER_MAX);
    const reader = new RpcFrameReader(RPC_ANSWER_MAX);
    reader.push(answer);
    reader.push(PING);
    expect(reader.next()?.payload).toEqual(new Uint8Array(200_000).fill(7));
    expect(rpcText(reader.next()!.payload)).toBe('"ahoy');
    expect(() => framesOf(answer)).toThrow(RpcFrameError);
  });

  it("stores no more than what arrived", () => {
    const reader = new RpcFrameReader(RPC_PAYLOAD_MAX);
    reader.push(header(1, 65_536));
    expect(reader.next()).toBeUndefined();
    expect(reader.pending).toBe(8);
    for (let round = 0; round < 1000; round++) {
      reader.push(round === 0 ? joined(new Uint8Array(65_536), PING) : PING);
      while (reader.next() !== undefined);
      expect(reader.pending).toBe(0);
    }
  });
});

describe("rpcText", () => {
  it("returns undefined for bytes that are not UTF-8", () => {
    expect(rpcText(Uint8Array.of(0xc3))).toBeUndefined();
    expect(rpcText(Uint8Array.of(0x7b, 0x7d))).toBe("{}");
  });
});
