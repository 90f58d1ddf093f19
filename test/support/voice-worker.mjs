// A process with the voice part of a bot: it joins a call, or goes on with one where another process stopped. Driven over the fork's
// channel, which carries moves, too. What it plays can be told apart by the numbers in it.
import { AudioPlayer, joinVoiceChannel, VoiceHost, VoiceSession } from "../../dist/voice/index.js";
import { openSocket } from "../../dist/net/index.js";

const PACKET_BYTES = 60;
const PACKET_MS = 20;
const BLOCKS_OF_A_SECOND = 50;
/** Opcodes of the voice gateway. */
const [READY, SESSION_DESCRIPTION] = [2, 4];
/** CELT, 20 ms, stereo. */
const TOC = 0xfc;

let connection;
let playback;
let claimed;
let giveUp;
/** Packets of the user that it listens to. */
const heard = [];
/** Their sound: blocks of one channel. */
const sound = [];
/** Frames that no key opened, in connections that are over. */
let unopenedBefore = 0;
const listeners = new Set();

const tell = (did, more = {}) => process.send({ did, ...more });

/** The supervisor passes messages of a move on to the other process. */
const channel = {
  send: (message) => tell("message", { message }),
  onMessage(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The supervisor decides. */
const claims = {
  claim(call, fence, owner) {
    tell("claim", { call, fence, owner });
    return new Promise((resolve) => (claimed = resolve));
  },
};

/** Where its call is kept: in the supervisor, which may answer late, or not at all. */
const asked = new Map();
const ask = (name, ...args) =>
  new Promise((resolve, reject) => {
    asked.set(asked.size, { resolve, reject });
    tell("store", { id: asked.size - 1, name, args });
  });
const keep = {
  store: {
    read: (key) => ask("read", key),
    swap: (key, expected, value) => ask("swap", key, expected, value),
  },
  key: Buffer.alloc(32, 5),
  call: "the bot's",
};

let library;

/** The main gateway is the supervisor's. */
function adapterCreator(methods) {
  library = methods;
  return {
    sendPayload(payload) {
      tell("payload", { payload });
      return true;
    },
    destroy: () => tell("adapterGone"),
  };
}

function* packetsFrom(number) {
  for (let at = number; ; at += 1) {
    const bytes = Buffer.alloc(PACKET_BYTES, 0x55);
    bytes[0] = TOC;
    bytes.writeUInt32LE(at, 1);
    yield bytes;
  }
}

/** Of samples, which are mono. */
const SAMPLE_RATE = 44_100;
const STEP_SAMPLES = SAMPLE_RATE / 10;
const STEPS = 16;
const PIECE_SAMPLES = 1000;

/** 100 ms of 300, 400, … 1800 Hz, over and over. @param piece the first */
function* stepsFrom(piece) {
  for (let from = piece * PIECE_SAMPLES; ; from += PIECE_SAMPLES)
    yield Int16Array.from({ length: PIECE_SAMPLES }, (_, at) => {
      const sample = from + at;
      const hertz = 300 + 100 * (Math.floor(sample / STEP_SAMPLES) % STEPS);
      return 8000 * Math.sin((2 * Math.PI * hertz * (sample % STEP_SAMPLES)) / SAMPLE_RATE);
    });
}

/** What is played, from a place on. */
const SOURCES = {
  samples: ({ pieces }) => ({
    type: "pcm",
    sampleRate: SAMPLE_RATE,
    channels: 1,
    samples: stepsFrom(pieces),
  }),
  packets: ({ pieces }) => ({ type: "opus", packets: packetsFrom(pieces) }),
  later: ({ pieces }) => ({ type: "opus", packets: toAsync(packetsFrom(pieces)) }),
  file: (_played, { path }) => path,
  player({ positionMs }, { path }) {
    const player = new AudioPlayer();
    player.play(path, { startMs: Math.round(positionMs) });
    return player;
  },
};

async function* toAsync(pieces) {
  yield* pieces;
}

const BEGINNING = { pieces: 0, positionMs: 0 };

/** Everything from the first packet on. */
function watch(one, listenTo, hears) {
  connection = one;
  one.on("stateChange", (status) => tell(status === "connected" ? "connected" : "status", { status }));
  one.on("closed", ({ code }) => tell("closed", { code }));
  one.on("warning", (message) => tell("warning", { message }));
  one.on("phase", (phase) => tell("phase", { phase, epoch: String(one.encryption.epoch) }));
  one.on("playbackEnded", (_playback, outcome) => tell("playbackEnded", { outcome }));
  read(one.receiver.subscribe(BigInt(listenTo), { format: "opus" })).catch(() => undefined);
  if (hears) hear(one.receiver.subscribe(BigInt(listenTo), { format: "pcm" })).catch(() => undefined);
}

async function hear(blocks) {
  for await (const { data } of blocks) {
    sound.push(data.filter((_value, at) => at % 2 === 0));
    if (sound.length === BLOCKS_OF_A_SECOND) tell("heardASecond");
  }
}

async function read(packets) {
  for await (const { ssrc, sequence } of packets) heard.push({ ssrc, sequence });
}

/** Datagrams go through a port of the supervisor, which learns the transport key. */
const relayed = (port) => (url, options, listener) =>
  openSocket(url, options, {
    ...listener,
    opened: () => listener.opened(),
    binary: (bytes) => listener.binary(bytes),
    closed: (code, reason) => listener.closed(code, reason),
    text(bytes) {
      const frame = JSON.parse(Buffer.from(bytes).toString("utf8"));
      if (frame.op === SESSION_DESCRIPTION)
        tell("transportKey", { mode: frame.d.mode, key: frame.d.secret_key });
      if (frame.op !== READY) return listener.text(bytes);
      tell("mediaPort", { port: frame.d.port });
      listener.text(Buffer.from(JSON.stringify({ ...frame, d: { ...frame.d, port } })));
    },
  });

/** The first socket of a call that moved opens late. */
function lateSocket(ms) {
  let isFirst = true;
  return (...args) => {
    if (!isFirst) return openSocket(...args);
    isFirst = false;
    let socket;
    const timer = setTimeout(() => (socket = openSocket(...args)), ms);
    return {
      sendText: (text) => socket?.sendText(text),
      sendBinary: (bytes) => socket?.sendBinary(bytes),
      close: (code) => (clearTimeout(timer), socket?.close(code)),
      drop: () => (clearTimeout(timer), socket?.drop()),
    };
  };
}

const DEEDS = {
  join({ grant, guild, ca, listenTo, plays, path, relayPort, hears }) {
    // what is recorded is kept
    const how = { ca, selfDeaf: false, ...(relayPort > 0 && { keep, openSocket: relayed(relayPort) }) };
    const one =
      guild === undefined
        ? VoiceSession.fromCredentials({ ...grant, ...how })
        : joinVoiceChannel({ ...guild, adapterCreator, ...how });
    watch(one, listenTo, hears);
    const source = SOURCES[plays](BEGINNING, { path });
    if (source instanceof AudioPlayer) one.subscribe(source);
    else playback = one.play(source);
    return {};
  },
  async handOver({ isClaimed }) {
    // the call may be back here, as another connection, before this one is over
    const [before, its] = [connection, playback];
    const lost = unopened();
    const outcome = await before.handOver({ channel, ...(isClaimed && { claims }) });
    if (outcome === "taken") unopenedBefore += lost;
    return { outcome, status: before.status, playback: its && (await settled(its)) };
  },
  async take({ guild, ca, listenTo, plays, path, isClaimed, socketAfterMs, relayPort, hears }) {
    const waiting = new AbortController();
    giveUp = () => waiting.abort();
    let pieces;
    const taking = VoiceHost.take({
      channel,
      ca,
      signal: waiting.signal,
      ...(isClaimed && { claims }),
      ...(relayPort > 0 && { keep, openSocket: relayed(relayPort) }),
      ...(guild !== undefined && { adapterCreator }),
      ...(socketAfterMs > 0 && { openSocket: lateSocket(socketAfterMs) }),
      source: plays && ((played) => ((pieces = played.pieces), SOURCES[plays](played, { path }))),
      prepare: ({ connection: one }) => watch(one, listenTo, hears),
    });
    tell("waiting");
    ({ playback } = await taking);
    return { pieces };
  },
  prepare() {
    VoiceHost.prepare();
    return {};
  },
  async revive({ guild, ca, listenTo, relayPort }) {
    let positionMs;
    const taken = await VoiceHost.revive({
      keep,
      ca,
      openSocket: relayed(relayPort),
      ...(guild !== undefined && { adapterCreator }),
      source(played) {
        ({ positionMs } = played);
        return { type: "opus", packets: packetsFrom(Math.round(positionMs / PACKET_MS)) };
      },
      prepare: ({ connection: one }) => watch(one, listenTo),
    });
    ({ playback } = taken);
    return { positionMs };
  },
  stored({ id, value, error }) {
    if (error === undefined) asked.get(id).resolve(value);
    else asked.get(id).reject(new Error(error));
  },
  giveUp() {
    giveUp();
  },
  message({ message }) {
    for (const listener of [...listeners]) listener(message);
  },
  mainGateway({ name, data }) {
    library[name](data);
  },
  claimed({ isOwner }) {
    claimed(isOwner);
  },
  update({ state, server }) {
    connection.updateState(state);
    connection.updateServer(server);
    return {};
  },
  heard: () => ({ packets: heard }),
  sound: () => ({ blocks: sound }),
  lost: () => ({ packets: connection.getStats().speakers[0]?.packetsLost ?? 0 }),
  encryption: () => ({ ...connection.encryption }),
  unopened: () => ({ frames: unopenedBefore + unopened() }),
  leave() {
    connection?.destroy();
    heard.length = sound.length = unopenedBefore = 0;
    return {};
  },
};

/** Frames that no key opened in the present connection. */
function unopened() {
  if (connection === undefined || connection.status === "disconnected") return 0;
  return connection.getStats().speakers.reduce((sum, { e2ee }) => sum + e2ee.undecryptable, 0);
}

/** Whether it has ended, without waiting for that. */
const settled = (one) => Promise.race([one.ended, new Promise((resolve) => setImmediate(resolve, "plays"))]);

async function carryOut({ do: deed, ...input }) {
  try {
    const report = await DEEDS[deed](input);
    if (report !== undefined) tell(deed, report);
  } catch (error) {
    const { message, code, record, field } = error;
    tell(deed, { error: message, code, record, field });
  }
}

process.on("message", (order) => void carryOut(order));
process.on("disconnect", () => process.exit());
tell("started");
