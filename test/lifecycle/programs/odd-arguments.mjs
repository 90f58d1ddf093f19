// Calls members of the addon, given by name, with every odd value in every place of their arguments. Prints, a line for
// each member, what was thrown that is not an argument error naming an argument; after a crash the last line tells where.
// With SDKPP_ODD_PAIRS in its environment it also tries every pair of odd values in the first places.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { loadAddon } from "../../../dist/native/index.js";

const addon = loadAddon();

// Some odd texts are good names of recordings, which begin in the working directory.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-odd-arguments-"));
process.chdir(folder);
process.on("exit", () => {
  process.chdir(os.tmpdir());
  fs.rmSync(folder, { recursive: true, force: true });
});

function detached(Type) {
  const array = new Type(64);
  structuredClone(array, { transfer: [array.buffer] });
  return array;
}
const throwing = () => {
  throw new Error("on purpose");
};
const trap = new Proxy({}, { get: throwing, has: throwing, ownKeys: throwing, getPrototypeOf: throwing });
const closes = (session) => Object.defineProperty([1n], 0, { get: () => (session.close(), 1n) });

/** Odd values, made anew for each call: [name, make(session)]. */
const ODD = Object.entries({
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  NaN: () => NaN,
  Infinity: () => Infinity,
  "-Infinity": () => -Infinity,
  "-0": () => -0,
  "-1": () => -1,
  1.5: () => 1.5,
  1e308: () => 1e308,
  "2^53": () => 2 ** 53,
  "0n": () => 0n,
  "64000n": () => 64_000n,
  "-1n": () => -1n,
  "2^64": () => 1n << 64n,
  "2^4096": () => 1n << 4096n,
  symbol: () => Symbol("odd"),
  "empty text": () => "",
  text: () => "text",
  "text with a null character": () => "a\0b",
  "a lone surrogate": () => "\ud800",
  "a long text": () => "x".repeat(1 << 20),
  object: () => ({}),
  "throwing getters": () => Object.defineProperty({}, "bitrate", { get: throwing, enumerable: true }),
  "settings with bigints": () => ({ bitrate: 64_000n, complexity: 5n, application: "voip", frameMs: 20n }),
  "settings with symbols": () => ({
    bitrate: Symbol("b"),
    complexity: 5,
    application: Symbol("a"),
    frameMs: 20,
  }),
  "a proxy that throws": () => trap,
  "an object without prototype": () => Object.create(null),
  array: () => [],
  "an array of odd things": () => [1, "x", Symbol("s"), null, -1n],
  "an array whose getter throws": () => Object.defineProperty([1n], 0, { get: throwing }),
  "an array whose getter closes the session": (session) => closes(session),
  "a sparse array": () => new Array(1000),
  bytes: () => new Uint8Array(4),
  "detached bytes": () => detached(Uint8Array),
  "detached samples": () => detached(Int16Array),
  "other bytes": () => new Float64Array(4),
  "a view": () => new DataView(new ArrayBuffer(8)),
  "shared bytes": () => new Uint8Array(new SharedArrayBuffer(32)),
  function: () => () => undefined,
  "a function that throws": () => throwing,
  class: () => class {},
  date: () => new Date(NaN),
});

const options = () => ({
  userId: 1n,
  seed: new Uint8Array(32).fill(3),
  preferredMode: "",
  recovery: "full",
  admission: "usual",
  start: "running",
  onWake: () => undefined,
});

const MOST_ARGUMENTS = 5;
const PAIRED_ARGUMENTS = process.env.SDKPP_ODD_PAIRS === undefined ? 0 : 3;
let strange = [];
let calls = 0;

