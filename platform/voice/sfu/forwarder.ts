import { AeadMode, type Snowflake } from "sdkpp/wire";
import { counterOf, makeAead, MAX_DATAGRAM } from "./aead.js";
import { AddressLatch } from "./address-latch.js";
import { classify, writeDiscoveryResponse, writePong } from "./classify.js";
import { EarlyDiscoveries } from "./early-discoveries.js";
import { E2eeRules, NO_E2EE } from "./e2ee-rules.js";
import { COUNTER_END, HOLD_MS, isInOurQuarter, type MediaSession } from "./media-session.js";
import type { E2eeMember, MediaCounters, SessionStats } from "./messages.js";
import { ReplayWindow } from "./replay-window.js";
import { readRtcp, rtcpSsrc, RTCP_CLEAR_LENGTH, writeReceiverReport } from "./rtcp.js";
import { makeNormalRtp, normalizeRtp, rtpClearLength, rtpSequence, rtpSsrc, rtpTimestamp } from "./rtp.js";

/** Receives the forwarder's outputs. Buffers are valid until the call returns. */
export interface MediaSink {
  /** @param session the receiver; undefined for responses to strangers */
  send(data: Buffer, length: number, port: number, address: string, session: MediaSession | undefined): void;
  exhausted(ssrc: number): void;
  warn(text: string): void;
}

/** Sender SSRC of the platform's own reports; no session uses it (vectors `rtcp`). */
const REPORTER_SSRC = 1;
/** Senders that are silent for longer get no reports. */
const REPORT_WHILE_MS = 10_000;

/** The participants of one call and the rules for forwarding between them. */
interface MediaRoom {
  readonly sessions: Set<MediaSession>;
  readonly rules: E2eeRules;
}

/** Opens each packet once and seals it once per receiver (voice-transport 6.2). Uses neither sockets nor clocks. */
export class Forwarder {
  readonly counters = emptyCounters();
  /** Whether a client's address follows its newest authentic datagram (3.2); otherwise only op 1 sets it. */
  latches = true;
  readonly #sessions = new Map<number, MediaSession>();
  readonly #rooms = new Map<string, MediaRoom>();
  readonly #sink: MediaSink;
  readonly #early = new EarlyDiscoveries();
  readonly #normal = makeNormalRtp();
  readonly #out = Buffer.alloc(MAX_DATAGRAM + 64);

  constructor(sink: MediaSink) {
    this.#sink = sink;
  }

  /** Adds a session and answers a discovery that arrived before it. @param now milliseconds */
  add(now: number, session: MediaSession): void {
    this.#sessions.set(session.ssrc, session);
    const room = this.#rooms.get(session.room) ?? { sessions: new Set(), rules: new E2eeRules() };
    room.sessions.add(session);
    this.#rooms.set(session.room, room);
    const early = this.#early.take(now, session.ssrc);
    if (early !== undefined) this.#answerDiscovery(session.ssrc, early.address, early.port);
  }

  find(ssrc: number): MediaSession | undefined {
    return this.#sessions.get(ssrc);
  }

  remove(ssrc: number): void {
    const session = this.#sessions.get(ssrc);
    if (session === undefined) return;
    this.#sessions.delete(ssrc);
    const room = this.#rooms.get(session.room);
    room?.sessions.delete(session);
    if (room?.sessions.size === 0) this.#rooms.delete(session.room);
    for (const other of room?.sessions ?? []) other.forgetReceiver(ssrc);
  }

  /** Handles op 1: sets the key with which packets of this session are opened and sealed. */
  select(
    ssrc: number,
    mode: AeadMode,
    key: Uint8Array,
    address: string,
    port: number,
    counter: number,
  ): void {
    const session = this.#sessions.get(ssrc);
    if (session === undefined) return;
    session.aead = makeAead(mode, key);
    session.mode = mode;
    // A new key starts new counters.
    session.replay = new ReplayWindow();
    session.latch = new AddressLatch();
    session.address = address;
    session.port = port;
    session.counter = counter;
  }

  /** Handles a repeated op 1: the client's address has changed; key, counters and sequence continue. */
  move(ssrc: number, address: string, port: number): void {
    const session = this.#sessions.get(ssrc);
    if (session === undefined) return;
    session.address = address;
    session.port = port;
    session.latch.set(address, port);
  }

  /** Replaces the end-to-end encryption state of a room. */
  setE2ee(
    now: number,
    name: string,
    isLifted: boolean,
    isChanging: boolean,
    members: readonly E2eeMember[],
  ): void {
    const room = this.#rooms.get(name);
    const sessions = [...(room?.sessions ?? [])];
    room?.rules.set(
      now,
      isLifted,
      isChanging,
      sessions.map(({ e2ee }) => e2ee),
    );
    for (const session of sessions)
      session.e2ee.settings = members.find(({ ssrc }) => ssrc === session.ssrc) ?? NO_E2EE;
  }

