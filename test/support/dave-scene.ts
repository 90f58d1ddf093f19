import { generateKeyPairSync } from "node:crypto";
import { VoiceOpcode } from "sdkpp/wire";
import {
  DeliveryRoom,
  ExternalSender,
  groupIdOf,
  noDaveCounters,
  Suspects,
  TransitionIds,
  type Forwarding,
} from "../../platform/dave/index.js";
import type { DaveClient, DaveMessage } from "./davey-member.js";

export const CHANNEL_ID = "412345678901234567";

/** One client in a {@link DaveScene}, with its two directions. */
export interface Seat {
  readonly client: DaveClient;
  /** All messages of the service, so that a resume can replay missed ones. */
  readonly sent: DaveMessage[];
  received: number;
  isOpen: boolean;
  /** Increases with each socket: messages in flight on an older socket are lost. */
  generation: number;
  lastDown: number;
  lastUp: number;
}

interface Appointment {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** Changes, duplicates or drops a message in flight: the returned messages arrive. */
export type Tamper = (userId: string, message: DaveMessage) => DaveMessage[];

const UNCHANGED: Tamper = (_userId, message) => [message];

/**
 * The pure delivery service and its clients in one process and virtual time. Each message takes a random time; messages in
 * one direction stay in order. Also plays the voice gateway's part: ops 4, 11 and 13, and buffered resumes.
 */
export class DaveScene {
  readonly counters = noDaveCounters();
  readonly suspects = new Suspects();
  /** Users whose session the service ended, with the code. */
  readonly closed: [userId: string, code: number][] = [];
  readonly room: DeliveryRoom;
  readonly seats = new Map<string, Seat>();
  /** Errors of clients that do not catch. */
  readonly exceptions: string[] = [];
  /** The newest client of each user. */
  readonly keyPackages = new Map<string, Uint8Array>();
  forwarding: Forwarding | undefined;
  now = 1_000_000;
  toClient: Tamper = UNCHANGED;
  toService: Tamper = UNCHANGED;
  readonly #random: () => number;
  readonly #delayMs: number;
  #appointments: Appointment[] = [];
  #order = 0;

  /** @param random 0 to below 1, for delays up to `delayMs` */
  constructor({ random = (): number => 0, delayMs = 0, lastId = 0 } = {}) {
    this.#random = random;
    this.#delayMs = delayMs;
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    this.room = new DeliveryRoom({
      groupId: groupIdOf(CHANNEL_ID),
      sender: new ExternalSender(privateKey),
      counters: this.counters,
      ids: new TransitionIds(lastId),
      suspects: this.suspects,
    });
  }

  join(client: DaveClient, maxVersion = 1): Seat {
    const { userId } = client;
    const others = [...this.seats.keys()];
    const seat: Seat = { client, sent: [], received: 0, isOpen: true, generation: 0, lastDown: 0, lastUp: 0 };
    this.seats.set(userId, seat);
    const version = this.room.versionFor(maxVersion);
    this.#down(userId, { op: VoiceOpcode.SessionDescription, d: { dave_protocol_version: version } });
    if (others.length > 0) this.#down(userId, { op: VoiceOpcode.ClientsConnect, d: { user_ids: others } });
    for (const other of others)
      this.#down(other, { op: VoiceOpcode.ClientsConnect, d: { user_ids: [userId] } });
    this.act(() => this.room.enter(this.now, userId, maxVersion));
    return seat;
  }

  leave(userId: string): void {
    this.seats.delete(userId);
    for (const other of this.seats.keys())
      this.#down(other, { op: VoiceOpcode.ClientDisconnect, d: { user_id: userId } });
    this.act(() => this.room.left(this.now, userId));
  }

  /** Drops the messages in flight in both directions. */
  cut(userId: string): void {
    const seat = this.seats.get(userId);
    if (seat?.isOpen !== true) return;
    seat.isOpen = false;
    seat.generation += 1;
    this.act(() => this.room.socketLost(this.now, userId));
  }

  /** The client resumes on another socket before anybody notices that it lost this one. */
  replace(userId: string): void {
    const seat = this.seats.get(userId)!;
    seat.isOpen = false;
    seat.generation += 1;
    const unheard = seat.sent.slice(seat.received).map(({ op }) => op);
    this.act(() => this.room.socketLost(this.now, userId, unheard));
    this.resume(userId);
  }

