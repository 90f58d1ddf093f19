// Streams of RPC frames, made up and cut anywhere: the reader returns frames or RpcFrameError, and loses no byte.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  RPC_PAYLOAD_MAX,
  RpcFrameError,
  RpcFrameReader,
  writeRpcFrame,
  type RpcFrame,
  type RpcOpcode,
} from "../../lib/wire/index.js";
import { forRuns } from "./support-runs.js";

/** Properties below. */
const SHARES = 2;

function readAll(reader: RpcFrameReader, chunk: Uint8Array): RpcFrame[] {
  reader.push(chunk);
  const frames: RpcFrame[] = [];
  for (let frame = reader.next(); frame !== undefined; frame = reader.next()) frames.push(frame);
  return frames;
}

function pieces(stream: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (stream.length + 1)).sort((a, b) => a - b), stream.length];
  return places.slice(1).map((end, index) => stream.subarray(places[index], end));
}

const cuts = fc.array(fc.nat(), { maxLength: 20 });
const frame = fc.record({
  opcode: fc.integer({ min: 0, max: 0xffff_ffff }),
  payload: fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.integer({ min: 60_000, max: RPC_PAYLOAD_MAX }).map((length) => new Uint8Array(length).fill(length)),
  ),
});

describe("RPC frames", () => {
  it("come out as they went in, however the stream is cut", () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 6 }), cuts, (frames, places) => {
        const written = frames.map(({ opcode, payload }) =>
          writeRpcFrame(opcode as RpcOpcode, payload, RPC_PAYLOAD_MAX),
        );
        const stream = new Uint8Array(Buffer.concat(written));
        const reader = new RpcFrameReader(RPC_PAYLOAD_MAX);
        const read = pieces(stream, places).flatMap((piece) => readAll(reader, piece));
        expect(read.map(({ opcode }) => opcode)).toEqual(frames.map(({ opcode }) => opcode));
        expect(read.every(({ payload }, n) => Buffer.compare(payload, frames[n]!.payload) === 0)).toBe(true);
        expect(reader.pending).toBe(0);
      }),
      forRuns(200, SHARES),
    );
  });

  it("are the only outcome of any bytes, apart from a frame that is too large", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), cuts, (stream, places) => {
        const reader = new RpcFrameReader(RPC_PAYLOAD_MAX);
        let taken = 0;
        try {
          for (const piece of pieces(stream, places))
            for (const { payload } of readAll(reader, piece)) taken += 8 + payload.length;
          expect(taken + reader.pending).toBe(stream.length);
        } catch (error) {
          if (!(error instanceof RpcFrameError)) throw error;
          expect(error.announced).toBeGreaterThan(RPC_PAYLOAD_MAX);
        }
      }),
      forRuns(2000, SHARES),
    );
  });
});
