// A process that has a call: it joins it, or goes on with it where another process stopped. Driven over the fork's channel.
// It plays packets that are told apart by the number in them.
import { HandOver, SignatureKeys, takeOver, VerifiedKeys, VoiceConnection } from "../../dist/call/index.js";
import { loadAddon, readReceived } from "../../dist/native/index.js";
import {
  defaultUserAgent,
  openSocket,
  randomBytes,
  systemClock,
  TrustedRoots,
} from "../../dist/net/index.js";
import { MoveTarget, PIPE, sealCall, Secret } from "../../dist/protocol/index.js";

const CONTINUOUS = 3;
const CONNECTED = 4;
const REFILL_MS = 50;
/** Packets of 20 ms that wait to be played. */
const AHEAD = 25;
const PACKET_BYTES = 60;
/** CELT, 20 ms, stereo. */
const TOC = 0xfc;

const addon = loadAddon();
/** The pipe to the supervisor tells who sends. */
const moveParts = { authenticity: PIPE, random: randomBytes, wallClock: () => Date.now() };
const signatureKeys = new SignatureKeys(randomBytes);
const verifiedKeys = new VerifiedKeys({ store: undefined, failed: () => undefined });
let connection;
let refilling;
let next = 0;
let handOver;
let moveTarget;
let claimed;
/** Datagrams that came before the call did. */
const early = [];
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

/** The supervisor decides. */
const claims = {
  claim(call, fence, owner) {
    tell("claim", { call, fence, owner });
    return new Promise((resolve) => (claimed = resolve));
  },
};

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
  /** With what happens meanwhile. */
  async handOver({ invitation, move }) {
    clearInterval(refilling);
    handOver = new HandOver(connection, {
      move,
      claims,
      clock: systemClock,
      seal: (record) => sealCall(invitation, move, record, moveParts),
      send: (sealed) => tell("sealed", { sealed, next }),
      sendDatagrams: (datagrams) => tell("datagrams", { datagrams }),
    });
    const outcome = await handOver.run();
    if (outcome === "kept") play(AHEAD);
    return { outcome };
  },
  taken() {
    handOver.taken();
    return {};
  },
  whole() {
    handOver.whole();
    return {};
  },
  claimed({ isOwner }) {
    claimed(isOwner);
    return {};
  },
  invite({ move }) {
    moveTarget = new MoveTarget(move, moveParts);
    return { invitation: moveTarget.invitation };
  },
  async take({ sealed, move, next: number, grant, ca, listenTo }) {
    await takeOver(sealed, {
      move,
      claims,
      clock: systemClock,
      open: (bytes) => moveTarget.open(bytes),
      restore(saved) {
        connection = VoiceConnection.restore(saved, optionsOf({ grant, ca }));
        watch();
        listen(listenTo);
        for (const datagrams of early.splice(0)) connection.deliver(datagrams);
        return connection;
      },
    });
    next = number;
    play(AHEAD);
    return {};
  },
  deliver({ datagrams }) {
    if (connection === undefined) early.push(datagrams);
    else connection.deliver(datagrams);
    return {};
  },
  heard: () => ({ sequences: heard }),
  encryption: () => ({ ...connection.encryption }),
  sessions: () => ({ count: addon.liveCounts().sessions }),
};

async function carryOut({ do: deed, ...input }) {
  try {
    tell(deed, await DEEDS[deed](input));
  } catch (error) {
    const { message, code, record, field } = error;
    tell(deed, { error: message, code, record, field });
  }
}

process.on("message", (order) => void carryOut(order));
process.on("disconnect", () => process.exit());
tell("started");
