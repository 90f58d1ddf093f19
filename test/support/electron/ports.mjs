// Ports that may be handed to other processes: a local socket for each channel, with frames of v8. Neither the process that made a channel nor
// anybody else is in its path.
import { EventEmitter } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import v8 from "node:v8";

/** Between two attempts to reach an end that its process has not opened yet. */
const RETRY_MS = 2;
const HEADER = 4;

/** One end of a channel, in the words of Electron's `MessagePortMain`. It is open from `start`, or from the first message. */
export class StandInPort extends EventEmitter {
  /** @type {{ path: string, isFirst: boolean } | undefined} where the ends meet; undefined: it was handed to another process */
  #place;
  /** @type {net.Socket | undefined} */
  #socket;
  /** @type {Buffer[]} posted before the other end was there */
  #unsent = [];
  #received = Buffer.alloc(0);
  #isOpen = false;
  #isStarted = false;
  #isClosed = false;
  /** @type {unknown[]} */
  #unheard = [];

  /** @param {{ path: string, isFirst: boolean }} place */
  constructor(place) {
    super();
    this.#place = place;
  }

  /** Takes it out of this process. */
  handOver() {
    if (this.#place === undefined || this.#isOpen) throw new Error("this port is in use, or was handed over");
    const place = this.#place;
    this.#place = undefined;
    return place;
  }

  start() {
    this.#isStarted = true;
    this.#open();
    for (const data of this.#unheard.splice(0)) this.emit("message", { data, ports: [] });
  }

  /** @param {unknown} message */
  postMessage(message) {
    const body = v8.serialize(message);
    const frame = Buffer.alloc(HEADER + body.length);
    frame.writeUInt32BE(body.length);
    body.copy(frame, HEADER);
    this.#open();
    if (this.#socket?.readyState === "open") this.#socket.write(frame);
    else if (!this.#isClosed) this.#unsent.push(frame);
  }

  close() {
    if (this.#isClosed || this.#place === undefined) return;
    this.#isClosed = true;
    this.#open();
    this.#socket?.end();
  }

  #open() {
    if (this.#isOpen || this.#place === undefined) return;
    this.#isOpen = true;
    if (this.#place.isFirst) this.#listen(this.#place.path);
    else this.#connect(this.#place.path);
  }

  /** @param {string} file */
  #listen(file) {
    const server = net.createServer((socket) => {
      server.close();
      this.#joined(socket);
    });
    server.listen(file).unref();
  }

  /** @param {string} file */
  #connect(file) {
    const socket = net.connect(file);
    const again = () => setTimeout(() => this.#connect(file), RETRY_MS).unref();
    socket.once("error", again);
    socket.once("connect", () => {
      socket.off("error", again);
      this.#joined(socket);
    });
  }

  /** @param {net.Socket} socket */
  #joined(socket) {
    this.#socket = socket.unref();
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => this.#read(bytes));
    socket.on("close", () => {
      this.#isClosed = true;
      this.emit("close");
    });
    for (const frame of this.#unsent.splice(0)) socket.write(frame);
    if (this.#isClosed) socket.end();
  }

  /** @param {Buffer} bytes */
  #read(bytes) {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      if (this.#received.length < HEADER) return;
      const end = HEADER + this.#received.readUInt32BE();
      if (this.#received.length < end) return;
      const data = v8.deserialize(this.#received.subarray(HEADER, end));
      this.#received = this.#received.subarray(end);
      if (this.#isStarted) this.emit("message", { data, ports: [] });
      else this.#unheard.push(data);
    }
  }
}

/** @type {string | undefined} */
let folder;
let made = 0;

/** Removes the places where the ends of this process's channels meet. */
export function removePlaces() {
  if (folder !== undefined) fs.rmSync(folder, { recursive: true });
  folder = undefined;
}

/** A channel, as Electron's. */
export class MessageChannelMain {
  constructor() {
    folder ??= fs.mkdtempSync(path.join(os.tmpdir(), "sdkpp-ports-"));
    made += 1;
    const file = path.join(folder, String(made));
    this.port1 = new StandInPort({ path: file, isFirst: true });
    this.port2 = new StandInPort({ path: file, isFirst: false });
  }
}
