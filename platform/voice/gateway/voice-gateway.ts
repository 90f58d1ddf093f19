import type { KeyObject } from "node:crypto";
import { AeadMode, VoiceCloseCode, VoiceOpcode, type Snowflake } from "sdkpp/wire";
import type { TimerClock } from "../../clock/clock.js";
import type { PlatformEvent, VoicePermission } from "../../domain/reactions/events.js";
import type { Publisher } from "../../domain/reactions/publisher.js";
import { admitToVoice, type VoiceClaim } from "../../domain/rules/voice/admission.js";
import { type E2eeMode, e2eeOf } from "../../domain/rules/voice/e2ee.js";
import type { Guard } from "../../guard/guard.js";
import type { JoinGuard } from "../../domain/rules/voice/join-guard.js";
import { permissionOf } from "../../domain/reactions/voice/call-events.js";
import type { World } from "../../domain/world/world.js";
import type { E2eeCommand, MediaCommand } from "../sfu/messages.js";
import { DaveRooms } from "./dave-rooms.js";
import type { SentMessage } from "./resume-buffer.js";
import { Room, speakingOf } from "./room.js";
import { NUMBERED_SINCE, VoiceSession, type VoiceSink } from "./session.js";
import type { SsrcPool } from "./ssrc-pool.js";
import { endTakenOver, type TakenOverClose } from "./taken-over-close.js";

/** How long a session waits for a Resume after it loses its socket, milliseconds (voice-transport 2.8). */
export const VOICE_RESUME_WINDOW_MS = 60_000;

/** How to end a voice socket: a close code, a TCP reset, or a half-open connection. */
export type VoiceCut = number | "reset" | "halfopen";

/** The parts of the platform that the voice gateway uses. */
export interface VoiceGatewayParts {
  readonly world: World;
  readonly clock: TimerClock;
  readonly publisher: Publisher;
  readonly guard: JoinGuard;
  /** Guard of work that nobody awaits. */
  readonly faults: Guard;
  readonly ssrcs: SsrcPool;
  /** Private P-256 key of the external sender of every encrypted call. */
  readonly signingKey: KeyObject;
  readonly e2ee: E2eeMode;
  readonly takenOverClose: TakenOverClose;
  readonly singleUseVoiceTokens: boolean;
  /** Cryptographically secure random bytes. */
  randomBytes(length: number): Uint8Array;
  media(command: MediaCommand): void;
  /** Like {@link media}; resolves when the command is applied. */
  forward(command: E2eeCommand): Promise<void>;
}

/** The address to which clients send media. */
export interface MediaAddress {
  readonly ip: string;
  readonly port: number;
}

/** Owns all voice sessions and rooms: starts, describes, resumes and ends them. */
export class VoiceGateway {
  /** The modes that op 2 offers, in this order. */
  modes: readonly string[] = [AeadMode.Aes256Gcm, AeadMode.XChaCha20Poly1305];
  /** The number before a new session's first message; tests set it close to the wrap. */
  lastSeqAtStart = 0;
  /** Encryption of voice sessions that start from now on. */
  e2ee: E2eeMode;
  /** Whether op 5 of other users is withheld, so that clients must infer the owner of an SSRC. */
  withholdsSpeaking = false;
  readonly dave: DaveRooms;
  readonly #parts: VoiceGatewayParts;
  readonly #address: () => MediaAddress;
  readonly #byToken = new Map<string, VoiceSession>();
  readonly #rooms = new Map<string, Room>();

