// A separate process: the voice server of one session with a hostile member of the call. Packets are authentic; sequence,
// timestamp, SSRC, size and sound change their pattern every second. Deterministic for a seed.
// Parent → { key } (base64) | { flood: seed, habit? } | { quiet: true } | { stop: true }; → parent { port }
import dgram from "node:dgram";
import { answerControl, LineSealer } from "./native-line.mjs";

const PER_SECOND = 2000;
const TICK_MS = 5;
export const HOSTILE_SSRC = 3000;

const SEQUENCE_STEPS = [1, 1, 1, 2, 31, 62, 63, 64, 65, 1023, 1025, 2999, 3001, 0x8000];
const TIMESTAMP_STEPS = [0, 120, 960, 960, 960, 5760, 48_000, 479_999, 480_001, 0x7fffffff, 0x80000000, -960];
const SIZES = [1, 2, 3, 8, 60, 400, 1275, 1400];

class HostilePeer {
  #state;
  #sent = 0;
  #sequence = 0;
  #timestamp = 0;
  #habit;
  #isSteady;

  /** @param habit a fixed pattern; default: patterns that change */
  constructor(seed, habit) {
    this.#state = seed >>> 0;
    this.#isSteady = habit !== undefined;
    this.#habit = habit ?? this.#change();
  }

  next() {
    this.#sent += 1;
    if (this.#sent % PER_SECOND === 0 && !this.#isSteady) this.#habit = this.#change();
    const { sequence, timestamp, ssrc } = this.#habit;
    this.#sequence = (this.#sequence + this.#step(sequence)) & 0xffff;
    this.#timestamp = (this.#timestamp + this.#step(timestamp)) >>> 0;
    const as = ssrc === 0 ? this.#below(2 ** 32) : HOSTILE_SSRC + (ssrc === 1 ? this.#below(3) : 0);
    return [as, this.#sequence, this.#timestamp, this.#payload()];
  }

  #change() {
    return {
      sequence: [this.#below(5), this.#one(SEQUENCE_STEPS)],
      timestamp: [this.#below(5), this.#one(TIMESTAMP_STEPS)],
      ssrc: this.#below(6),
      payload: this.#below(6),
      toc: this.#below(256),
      size: this.#one(SIZES),
    };
  }

  #step([kind, step]) {
    if (kind === 0) return step;
    if (kind === 1) return this.#sent % 2 === 0 ? step : 1;
    if (kind === 2) return this.#below(2 ** 32);
    if (kind === 3) return this.#sent % 2 === 0 ? step : 1 - step;
    return 0;
  }

  #payload() {
    const { payload, toc, size } = this.#habit;
    if (payload === 0) return Buffer.from([0xf8, 0xff, 0xfe]);
    if (payload === 1) return Buffer.from([this.#below(256)]);
    const bytes = Buffer.alloc(payload === 2 ? 1 + this.#below(1400) : size);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = this.#below(256);
    if (payload === 3) bytes[0] = toc;
    if (payload === 5) bytes[0] = (toc & 0xfc) | 3;
    if (payload === 5 && bytes.length > 1) bytes[1] &= 0x3f;
    return bytes;
  }

  #one(list) {
    return list[this.#below(list.length)];
  }

  /** mulberry32 */
  #below(limit) {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }
}

function serve() {
  const socket = dgram.createSocket("udp4");
  let sealer;
  let peer;
  let flood;
  socket.on("message", (message, from) => {
    if (answerControl(socket, message, from)) peer = from;
  });
  socket.bind(0, "127.0.0.1", () => process.send({ port: socket.address().port }));

  const start = (seed, habit) => {
    const hostile = new HostilePeer(seed, habit);
    const begun = performance.now();
    let sent = 0;
    flood = setInterval(() => {
      for (const due = ((performance.now() - begun) / 1000) * PER_SECOND; sent < due; sent += 1)
        socket.send(sealer.seal(...hostile.next()), peer.port, peer.address);
    }, TICK_MS);
  };

  process.on("message", ({ key, flood: seed, habit, quiet, stop }) => {
    if (key !== undefined) sealer = new LineSealer(Buffer.from(key, "base64"));
    if (seed !== undefined) start(seed, habit);
    if (quiet === true || stop === true) clearInterval(flood);
    if (stop === true) {
      socket.close();
      process.disconnect();
    }
  });
}

if (process.send !== undefined) serve();
