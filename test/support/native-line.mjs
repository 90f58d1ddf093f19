// A session of the addon on the test's own UDP socket: no gateway and no platform; the test seals every packet.
import { createCipheriv, createSecretKey, randomBytes } from "node:crypto";
import dgram from "node:dgram";

const MODE = "aead_aes256_gcm_rtpsize";
const OWN_SSRC = 1;
const HEADER = 12;
const TAG = 16;
const DISCOVERY = 74;
const PING = 0x1337cafe;
const PONG = 0x1337f00d;
const OPUS = 0x78;

/** Seals RTP packets in the AES mode of the voice transport. */
export class LineSealer {
  #key;
  #counter = 0x80000000;
  #nonce = Buffer.alloc(12);

  constructor(key) {
    this.#key = createSecretKey(key);
  }

  /** @returns the datagram */
  seal(ssrc, sequence, timestamp, payload) {
    const header = Buffer.alloc(HEADER);
    header.writeUInt8(0x80, 0);
    header.writeUInt8(OPUS, 1);
    header.writeUInt16BE(sequence & 0xffff, 2);
    header.writeUInt32BE(timestamp >>> 0, 4);
    header.writeUInt32BE(ssrc >>> 0, 8);
    this.#counter = (this.#counter + 1) >>> 0;
    this.#nonce.writeUInt32BE(this.#counter, 0);
    const cipher = createCipheriv("aes-256-gcm", this.#key, this.#nonce, { authTagLength: TAG });
    cipher.setAAD(header);
    const sealed = cipher.update(payload);
    cipher.final();
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter, 0);
    return Buffer.concat([header, sealed, cipher.getAuthTag(), counter]);
  }
}

/** Answers IP discovery and pings. @returns whether the datagram was one of these */
export function answerControl(socket, message, from) {
  if (message.length === DISCOVERY && message.readUInt16BE(0) === 1) {
    const answer = Buffer.alloc(DISCOVERY);
    answer.writeUInt16BE(2, 0);
    answer.writeUInt16BE(70, 2);
    message.copy(answer, 4, 4, 8);
    answer.write(from.address, 8, "ascii");
    answer.writeUInt16BE(from.port, 72);
    socket.send(answer, from.port, from.address);
    return true;
  }
  if (message.length !== 8 || message.readUInt32BE(0) !== PING) return false;
  const pong = Buffer.from(message);
  pong.writeUInt32BE(PONG, 0);
  socket.send(pong, from.port, from.address);
  return true;
}

/** The UDP line of one session, from joining until packets can flow. */
export class NativeLine {
  outputs = [];
  received = [];
  packets = 0;
  /** The newest packet of the session, sealed. */
  newest;
  #socket = dgram.createSocket("udp4");
  #key = randomBytes(32);
  #sealer = new LineSealer(this.#key);
  #peer;
  #connected;

  constructor(addon, { userId = 1n, server = undefined } = {}) {
    this.server = server;
    this.session = addon.createVoiceSession({
      userId,
      seed: randomBytes(32),
      preferredMode: MODE,
      recovery: "full",
      admission: "usual",
      start: "running",
      onWake: () => this.drain(),
    });
  }

  get key() {
    return this.#key;
  }

  /** @param server address of another server; default: our own socket */
  async connect() {
    const server = this.server ?? (await this.#listen());
    const { session } = this;
    const connected = new Promise((resolve) => (this.#connected = resolve));
    session.join(performance.now());
    session.serverUpdate(performance.now());
    session.socketOpened(performance.now());
    session.hello(30_000, performance.now());
    session.ready(OWN_SSRC, "127.0.0.1", server.port, [MODE], performance.now());
    this.drain();
    await connected;
    return this;
  }

  async #listen() {
    this.#socket.on("message", (message, from) => {
      if (answerControl(this.#socket, message, from)) this.#peer = from;
      else this.#note(message);
    });
    await new Promise((resolve) => this.#socket.bind(0, "127.0.0.1", resolve));
    return this.#socket.address();
  }

  #note(packet) {
    this.packets += 1;
    this.newest = packet;
  }

  drain() {
    for (let output; (output = this.session.poll(performance.now())) !== undefined;) {
      this.outputs.push(output);
      if (output.type !== "selectProtocol") continue;
      this.session.sessionDescription(MODE, this.#key, performance.now());
      this.#connected();
    }
    const batch = this.session.takeReceived();
    if (batch !== undefined) this.received.push(batch);
  }

  /** Sends a packet to the session. */
  send(ssrc, sequence, timestamp, payload) {
    this.#socket.send(
      this.#sealer.seal(ssrc, sequence, timestamp, payload),
      this.#peer.port,
      this.#peer.address,
    );
  }

  close() {
    this.session.close();
    this.#socket.close();
  }
}