  /** @param address known when the first socket is open */
  constructor(parts: VoiceGatewayParts, address: () => MediaAddress) {
    this.#parts = parts;
    this.#address = address;
    this.e2ee = parts.e2ee;
    this.dave = new DaveRooms({
      clock: parts.clock,
      guard: parts.faults,
      signingKey: parts.signingKey,
      forward: (command) => parts.forward(command),
      close: (session, code) => this.#expel(session, code),
    });
    parts.publisher.subscribe((event) => this.#hear(event));
  }

  /**
   * Handles op 0.
   * @param maxDaveVersion the newest version of end-to-end encryption that the client supports; 0: none
   * @returns a close code when the claim is rejected
   */
  identify(claim: VoiceClaim, maxDaveVersion: number, sink: VoiceSink): VoiceSession | VoiceCloseCode {
    const participation = admitToVoice(this.#parts.world, claim, this.#parts.singleUseVoiceTokens);
    if (typeof participation === "number") return participation;
    const e2ee = e2eeOf(this.#parts.world, participation, this.e2ee);
    if (e2ee === "required" && maxDaveVersion === 0) {
      this.#guard(claim.userId, VoiceCloseCode.DaveRequired);
      return VoiceCloseCode.DaveRequired;
    }
    const old = this.#find(claim.serverId, claim.userId);
    // Not 4006, after which the old client would rejoin and replace this one in turn (2.8).
    if (old !== undefined) this.#expel(old, VoiceCloseCode.Disconnected);
    const session = new VoiceSession(
      participation,
      this.#parts.ssrcs.allocate(),
      e2ee === "off" ? 0 : maxDaveVersion,
      this.lastSeqAtStart,
    );
    this.#byToken.set(session.token, session);
    this.#attach(session, sink);
    const { maySpeak, mayHear } = permissionOf(participation);
    this.#parts.media({
      type: "add",
      ssrc: session.ssrc,
      userId: session.userId,
      room: session.room,
      maySpeak,
      mayHear,
    });
    session.sendPlain(VoiceOpcode.Ready, this.#readyOf(session));
    return session;
  }

  /** Handles op 1. @returns a close code when the protocol or mode is rejected */
  selectProtocol(
    session: VoiceSession,
    protocol: string,
    mode: string,
    address: string,
    port: number,
  ): number | undefined {
    if (protocol !== "udp") return VoiceCloseCode.UnknownProtocol;
    if (!this.modes.includes(mode) || !isAeadMode(mode)) return VoiceCloseCode.UnknownEncryptionMode;
    const isNew = !session.isDescribed;
    // A key is never used with two modes.
    if (session.mode !== mode || session.key === undefined) this.#begin(session, mode, address, port);
    else this.#parts.media({ type: "move", ssrc: session.ssrc, address, port });
    session.sendPlain(VoiceOpcode.SessionDescription, this.#describe(session));
    if (!isNew) return undefined;
    this.#roomOf(session).enter(session, this.withholdsSpeaking);
    // Clients ignore DAVE messages before op 4 and reject members that no op 11 has announced.
    this.dave.enter(session);
    return undefined;
  }

  /** Handles op 5. */
  speak(session: VoiceSession, flags: number): void {
    this.#follow(session, flags);
    this.#parts.media({ type: "announce", ssrc: session.ssrc });
    if (session.isDescribed && !this.withholdsSpeaking)
      this.#roomOf(session).broadcast(session, VoiceOpcode.Speaking, speakingOf(session));
  }

  /** Flags of a user's newest op 5; undefined before the first of its present session. */
  speakingOf(serverId: Snowflake, userId: Snowflake): number | undefined {
    return this.#find(serverId, userId)?.speaking;
  }

  /** Publishes that a member of a server's call starts or stops speaking. */
  #follow(session: VoiceSession, flags: number): void {
    const wasSpeaking = (session.speaking ?? 0) !== 0;
    const isSpeaking = flags !== 0;
    session.speaking = flags;
    const { kind, channelId, userId } = session.participation;
    if (wasSpeaking === isSpeaking || kind !== "guild") return;
    this.#parts.publisher.publish([{ kind: "voice.speaking", channelId, userId, isSpeaking }]);
  }

  /** Forwards ops 12 and 14, which the platform itself does not use. */
  broadcast(session: VoiceSession, op: number, d: unknown): void {
    if (session.isDescribed) this.#roomOf(session).broadcast(session, op, d);
  }

  /** Forwards op 15. */
  relay(session: VoiceSession, op: number, d: unknown): void {
    if (session.isDescribed) this.#roomOf(session).relay(session, op, d);
  }

  /** Handles op 7. @returns undefined when the session cannot be resumed */
  resume(
    serverId: Snowflake,
    sessionId: string,
    token: string,
    seqAck: number | undefined,
    sink: VoiceSink,
  ): VoiceSession | undefined {
    const session = this.#byToken.get(token);
    if (
      session === undefined ||
      session.serverId !== serverId ||
      session.participation.sessionId !== sessionId
    )
      return undefined;
    const isNumbered = sink.version >= NUMBERED_SINCE;
    const unheard = isNumbered ? session.buffer.after(seqAck) : [];
    if (unheard === undefined) return undefined;
    // The loss of the old socket may not have been noticed yet.
    this.dave.lost(session, opsOf(unheard));
    // What that has caused comes with it.
    const missed = isNumbered ? (session.buffer.after(seqAck) ?? []) : [];
    this.#attach(session, sink);
    session.sendPlain(VoiceOpcode.Resumed, null);
    for (const message of missed) sink.send(message.data);
    this.dave.returned(session, isNumbered ? opsOf(missed) : undefined);
    return session;
  }

  /** Keeps a session whose socket is gone, and its media path, until it resumes or the resume window ends. */
  release(session: VoiceSession, sink: VoiceSink): void {
    if (session.sink !== sink) return;
    session.sink = undefined;
    this.#parts.world.voice.setLive(session.token, false);
    session.expiry = this.#parts.clock.after(VOICE_RESUME_WINDOW_MS, () => this.end(session));
    this.dave.lost(session);
  }

  /** Ends a session: notifies the other members and stops its media. */
  end(session: VoiceSession): void {
    // A later session may have the same token.
    if (this.#byToken.get(session.token) !== session) return;
    this.#byToken.delete(session.token);
    session.expiry?.cancel();
    session.sink = undefined;
    this.#follow(session, 0);
    this.#parts.world.voice.setLive(session.token, false);
    this.#parts.media({ type: "remove", ssrc: session.ssrc });
    this.#parts.ssrcs.release(session.ssrc);
    const room = this.#rooms.get(session.room);
    room?.leave(session);
    this.dave.left(session);
    if (room?.isEmpty === true) this.#rooms.delete(session.room);
  }

  /** Ends a user's sockets, for tests; the sessions wait for a resume. */
  cut(userId: Snowflake, how: VoiceCut): void {
    for (const session of this.#byToken.values()) {
      if (session.userId !== userId) continue;
      if (how === "reset") session.sink?.reset();
      else if (how === "halfopen") session.sink?.freeze();
      else this.#close(session, how);
    }
  }

  /** Ends every session, after which clients do not come back by themselves. */
  startOver(): void {
    for (const session of [...this.#byToken.values()]) this.#expel(session, VoiceCloseCode.Disconnected);
  }

  /** The session that sends under an SSRC. */
  sessionOf(ssrc: number): VoiceSession | undefined {
    return [...this.#byToken.values()].find((one) => one.ssrc === ssrc);
  }

  /** Ends a session that has used up its AEAD counters. */
  exhausted(ssrc: number): void {
    const session = this.sessionOf(ssrc);
    if (session !== undefined) this.#expel(session, VoiceCloseCode.SessionInvalid);
  }

  /** @param code close code for the sockets */
  stop(code: number): void {
    for (const session of this.#byToken.values()) {
      session.expiry?.cancel();
      session.sink?.close(code, "the platform is stopping");
    }
    this.#byToken.clear();
    this.dave.stop();
  }

  #hear(event: PlatformEvent): void {
    if (event.kind === "voice.permission") this.#permit(event);
    if (event.kind !== "voice.close") return;
    const session = this.#find(event.serverId, event.userId);
    if (session === undefined) this.#guard(event.userId, event.code);
    else this.#expel(session, event.code);
  }

  #permit({ serverId, userId, maySpeak, mayHear }: VoicePermission): void {
    const session = this.#find(serverId, userId);
    if (session !== undefined) this.#parts.media({ type: "permit", ssrc: session.ssrc, maySpeak, mayHear });
  }

  /** Closes the socket and ends the session; it cannot be resumed. */
  #expel(session: VoiceSession, code: number): void {
    const { sink } = session;
    this.#guard(session.userId, code);
    this.end(session);
    sink?.detach();
    sink?.close(code);
  }

  #close(session: VoiceSession, code: number): void {
    this.#guard(session.userId, code);
    session.sink?.close(code, "closed through the platform's control API");
  }

  #guard(userId: Snowflake, code: number): void {
    this.#parts.guard.closed(userId, code, this.#parts.clock.elapsed());
  }

  #attach(session: VoiceSession, sink: VoiceSink): void {
    session.expiry?.cancel();
    const old = session.sink;
    session.sink = sink;
    if (old !== undefined) endTakenOver(old, this.#parts.takenOverClose);
    this.#parts.world.voice.setLive(session.token, true);
  }

  #begin(session: VoiceSession, mode: AeadMode, address: string, port: number): void {
    session.mode = mode;
    session.key = this.#parts.randomBytes(32);
    const counter = 0x8000_0000 + (Buffer.from(this.#parts.randomBytes(4)).readUInt32BE(0) & 0x1fff_ffff);
    const { ssrc, key } = session;
    this.#parts.media({ type: "select", ssrc, mode, key, address, port, counter });
  }

  #describe(session: VoiceSession): unknown {
    return {
      audio_codec: "opus",
      video_codec: "H264",
      media_session_id: Buffer.from(this.#parts.randomBytes(16)).toString("hex"),
      mode: session.mode,
      secret_key: [...(session.key ?? [])],
      dave_protocol_version: this.dave.versionFor(session),
    };
  }

  #readyOf(session: VoiceSession): unknown {
    const { ip, port } = this.#address();
    return { ssrc: session.ssrc, ip, port, modes: this.modes, experiments: [], streams: [] };
  }

  #find(serverId: Snowflake, userId: Snowflake): VoiceSession | undefined {
    return [...this.#byToken.values()].find((one) => one.serverId === serverId && one.userId === userId);
  }

  #roomOf(session: VoiceSession): Room {
    const known = this.#rooms.get(session.room);
    if (known !== undefined) return known;
    const fresh = new Room();
    this.#rooms.set(session.room, fresh);
    return fresh;
  }
}

function isAeadMode(mode: string): mode is AeadMode {
  return mode === AeadMode.Aes256Gcm || mode === AeadMode.XChaCha20Poly1305;
}

function opsOf(messages: readonly SentMessage[]): number[] {
  return messages.map(({ op }) => op);
}