/** An error that says which argument it is about, or one of the documented codes. */
function isExpected(error) {
  const codes = [
    "ARGUMENT_INVALID",
    "WAV_INVALID",
    "OGG_INVALID",
    "OPUS_INVALID",
    "OUTPUT_FAILED",
    "SESSION_CLOSED",
    "SESSION_FROZEN",
    "SESSION_NOT_FROZEN",
    "SAVED_SESSION_INVALID",
  ];
  if (!codes.includes(error?.code)) return false;
  return error.code !== "ARGUMENT_INVALID" || / for [a-zA-Z]+/.test(error.message);
}

function attempt(call, described) {
  calls += 1;
  try {
    call();
  } catch (error) {
    if (!isExpected(error)) strange.push(`${described}: ${String(error)}`);
  }
}

/** Good values for the places that are not under test, so that the odd one is reached. */
const GOOD = {
  acceptFrame: [0, new Uint8Array(2), 1],
  ready: [1, "127.0.0.1", 1, [], 1],
  sessionDescription: ["aead_aes256_gcm_rtpsize", new Uint8Array(32), 1],
  speaking: [2n, 5, 1, 1],
  clientsConnect: [[2n], 1],
  clientDisconnect: [2n, 1],
  socketClosed: [1006, 1],
  hello: [5000, 1],
  heartbeatAck: [1, 1],
  setVadThreshold: [true, -50],
  setUserVolume: [2n, 100],
  setLocalMute: [2n, true],
  openPcmInput: [48_000, 2],
  openWavInput: [new Uint8Array(4), false],
  openOggInput: [new Uint8Array(4), false],
  openStreamInput: [0],
  probeStream: [new Uint8Array(4), false],
  searchPlace: [new Uint8Array(4), 4, 0],
  openWavOutput: ["/nowhere/at/all.wav", () => undefined],
  subscribe: [2n, "pcm"],
  setAudioCallbacks: [null, null],
  daveInstallSend: [1, new Uint8Array(16)],
  daveInstallReceive: [2n, 1, new Uint8Array(16)],
};

const session = () => addon.createVoiceSession(options());

/** @param odd [place, name, make] of each argument that is odd */
function tryOdd(member, odd) {
  const isOfAddon = Object.hasOwn(addon, member);
  const target = isOfAddon ? addon : session();
  const args = [...(GOOD[member] ?? [])];
  for (const [place, , make] of odd) {
    while (args.length < place) args.push(undefined);
    args[place] = make(target);
  }
  const described = odd.map(([place, name]) => `argument ${place} ${name}`).join(", ");
  attempt(() => target[member](...args), described);
  if (!isOfAddon) target.close();
}

/** Each argument odd in turn. */
function tryArguments(member) {
  for (let place = 0; place < MOST_ARGUMENTS; place += 1)
    for (const [name, make] of ODD) tryOdd(member, [[place, name, make]]);
}

/** Two arguments odd at a time. */
function tryPairs(member) {
  for (let left = 0; left < PAIRED_ARGUMENTS; left += 1)
    for (let right = left + 1; right < PAIRED_ARGUMENTS; right += 1)
      for (const one of ODD)
        for (const other of ODD)
          tryOdd(member, [
            [left, ...one],
            [right, ...other],
          ]);
}

/** Each property of an argument odd in turn. */
function tryProperties(good, call) {
  for (const key of Object.keys(good))
    for (const [name, make] of ODD) {
      const target = session();
      attempt(() => call(target, { ...good, [key]: make(target) }), `${key} ${name}`);
      target.close();
    }
}

const ENCODER = { bitrate: 64_000, complexity: 5, application: "voip", frameMs: 20 };

for (const member of process.argv.slice(2)) {
  [strange, calls] = [[], 0];
  process.stdout.write(`${member} `);
  tryArguments(member);
  tryPairs(member);
  if (member === "createVoiceSession")
    tryProperties(options(), (_target, odd) => addon.createVoiceSession(odd).close());
  if (member === "setEncoder") tryProperties(ENCODER, (target, odd) => target.setEncoder(odd));
  await new Promise((resolve) => setImmediate(resolve));
  console.log(JSON.stringify({ calls, strange }));
}
