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

/** The media worker: connects one UDP socket to the forwarder and contains no rules. */

const REPORT_INTERVAL_MS = 1000;
const SOCKET_BUFFER_BYTES = 1 << 20;

const platform = parentPort;
if (platform === null) throw new Error("The media worker must run in a worker thread.");

const guard = new Guard("media worker", (text) => emit({ type: "warning", text }));
const clock = new AdjustableClock((run) => guard.isolate("a timer", run));
const pool = new SendPool();
const socket = createSocket({
  type: "udp4",
  // Addresses are literal: a synchronous lookup saves a tick and an object per packet.
  lookup: (hostname, _options, callback) => callback(null, hostname, 4),
});
const forwarder = new Forwarder({
  send: (data, length, port, address, session) => {
    if (!path.isActive) return transmit(data, length, port, address);
    const copy = Buffer.from(data.subarray(0, length));
    path.pass("out", session?.userId, session !== undefined, () => transmit(copy, length, port, address));
  },
  exhausted: (ssrc) => emit({ type: "exhausted", ssrc }),
  warn: (text) => emit({ type: "warning", text }),
});
const path = new ImpairedPath(clock, forwarder.counters);

socket.on("message", (data: Buffer, from: RemoteInfo) =>
  guard.run(
    "a datagram",
    () => receive(data, from),
    () => void (forwarder.counters.faulted += 1),
  ),
);
// An error before the socket is bound ends the worker, and the start of the platform fails.
socket.bind(0, "127.0.0.1", guard.listener("the bound socket", begin));

platform.on("message", (command: MediaCommand) => guard.isolate("a command", () => run(command)));
reportEverySecond();

function begin(): void {
  // ICMP errors of clients that are gone arrive here; they do not affect other clients.
  socket.on("error", () => void (forwarder.counters.sendErrors += 1));
  socket.setRecvBufferSize(SOCKET_BUFFER_BYTES);
  socket.setSendBufferSize(SOCKET_BUFFER_BYTES);
  emit({ type: "bound", port: socket.address().port });
}

function receive(data: Buffer, from: RemoteInfo): void {
  if (!path.isActive) return forwarder.handle(clock.elapsed(), data, from.address, from.port);
  const kind = classify(data);
  const deliver = () => forwarder.handle(clock.elapsed(), data, from.address, from.port);
  path.pass("in", forwarder.claimedUser(data), kind === "rtp" || kind === "rtcp", deliver);
}

function run(command: MediaCommand): void {
  switch (command.type) {
    case "add":
      path.addUser(command.userId);
      return forwarder.add(
        clock.elapsed(),
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
      return forwarder.announce(clock.elapsed(), command.ssrc);
    case "permit":
      return permit(command);
    case "e2ee":
      forwarder.setE2ee(clock.elapsed(), command.room, command.isLifted, command.isChanging, command.members);
      return emit({ type: "confirmed", id: command.id });
    case "remove":
      return forwarder.remove(command.ssrc);
    case "impair":
      return path.setRules(command.rules);
    case "clock":
      return clock.follow(command.reading);
    case "stats":
      return emit({
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
    // The address that a client sent in op 1 is invalid.
    forwarder.counters.sendErrors += 1;
  }
}

function countError(error: Error | null): void {
  if (error !== null) forwarder.counters.sendErrors += 1;
}

function reportEverySecond(): void {
  clock.after(REPORT_INTERVAL_MS, () => {
    // Schedules the next report first, so that a failing report does not stop the others.
    reportEverySecond();
    forwarder.report(clock.elapsed());
  });
}

/** The platform's thread ends this one: not every host of workers has `parentPort.close()`. */
function stop(): void {
  clock.stop();
  socket.close(guard.listener("the end of the socket", () => emit({ type: "stopped" })));
}

function emit(event: MediaEvent): void {
  platform?.postMessage(event);
}
