import type { KeyObject } from "node:crypto";
import { DAVE_VERSION } from "sdkpp/wire";
import type { Timer, TimerClock } from "../../clock/clock.js";
import {
  DeliveryRoom,
  ExternalSender,
  groupIdOf,
  noDaveCounters,
  TransitionIds,
  type DaveCounters,
  type Forwarding,
  type Refusal,
  type RoomOutput,
} from "../../dave/index.js";
import type { MediaCommand } from "../sfu/messages.js";
import type { VoiceSession } from "./session.js";

interface Host {
  readonly room: DeliveryRoom;
  readonly sessions: Map<string, VoiceSession>;
  timer: Timer | undefined;
}

type Input<T> = (room: DeliveryRoom, now: number) => T;

/** Holds one delivery service per call: hands it what clients say, and carries out what it wants. */
export class DaveRooms {
  readonly counters: DaveCounters = noDaveCounters();
  readonly #clock: TimerClock;
  readonly #sender: ExternalSender;
  readonly #media: (command: MediaCommand) => void;
  readonly #hosts = new Map<string, Host>();

  /** @param key private, P-256; signs for all calls of the platform */
  constructor(clock: TimerClock, key: KeyObject, media: (command: MediaCommand) => void) {
    this.#clock = clock;
    this.#sender = new ExternalSender(key);
    this.#media = media;
  }

  /** What op 4 says to a session. */
  versionFor({ room, maxDaveVersion }: VoiceSession): number {
    return this.#hosts.get(room)?.room.versionFor(maxDaveVersion) ?? Math.min(DAVE_VERSION, maxDaveVersion);
  }

  /** The session has op 4, and all have the op 11 that follow from it. */
  enter(session: VoiceSession): void {
    const host = this.#hosts.get(session.room) ?? this.#open(session);
    host.sessions.set(session.userId, session);
    this.#tell(session, (room, now) => room.enter(now, session.userId, session.maxDaveVersion));
  }

  left(session: VoiceSession): void {
    const host = this.#hosts.get(session.room);
    if (host?.sessions.get(session.userId) !== session) return;
    host.sessions.delete(session.userId);
    this.#tell(session, (room, now) => room.left(now, session.userId));
    if (host.sessions.size > 0) return;
    host.timer?.cancel();
    this.#hosts.delete(session.room);
  }

  lost(session: VoiceSession): void {
    this.#tell(session, (room, now) => room.socketLost(now, session.userId));
  }

  /** @param replayed opcodes of what went out again, or undefined when that cannot be done */
  returned(session: VoiceSession, replayed: readonly number[] | undefined): void {
    this.#tell(session, (room, now) => room.socketReturned(now, session.userId, replayed));
  }

  keyPackage(session: VoiceSession, payload: Uint8Array): Refusal | undefined {
    return this.#tell(session, (room, now) => room.keyPackage(now, session.userId, payload));
  }

  commit(session: VoiceSession, payload: Uint8Array): Refusal | undefined {
    return this.#tell(session, (room, now) => room.commit(now, session.userId, payload));
  }

  ready(session: VoiceSession, transitionId: number): void {
    this.#tell(session, (room, now) => room.ready(now, session.userId, transitionId));
  }

  invalid(session: VoiceSession, transitionId: number): void {
    this.#tell(session, (room, now) => room.invalid(now, session.userId, transitionId));
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
    });
    const host: Host = { room, sessions: new Map(), timer: undefined };
    this.#hosts.set(session.room, host);
    return host;
  }

  /** One input, then all that follows from it. Before op 4 there is nobody to ask. */
  #tell<T>(session: VoiceSession, input: Input<T>): T | undefined {
    const host = this.#hosts.get(session.room);
    if (host === undefined) return undefined;
    const answer = input(host.room, this.#clock.now());
    this.#drain(session.room, host);
    return answer;
  }

  #drain(name: string, host: Host): void {
    for (let output = host.room.poll(); output !== undefined; output = host.room.poll())
      this.#carryOut(name, host, output);
    host.timer?.cancel();
    const now = this.#clock.now();
    const deadline = host.room.nextDeadline(now);
    host.timer =
      deadline === undefined
        ? undefined
        : this.#clock.after(Math.max(0, deadline - now), () => this.#wake(name, host));
  }

  #wake(name: string, host: Host): void {
    host.room.timeout(this.#clock.now());
    this.#drain(name, host);
  }

  #carryOut(name: string, host: Host, output: RoomOutput): void {
    if (output.type === "forwarding") return this.#forward(name, host, output.forwarding);
    const session = host.sessions.get(output.userId);
    if (output.type === "json") session?.sendNumbered(output.op, output.d);
    else session?.sendBinary(output.op, output.payload);
  }

  #forward(room: string, host: Host, { isLifted, isChanging, members }: Forwarding): void {
    const known = members.flatMap(({ userId, ...rest }) => {
      const ssrc = host.sessions.get(userId)?.ssrc;
      return ssrc === undefined ? [] : [{ ssrc, ...rest }];
    });
    this.#media({ type: "e2ee", room, isLifted, isChanging, members: known });
  }
}
