import { createSocket, type RemoteInfo } from "node:dgram";
import { parentPort } from "node:worker_threads";
import { AdjustableClock } from "../../clock/adjustable-clock.js";
import { Guard } from "../../guard/guard.js";
import { classify } from "./classify.js";
import { Forwarder } from "./forwarder.js";
import { ImpairedPath } from "./impaired-path.js";
import { MediaSession } from "./media-session.js";
import type { MediaCommand, MediaEvent } from "./messages.js";
import { SendPool } from "./send-pool.js";

/** The media worker: one UDP socket around the forwarder. Decides nothing itself. */

const REPORT_INTERVAL_MS = 1000;
const SOCKET_BUFFER_BYTES = 1 << 20;

const platform = parentPort;
if (platform === null) throw new Error("The media worker runs in a worker thread only.");

const guard = new Guard("media worker", (text) => tell({ type: "warning", text }));
const clock = new AdjustableClock((run) => guard.isolate("a timer", run));
const pool = new SendPool();
const socket = createSocket({
  type: "udp4",
  // Addresses are literal: answering at once spares a tick and an object per packet.
  lookup: (hostname, _options, callback) => callback(null, hostname, 4),
});
const forwarder = new Forwarder({
  send: (data, length, port, address, session) => {
    if (!path.isActive) return transmit(data, length, port, address);
    const copy = Buffer.from(data.subarray(0, length));
    path.pass("out", session?.userId, session !== undefined, () => transmit(copy, length, port, address));
  },
  exhausted: (ssrc) => tell({ type: "exhausted", ssrc }),
  warn: (text) => tell({ type: "warning", text }),
});
const path = new ImpairedPath(clock, forwarder.counters);

socket.on("message", (data: Buffer, from: RemoteInfo) =>
  guard.run(
    "a datagram",
    () => receive(data, from),
    () => void (forwarder.counters.faulted += 1),
  ),
);
// Before it is bound an error ends the worker, and the start with it.
socket.bind(0, "127.0.0.1", () => {
  // ICMP errors of clients that are gone arrive here; they concern no other client.
  socket.on("error", () => void (forwarder.counters.sendErrors += 1));
  socket.setRecvBufferSize(SOCKET_BUFFER_BYTES);
  socket.setSendBufferSize(SOCKET_BUFFER_BYTES);
  tell({ type: "bound", port: socket.address().port });
});

platform.on("message", (command: MediaCommand) => guard.isolate("a command", () => obey(command)));
reportEverySecond();

function receive(data: Buffer, from: RemoteInfo): void {
  if (!path.isActive) return forwarder.handle(clock.now(), data, from.address, from.port);
  const kind = classify(data);
  const deliver = () => forwarder.handle(clock.now(), data, from.address, from.port);
  path.pass("in", forwarder.claimedUser(data), kind === "rtp" || kind === "rtcp", deliver);
}

function obey(command: MediaCommand): void {
  switch (command.type) {
    case "add":
      path.addUser(command.userId);
      return forwarder.add(
        clock.now(),
        new MediaSession(command.ssrc, command.userId, command.room, command),
      );
    case "select":
      return forwarder.select(
        command.ssrc,
        command.mode,
        command.key,
        command.address,
        command.port,
        command.counter,
      );
    case "move":
      return forwarder.move(command.ssrc, command.address, command.port);
    case "latch":
      return void (forwarder.latches = command.isOn);
    case "announce":
      return forwarder.announce(clock.now(), command.ssrc);
    case "permit":
      return permit(command);
    case "e2ee":
      forwarder.setE2ee(clock.now(), command.room, command.isLifted, command.isChanging, command.members);
      return tell({ type: "confirmed", id: command.id });
    case "remove":
      return forwarder.remove(command.ssrc);
    case "impair":
      return path.setRules(command.rules);
    case "clock":
      return clock.setOffset(command.offset);
    case "stats":
      return tell({
        type: "stats",
        id: command.id,
        stats: { counters: forwarder.counters, sessions: forwarder.sessionStats() },
      });
    case "stop":
      return stop();
  }
}

function permit({ ssrc, maySpeak, mayHear }: { ssrc: number; maySpeak: boolean; mayHear: boolean }): void {
  const session = forwarder.find(ssrc);
  if (session !== undefined) Object.assign(session, { maySpeak, mayHear });
}

function transmit(data: Buffer, length: number, port: number, address: string): void {
  if (port === 0) return;
  const copy = pool.take(data, length);
  try {
    socket.send(copy, 0, length, port, address, countError);
  } catch {
    // An address that a client made up in op 1 and that is none.
    forwarder.counters.sendErrors += 1;
  }
}

function countError(error: Error | null): void {
  if (error !== null) forwarder.counters.sendErrors += 1;
}

function reportEverySecond(): void {
  clock.after(REPORT_INTERVAL_MS, () => {
    // First, so that a fault of one report does not end them all.
    reportEverySecond();
    forwarder.report(clock.now());
  });
}

function stop(): void {
  clock.stop();
  socket.close();
  platform?.close();
}

function tell(event: MediaEvent): void {
  platform?.postMessage(event);
}
