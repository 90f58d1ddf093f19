// A process that has a call: it joins it, or goes on with it where another process stopped. Driven over the fork's channel.
// It plays packets that are told apart by the number in them.
import { SignatureKeys, VerifiedKeys, VoiceConnection } from "../../dist/call/index.js";
import { loadAddon, readReceived } from "../../dist/native/index.js";
import {
  defaultUserAgent,
  openSocket,
  randomBytes,
  systemClock,
  TrustedRoots,
} from "../../dist/net/index.js";
import { FieldReader, FieldWriter, Secret } from "../../dist/protocol/index.js";

const CONTINUOUS = 3;
const CONNECTED = 4;
const REFILL_MS = 50;
/** Packets of 20 ms that wait to be played. */
const AHEAD = 25;
const PACKET_BYTES = 60;
/** CELT, 20 ms, stereo. */
const TOC = 0xfc;

const addon = loadAddon();
const signatureKeys = new SignatureKeys(randomBytes);
const verifiedKeys = new VerifiedKeys({ store: undefined, failed: () => undefined });
let connection;
let refilling;
let next = 0;
/** RTP sequence numbers of a user's packets. */
const heard = [];

function optionsOf({ grant, ca }) {
  return {
    addon,
    serverId: BigInt(grant.serverId),
    userId: BigInt(grant.userId),
    signalling: {
      requestSession: () => tell("sessionWanted"),
      leave: () => tell("left"),
    },
    openSocket,
    socket: { userAgent: defaultUserAgent(), roots: new TrustedRoots(ca) },
    clock: systemClock,
    randomBytes,
    signatureKeys,
    verifiedKeys,
    e2ee: "preferred",
    recovery: "session",
  };
}

/** Listens to the packets of a user. */
function listen(userId) {
  const TAG = 1;
  connection.media.subscribe(BigInt(userId), "opus", TAG);
  connection.on("received", (batch) =>
    readReceived(
      batch,
      (tag) => (tag === TAG ? { userId: BigInt(userId) } : undefined),
      ({ sequence }) => heard.push(sequence),
    ),
  );
}

const tell = (did, more = {}) => process.send({ did, ...more });

function watch() {
  connection.on("status", (status) => tell(status === CONNECTED ? "connected" : "status", { status }));
  connection.on("closed", ({ code }) => tell("closed", { code }));
  connection.on("warning", (message) => tell("warning", { message }));
}

function packet(number) {
  const bytes = Buffer.alloc(PACKET_BYTES, 0x55);
  bytes[0] = TOC;
  bytes.writeUInt32LE(number, 1);
  return bytes;
}

/** @param queued packets that wait already */
function play(queued) {
  const refill = () => {
    for (; queued < AHEAD; queued += 1) {
      const taken = connection.media.writeOpus(packet(next));
      if (!taken) break;
      next += 1;
    }
    queued = Math.max(0, queued - REFILL_MS / 20);
  };
  refill();
  refilling = setInterval(refill, REFILL_MS);
}

const DEEDS = {
  join({ grant, ca, listenTo }) {
    connection = new VoiceConnection(optionsOf({ grant, ca }));
    watch();
    listen(listenTo);
    connection.media.setAudioMode(CONTINUOUS);
    connection.media.openOpusInput();
    connection.join();
    const { userId, sessionId, channelId, token, endpoint } = grant;
    const server = { token: new Secret(token), endpoint };
    connection.newSession(BigInt(userId), sessionId, BigInt(channelId), server);
    play(0);
    return {};
  },
  async save() {
    clearInterval(refilling);
    await connection.freeze();
    const out = new FieldWriter(systemClock.now());
    connection.save(out);
    return { saved: out.take(), next };
  },
  /** The other process did not take it. */
  thaw() {
    connection.thaw();
    play(AHEAD);
    return {};
  },
  /** What arrives goes to the process that goes on. */
  relay() {
    connection.relay((datagrams) => tell("datagrams", { datagrams }));
    return {};
  },
  deliver({ datagrams }) {
    connection.deliver(datagrams);
    return {};
  },
  heard: () => ({ sequences: heard }),
  handedOver() {
    connection.handedOver();
    return addon.liveCounts();
  },
  restore({ saved, grant, ca, listenTo, next: number }) {
    next = number;
    const reader = new FieldReader(saved, systemClock.now(), "call");
    connection = VoiceConnection.restore(reader, optionsOf({ grant, ca }));
    watch();
    listen(listenTo);
    connection.thaw();
    play(AHEAD);
    return {};
  },
  encryption: () => ({ ...connection.encryption }),
  stats: () => ({ sent: connection.getStats().packetsSent, received: connection.getStats().packetsReceived }),
};

process.on("message", async ({ do: deed, ...input }) => {
  try {
    tell(deed, await DEEDS[deed](input));
  } catch (error) {
    const { message, code, record, field } = error;
    tell(deed, { error: message, code, record, field });
  }
});
process.on("disconnect", () => process.exit());
tell("started");
