import type { KeyObject } from "node:crypto";
import { DAVE_VERSION } from "sdkpp/wire";
import type { Timer, TimerClock } from "../../clock/clock.js";
import {
  DeliveryRoom,
  ExternalSender,
  groupIdOf,
  noDaveCounters,
  Suspects,
  TransitionIds,
  type DaveCounters,
  type Forwarding,
  type Rejection,
  type RoomOutput,
} from "../../dave/index.js";
import type { Guard } from "../../guard/guard.js";
import type { E2eeCommand } from "../sfu/messages.js";
import type { VoiceSession } from "./session.js";

interface Host {
  readonly room: DeliveryRoom;
  readonly sessions: Map<string, VoiceSession>;
  /** Outputs of the room that wait because an earlier output waits for the forwarder. */
  readonly waiting: RoomOutput[];
  /** Number of states sent to the forwarder and not confirmed yet. */
  unconfirmed: number;
  timer: Timer | undefined;
}

export interface DaveRoomsParts {
  readonly clock: TimerClock;
  readonly guard: Guard;
  /** Private P-256 key that signs for all calls of the platform. */
  readonly signingKey: KeyObject;
  /** Resolves when the forwarder has applied the command. */
  forward(command: E2eeCommand): Promise<void>;
  /** Ends a voice session. @param code close code for its socket */
  close(session: VoiceSession, code: number): void;
}

type Input<T> = (room: DeliveryRoom, now: number) => T;

/** Owns one delivery service per call: passes it the clients' messages and carries out its outputs. */
export class DaveRooms {
  readonly counters: DaveCounters = noDaveCounters();
  readonly #parts: DaveRoomsParts;
  readonly #sender: ExternalSender;
  readonly #hosts = new Map<string, Host>();
  /** Suspects by room. They outlive the room for a while, so that a client cannot clear its record by rejoining. */
  readonly #suspects = new Map<string, Suspects>();

  constructor(parts: DaveRoomsParts) {
    this.#parts = parts;
    this.#sender = new ExternalSender(parts.signingKey);
  }

  /** The version that op 4 announces to a session. */
  versionFor({ room, maxDaveVersion }: VoiceSession): number {
    return this.#hosts.get(room)?.room.versionFor(maxDaveVersion) ?? Math.min(DAVE_VERSION, maxDaveVersion);
  }

  /** Call after the session has received op 4, and all members the resulting op 11. */
  enter(session: VoiceSession): void {
    const host = this.#hosts.get(session.room) ?? this.#open(session);
    host.sessions.set(session.userId, session);
    this.#apply(session, (room, now) => room.enter(now, session.userId, session.maxDaveVersion));
  }

  left(session: VoiceSession): void {
    const host = this.#hosts.get(session.room);
    if (host?.sessions.get(session.userId) !== session) return;
    host.sessions.delete(session.userId);
    this.#apply(session, (room, now) => room.left(now, session.userId));
    if (host.sessions.size > 0) return;
    host.timer?.cancel();
    this.#hosts.delete(session.room);
  }

  /** @param unheard opcodes of the messages that a resume is about to replay; default: nobody resumes yet */
  lost(session: VoiceSession, unheard: readonly number[] = []): void {
    this.#apply(session, (room, now) => room.socketLost(now, session.userId, unheard));
  }

  /** @param replayed opcodes of the replayed messages, or undefined when the gateway version cannot replay */
  returned(session: VoiceSession, replayed: readonly number[] | undefined): void {
    this.#apply(session, (room, now) => room.socketReturned(now, session.userId, replayed));
  }

  keyPackage(session: VoiceSession, payload: Uint8Array): Rejection | undefined {
    return this.#apply(session, (room, now) => room.keyPackage(now, session.userId, payload));
  }

  commit(session: VoiceSession, payload: Uint8Array): Rejection | undefined {
    return this.#apply(session, (room, now) => room.commit(now, session.userId, payload));
  }

  ready(session: VoiceSession, transitionId: number): void {
    this.#apply(session, (room, now) => room.ready(now, session.userId, transitionId));
  }