  /** Handles op 5: forwards the held packets. @param now milliseconds */
  announce(now: number, ssrc: number): void {
    const session = this.#sessions.get(ssrc);
    if (session === undefined) return;
    session.isAnnounced = true;
    for (const { at, header, payload } of session.held.splice(0)) {
      if (now - at > HOLD_MS) this.counters.unannounced += 1;
      else this.#fanOut(now, session, header, header.length, payload);
    }
  }

  /** Handles a datagram from the network. A datagram that is not authentic changes no session. */
  handle(now: number, data: Buffer, address: string, port: number): void {
    this.counters.received += 1;
    switch (classify(data)) {
      case "rtp":
        return this.#rtp(now, data, address, port);
      case "rtcp":
        return this.#rtcp(now, data, address, port);
      case "ip_discovery_request":
        return this.#discovery(now, data, address, port);
      case "ping_request":
        return this.#ping(data, address, port);
      case "keepalive":
        return;
      default:
        this.counters.malformed += 1;
    }
  }

  /** Sends every active sender a receiver report. Call once per second. */
  report(now: number): void {
    for (const session of this.#sessions.values()) {
      if (session.aead === undefined || now - session.reception.lastPacketAt > REPORT_WHILE_MS) continue;
      const uplink = session.reception.report(now, session.ssrc);
      session.reportedLoss = Math.max(uplink.fractionLost, session.downlinkLoss(now));
      const body = writeReceiverReport(this.#out, REPORTER_SSRC, {
        ...uplink,
        fractionLost: session.reportedLoss,
      });
      if (this.#sealTo(session, RTCP_CLEAR_LENGTH, body)) this.counters.reportsOut += 1;
    }
  }

