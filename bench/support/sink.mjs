// A bare voice server in a process of its own: enough of the voice gateway to let clients in, a UDP socket that
// counts what they send, and, on demand, speakers that send to them. Talks with the runner by IPC.
import { createCipheriv, randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:https";
import { WebSocketServer } from "ws";
import { makeAuthority, makeLeaf } from "../../platform/dist/tls/authority.js";
import { EncryptedPair } from "./encrypted-pair.mjs";

const MODE = "aead_aes256_gcm_rtpsize";
const FIRST_SPEAKER_SSRC = 500_000;

const authority = await makeAuthority();
const https = createServer(await makeLeaf(authority));
const gateway = new WebSocketServer({ server: https });
const udp = createSocket({ type: "udp4", recvBufferSize: 1 << 22, sendBufferSize: 1 << 22 });

/** by SSRC */
const sessions = new Map();
let nextSsrc = 1000;
/** arrival of every packet: [sequence, microseconds, bytes], of the session that is being watched */
let arrivals;
let isEncrypted = false;

/** The channel a client has joined, from the guild it names: see `channelOf` in side.mjs. */
const channelOf = (guildId) => String(Number(guildId) + 4000);

gateway.on("connection", (socket) => {
  const send = (op, d) => socket.send(JSON.stringify({ op, d }));
  const session = {
    ssrc: nextSsrc++,
    key: randomBytes(32),
    address: undefined,
    packets: 0,
    send,
    counter: 0,
  };
  sessions.set(session.ssrc, session);
  socket.on("close", () => sessions.delete(session.ssrc));
  send(8, { v: 8, heartbeat_interval: 41_250 });
  socket.on("message", (data, isBinary) => {
    if (isBinary) return void (data[0] === 26 && session.pair.keyPackage(data.subarray(1)));
    const { op, d } = JSON.parse(data);
    if (op === 0) {
      session.pair = new EncryptedPair(socket, d.user_id, channelOf(d.server_id));
      const { port } = udp.address();
      send(2, { ssrc: session.ssrc, ip: "127.0.0.1", port, modes: [MODE], experiments: [] });
    } else if (op === 1) {
      const secret_key = [...session.key];
      send(4, {
        mode: MODE,
        secret_key,
        audio_codec: "opus",
        media_session_id: "",
        dave_protocol_version: isEncrypted ? 1 : 0,
      });
      if (isEncrypted) session.pair.begin();
    } else if (op === 23) session.pair.ready();
    else if (op === 3) send(6, { t: typeof d === "number" ? d : d.t });
  });
});

udp.on("message", (message, from) => {
  if (message.length === 74) return answerDiscovery(message, from);
  if (message.length === 8 || (message[1] & 0x7f) !== 120) return;
  const session = sessions.get(message.readUInt32BE(8));
  if (session === undefined) return;
  session.packets += 1;
  arrivals?.push([message.readUInt16BE(2), Number(process.hrtime.bigint() / 1000n), message.length]);
});

function answerDiscovery(message, from) {
  const session = sessions.get(message.readUInt32BE(4));
  if (session === undefined) return;
  session.address = from;
  const answer = Buffer.alloc(74);
  answer.writeUInt16BE(2, 0);
  answer.writeUInt16BE(70, 2);
  answer.writeUInt32BE(session.ssrc, 4);
  answer.write(from.address, 8, "ascii");
  answer.writeUInt16BE(from.port, 72);
  udp.send(answer, from.port, from.address);
}

/** Speakers that send to the newest session: spread over the 20 ms, or all at once. */
function speak({ count, packets, burst }) {
  const session = [...sessions.values()].at(-1);
  const userIds = Array.from({ length: count }, (_, at) => String(9_000_000 + at));
  session.send(11, { user_ids: userIds });
  userIds.forEach((user_id, at) =>
    session.send(5, { user_id, ssrc: FIRST_SPEAKER_SSRC + at, speaking: 1, delay: 0 }),
  );
  const frames = packets.map((packet) => Buffer.from(packet, "base64"));
  const started = performance.now();
  // who spoke before goes on
  const { nextFrame = 0 } = session;
  let sent = 0;
  const step = () => {
    const ticks = (performance.now() - started) / 20;
    const due = burst ? Math.floor(ticks) * count : Math.floor(ticks * count);
    for (; sent < due; sent += 1) {
      const frame = nextFrame + Math.floor(sent / count);
      sendFrame(session, sent % count, frame, frames);
      session.nextFrame = frame + 1;
    }
    session.timer = setTimeout(step, 1);
  };
  step();
}

function sendFrame(session, speaker, frame, frames) {
  const header = Buffer.alloc(12);
  header[0] = 0x80;
  header[1] = 120;
  header.writeUInt16BE(frame & 0xffff, 2);
  header.writeUInt32BE((frame * 960) >>> 0, 4);
  header.writeUInt32BE(FIRST_SPEAKER_SSRC + speaker, 8);
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(++session.counter, 0);
  const cipher = createCipheriv("aes-256-gcm", session.key, nonce);
  cipher.setAAD(header);
  const sealed = cipher.update(frames[(frame + speaker * 7) % frames.length]);
  cipher.final();
  const packet = Buffer.concat([header, sealed, cipher.getAuthTag(), nonce.subarray(0, 4)]);
  udp.send(packet, session.address.port, session.address.address);
}

/** Sessions that come without a gateway, whose SSRCs follow each other: for senders that know no protocol. */
function expect(count) {
  const ssrc = nextSsrc;
  for (; nextSsrc < ssrc + count; nextSsrc += 1) sessions.set(nextSsrc, { ssrc: nextSsrc, packets: 0 });
  return { ssrc, port: udp.address().port };
}

const commands = {
  expect,
  encrypt: () => void (isEncrypted = true),
  speak,
  silence: () => sessions.forEach((session) => clearTimeout(session.timer)),
  watch: () => (arrivals = []),
  watched: () => {
    const watched = arrivals;
    arrivals = undefined;
    return watched;
  },
  count: () => [...sessions.values()].reduce((sum, session) => sum + session.packets, 0),
};

process.on("message", ({ id, command, argument }) => {
  process.send({ id, result: commands[command](argument) });
});
process.on("disconnect", () => process.exit(0));

await new Promise((resolve) => udp.bind(0, "127.0.0.1", resolve));
await new Promise((resolve) => https.listen(0, "127.0.0.1", resolve));
process.send({ endpoint: `localhost:${https.address().port}`, ca: authority.certificate });