  invalid(session: VoiceSession, transitionId: number): void {
    this.#apply(session, (room, now) => room.invalid(now, session.userId, transitionId));
  }

  stop(): void {
    for (const host of this.#hosts.values()) host.timer?.cancel();
    this.#hosts.clear();
  }

  #open(session: VoiceSession): Host {
    const room = new DeliveryRoom({
      groupId: groupIdOf(session.participation.channelId),
      sender: this.#sender,
      counters: this.counters,
      ids: new TransitionIds(),
      suspects: this.#suspectsOf(session.room),
    });
    const host: Host = { room, sessions: new Map(), waiting: [], unconfirmed: 0, timer: undefined };
    this.#hosts.set(session.room, host);
    return host;
  }

  /** Also drops the empty suspect lists of ended rooms. */
  #suspectsOf(name: string): Suspects {
    for (const [other, suspects] of this.#suspects)
      if (!this.#hosts.has(other) && suspects.isEmpty(this.#now())) this.#suspects.delete(other);
    const suspects = this.#suspects.get(name) ?? new Suspects();
    this.#suspects.set(name, suspects);
    return suspects;
  }

  /** Applies one input and carries out its outputs. Ignores input before op 4, when the session has no room yet. */
  #apply<T>(session: VoiceSession, input: Input<T>): T | undefined {
    const host = this.#hosts.get(session.room);
    if (host === undefined) return undefined;
    const answer = input(host.room, this.#now());
    this.#drain(session.room, host);
    return answer;
  }

  #now(): number {
    return this.#parts.clock.elapsed();
  }

  #drain(name: string, host: Host): void {
    this.#carryOutAll(name, host);
    host.timer?.cancel();
    host.timer = undefined;
    // Carrying out the outputs may have ended the last session.
    if (this.#hosts.get(name) !== host) return;
    const now = this.#now();
    const deadline = host.room.nextDeadline(now);
    if (deadline === undefined) return;
    host.timer = this.#parts.clock.after(Math.max(0, deadline - now), () => this.#wake(name, host));
  }

  #wake(name: string, host: Host): void {
    host.room.timeout(this.#now());
    this.#drain(name, host);
  }

  /**
   * Carries out outputs in order. Op 22 and later outputs wait for the forwarder; otherwise frames with new keys could arrive
   * before op 22.
   */
  #carryOutAll(name: string, host: Host): void {
    for (let output = host.room.poll(); output !== undefined; output = host.room.poll())
      host.waiting.push(output);
    for (let [output] = host.waiting; output !== undefined; [output] = host.waiting) {
      if (output.type === "confirmed" && host.unconfirmed > 0) return;
      host.waiting.shift();
      this.#carryOut(name, host, output);
    }
  }

  #carryOut(name: string, host: Host, output: RoomOutput): void {
    switch (output.type) {
      case "forwarding":
        return this.#forward(name, host, output.forwarding);
      case "confirmed":
        return;
      case "close": {
        const session = host.sessions.get(output.userId);
        if (session !== undefined) this.#parts.close(session, output.code);
        return;
      }
      case "json":
        return host.sessions.get(output.userId)?.sendNumbered(output.op, output.d);
      case "binary":
        return host.sessions.get(output.userId)?.sendBinary(output.op, output.payload);
    }
  }

  #forward(room: string, host: Host, { isLifted, isChanging, members }: Forwarding): void {
    const known = members.flatMap(({ userId, ...rest }) => {
      const ssrc = host.sessions.get(userId)?.ssrc;
      return ssrc === undefined ? [] : [{ ssrc, ...rest }];
    });
    host.unconfirmed += 1;
    const confirmed = (): void => {
      host.unconfirmed -= 1;
      this.#carryOutAll(room, host);
    };
    // A forwarder that has failed counts as confirmed, so that it does not block the room.
    const forwarded = this.#parts.forward({ type: "e2ee", room, isLifted, isChanging, members: known });
    this.#parts.guard.start("the members of an encrypted room", forwarded.then(confirmed, confirmed));
  }
}