  sessionStats(): SessionStats[] {
    return [...this.#sessions.values()].map((session) => ({
      userId: session.userId,
      ssrc: session.ssrc,
      packetsIn: session.packetsIn,
      packetsOut: session.packetsOut,
      refused: session.refused,
      replayed: session.replayed,
      uplinkLoss: session.reception.fractionLost / 256,
      reportedLoss: session.reportedLoss / 256,
      address: session.aead === undefined ? undefined : `${session.address}:${session.port}`,
    }));
  }

  /** The user that a datagram claims as its sender; not authenticated, for impairments only. */
  claimedUser(data: Buffer): Snowflake | undefined {
    const kind = classify(data);
    if (kind === "rtp") return this.#sessions.get(rtpSsrc(data))?.userId;
    if (kind === "rtcp" || kind === "ip_discovery_request") return this.#sessions.get(rtcpSsrc(data))?.userId;
    return undefined;
  }

  #rtp(now: number, packet: Buffer, address: string, port: number): void {
    const clearLength = packet.length > MAX_DATAGRAM ? undefined : rtpClearLength(packet);
    if (clearLength === undefined) return void (this.counters.malformed += 1);
    const session = this.#sessions.get(rtpSsrc(packet));
    const plaintext = this.#open(now, session, packet, clearLength, address, port);
    if (session === undefined || plaintext === undefined) return;
    session.packetsIn += 1;
    session.reception.packet(now, rtpSequence(packet), rtpTimestamp(packet));
    if (!session.maySpeak) return void (this.counters.silenced += 1);
    const normal = this.#normal;
    if (!normalizeRtp(packet, plaintext, normal)) return void (this.counters.malformed += 1);
    const payload = plaintext.subarray(normal.start, normal.end);
    if (session.isAnnounced) return this.#fanOut(now, session, normal.header, normal.headerLength, payload);
    const header = Buffer.from(normal.header.subarray(0, normal.headerLength));
    if (!session.hold({ at: now, header, payload: Buffer.from(payload) })) this.counters.unannounced += 1;
  }

  #rtcp(now: number, packet: Buffer, address: string, port: number): void {
    const session = this.#sessions.get(rtcpSsrc(packet));
    const plaintext = this.#open(now, session, packet, RTCP_CLEAR_LENGTH, address, port);
    if (session === undefined || plaintext === undefined) return;
    this.counters.reportsIn += 1;
    const { ntpMiddle, losses } = readRtcp(packet, plaintext);
    if (ntpMiddle !== undefined) session.reception.senderReport(now, ntpMiddle);
    for (const { ssrc, fractionLost } of losses) {
      const heard = this.#sessions.get(ssrc);
      if (heard?.room === session.room) heard.heardLoss(session.ssrc, fractionLost, now);
    }
  }

  #open(
    now: number,
    session: MediaSession | undefined,
    packet: Buffer,
    clearLength: number,
    address: string,
    port: number,
  ): Buffer | undefined {
    if (session?.aead === undefined) return void (this.counters.unknownSsrc += 1);
    const isAdmitted = this.latches ? session.latch.admits(now, address, port) : session.isAt(address, port);
    if (!isAdmitted) return this.#dropUnexpected(now, session);
    const plaintext = session.aead.open(packet, clearLength);
    if (plaintext === undefined) return this.#dropForged(now, session);
    const counter = counterOf(packet);
    if (!session.replay.accept(counter)) {
      session.replayed += 1;
      return void (this.counters.replayed += 1);
    }
    this.counters.opened += 1;
    if (isInOurQuarter(counter)) this.#warnQuarter(session);
    // The newest authentic datagram sets the address: the discovery may have come from another one (3.2).
    session.address = address;
    session.port = port;
    session.latch.set(address, port);
    return plaintext;
  }

  /** Without latching, pings from unknown addresses are dropped. */
  #ping(request: Buffer, address: string, port: number): void {
    const isKnown = this.latches || [...this.#sessions.values()].some((one) => one.isAt(address, port));
    if (!isKnown) return void (this.counters.unexpected += 1);
    this.counters.pings += 1;
    this.#sink.send(writePong(request), request.length, port, address, undefined);
  }

  #dropForged(now: number, session: MediaSession): undefined {
    this.counters.refused += 1;
    session.refused += 1;
    this.#warnFlood(now, session);
  }

  #dropUnexpected(now: number, session: MediaSession): undefined {
    this.counters.unexpected += 1;
    this.#warnFlood(now, session);
  }

  #warnFlood(now: number, session: MediaSession): void {
    if (session.suspect(now))
      this.#sink.warn(`received many packets with SSRC ${session.ssrc} that are not authentic`);
  }

  #warnQuarter(session: MediaSession): void {
    // Only GCM loses its authenticity with a repeated nonce.
    if (session.hasWarnedQuarter || session.mode !== AeadMode.Aes256Gcm) return;
    session.hasWarnedQuarter = true;
    this.#sink.warn(`SSRC ${session.ssrc} uses counters reserved for the platform: nonces may repeat`);
  }

  #fanOut(now: number, sender: MediaSession, header: Buffer, headerLength: number, payload: Buffer): void {
    const room = this.#rooms.get(sender.room);
    if (room === undefined) return;
    const verdict = room.rules.judge(now, sender.e2ee, payload);
    if (verdict.rejection !== undefined) return void (this.counters[verdict.rejection] += 1);
    for (const receiver of room.sessions) {
      if (receiver === sender || receiver.aead === undefined || !receiver.mayHear) continue;
      const rejection = room.rules.rejects(verdict, receiver.e2ee);
      if (rejection !== undefined) this.counters[rejection] += 1;
      else this.#pass(receiver, header, headerLength, payload);
    }
  }

  #pass(receiver: MediaSession, header: Buffer, headerLength: number, payload: Buffer): void {
    header.copy(this.#out, 0, 0, headerLength);
    if (!this.#sealTo(receiver, headerLength, payload)) return;
    receiver.packetsOut += 1;
    this.counters.forwarded += 1;
  }

  /** Seals a packet whose header is in the output buffer, and sends it. @returns false when the counter is used up */
  #sealTo(receiver: MediaSession, clearLength: number, plaintext: Buffer): boolean {
    if (receiver.aead === undefined) return false;
    if (receiver.counter > COUNTER_END) return false;
    const length = receiver.aead.seal(this.#out, clearLength, plaintext, receiver.counter);
    receiver.counter += 1;
    if (receiver.counter > COUNTER_END) this.#sink.exhausted(receiver.ssrc);
    this.#sink.send(this.#out, length, receiver.port, receiver.address, receiver);
    return true;
  }

  /** A discovery with an unknown SSRC waits until its session is added. */
  #discovery(now: number, request: Buffer, address: string, port: number): void {
    const ssrc = rtcpSsrc(request);
    if (this.#sessions.has(ssrc)) return this.#answerDiscovery(ssrc, address, port);
    this.counters.unknownSsrc += 1;
    this.#early.keep(now, ssrc, address, port);
  }

  #answerDiscovery(ssrc: number, address: string, port: number): void {
    this.counters.discoveries += 1;
    const response = writeDiscoveryResponse(ssrc, address, port);
    this.#sink.send(response, response.length, port, address, undefined);
  }
}

function emptyCounters(): MediaCounters {
  return {
    received: 0,
    opened: 0,
    forwarded: 0,
    refused: 0,
    replayed: 0,
    unknownSsrc: 0,
    malformed: 0,
    unexpected: 0,
    faulted: 0,
    unannounced: 0,
    silenced: 0,
    e2eeClear: 0,
    e2eeUnaware: 0,
    e2eeKeyless: 0,
    e2eeEarly: 0,
    pings: 0,
    discoveries: 0,
    reportsIn: 0,
    reportsOut: 0,
    impairedLost: 0,
    impairedDelayed: 0,
    sendErrors: 0,
  };
}