  /** @param hasReplay false: like a gateway below version 8 */
  resume(userId: string, hasReplay = true): void {
    const seat = this.seats.get(userId);
    if (seat === undefined || seat.isOpen) return;
    seat.isOpen = true;
    const missed = seat.sent.splice(seat.received);
    if (hasReplay) for (const message of missed) this.#down(userId, message);
    const replayed = hasReplay ? missed.map(({ op }) => op) : undefined;
    this.act(() => this.room.socketReturned(this.now, userId, replayed));
  }

  /** Runs the room and sends its outputs. */
  act(input: () => void): void {
    input();
    for (let output = this.room.poll(); output !== undefined; output = this.room.poll()) {
      if (output.type === "forwarding") this.forwarding = output.forwarding;
      else if (output.type === "confirmed") continue;
      else if (output.type === "close") this.#close(output.userId, output.code);
      else if (output.type === "json") this.#down(output.userId, { op: output.op, d: output.d });
      else this.#down(output.userId, { op: output.op, payload: output.payload });
    }
  }

  #close(userId: string, code: number): void {
    this.closed.push([userId, code]);
    this.leave(userId);
  }

  /** Runs what happens within this time. */
  advance(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const deadline = this.room.nextDeadline(this.now) ?? Infinity;
      const next = this.#appointments[0];
      const at = Math.min(deadline, next?.at ?? Infinity);
      if (at > end) break;
      this.now = Math.max(this.now, at);
      if (next !== undefined && next.at <= deadline) this.#appointments.shift()?.run();
      else this.act(() => this.room.timeout(this.now));
    }
    this.now = end;
  }

  after(ms: number, run: () => void): void {
    this.#at(this.now + ms, run);
  }

  client<T extends DaveClient>(userId: string): T {
    return this.seats.get(userId)!.client as T;
  }

  /** Codes of all clients, in order of arrival. */
  get codes(): (string | undefined)[] {
    return [...this.seats.values()].map((seat) => seat.client.privacyCode);
  }

  /** Whether there are at least two clients and all are in one group. */
  get isTogether(): boolean {
    const { codes } = this;
    return codes.length > 1 && codes[0] !== undefined && codes.every((code) => code === codes[0]);
  }

  /** Whether no message is in flight, all clients are connected, and the room waits for nothing. */
  get isQuiet(): boolean {
    const isListening = [...this.seats.values()].every((seat) => seat.isOpen);
    return isListening && this.#appointments.length === 0 && this.room.phase === "settled";
  }

  #down(userId: string, message: DaveMessage): void {
    const seat = this.seats.get(userId);
    if (seat === undefined) return;
    seat.sent.push(message);
    if (!seat.isOpen) return;
    const { generation } = seat;
    seat.lastDown = Math.max(seat.lastDown, this.now + this.#random() * this.#delayMs);
    this.#at(seat.lastDown, () => {
      if (seat.generation !== generation || this.seats.get(userId) !== seat) return;
      seat.received += 1;
      for (const each of this.toClient(userId, message)) this.#deliver(seat, each);
    });
  }

  #deliver(seat: Seat, message: DaveMessage): void {
    try {
      for (const answer of seat.client.receive(message, this.now)) this.#up(seat, answer);
    } catch (error) {
      this.exceptions.push(`${seat.client.userId}, op ${String(message.op)}: ${String(error)}`);
    }
  }

  #up(seat: Seat, message: DaveMessage): void {
    const { generation } = seat;
    const { userId } = seat.client;
    seat.lastUp = Math.max(seat.lastUp, this.now + this.#random() * this.#delayMs);
    this.#at(seat.lastUp, () => {
      if (seat.generation !== generation || this.seats.get(userId) !== seat) return;
      for (const each of this.toService(userId, message)) this.act(() => this.#serve(userId, each));
    });
  }

  #serve(userId: string, message: DaveMessage): void {
    if ("payload" in message) {
      if (message.op !== VoiceOpcode.MlsKeyPackage) this.room.commit(this.now, userId, message.payload);
      else {
        this.keyPackages.set(userId, Uint8Array.from(message.payload));
        this.room.keyPackage(this.now, userId, message.payload);
      }
      return;
    }
    const { transition_id: id } = message.d as { transition_id: number };
    if (message.op === VoiceOpcode.DaveTransitionReady) this.room.ready(this.now, userId, id);
    else this.room.invalid(this.now, userId, id);
  }

  #at(at: number, run: () => void): void {
    this.#appointments.push({ at, order: this.#order++, run });
    this.#appointments.sort((left, right) => left.at - right.at || left.order - right.order);
  }
}
