import type { Clock, Timer, TimerClock } from "../clock/clock.js";
import type {
  Direction,
  TappedDelivery,
  TappedFrame,
  TappedRequest,
  TappedSocket,
  WireTap,
} from "../taps/wire-tap.js";
import { Follower, type Readable } from "./follower.js";
import { closeRecord, deliveryRecord, frameRecord, messageRecord, requestRecord } from "./records.js";
import type { TimelineFilter, TimelineRecord, Unnumbered } from "./record.js";

export interface TimelineParts {
  /** Time of the platform. */
  readonly clock: Clock;
  /** Measures durations. */
  readonly machineClock: TimerClock;
  /** Runs what turns foreign messages into records. */
  readonly isolate: (work: () => void) => void;
}

export interface Following extends TimelineFilter {
  /** Serial of the last record that is known already; default: the newest one. */
  readonly after?: number | undefined;
}

/** Records that are kept for those who read slowly or come back. */
export const RECORDS_MAX = 8192;
/** How long records are still made after the last listener has left, for those who come back. */
export const LINGER_MS = 30_000;

/** What crosses the wire, in order. Records are made only while somebody listens, and the newest are kept. */
export class Timeline implements WireTap, Readable {
  isOn = false;
  readonly #parts: TimelineParts;
  readonly #ring: (TimelineRecord | undefined)[] = [];
  readonly #followers = new Set<Follower>();
  readonly #changed: ((isOn: boolean) => void)[] = [];
  #newest = 0;
  #sockets = 0;
  #isKept = false;
  #isStopped = false;
  #lingering: Timer | undefined;

  constructor(parts: TimelineParts) {
    this.#parts = parts;
  }

  get newest(): number {
    return this.#newest;
  }

  get oldest(): number {
    return Math.max(1, this.#newest - RECORDS_MAX + 1);
  }

  at(serial: number): TimelineRecord | undefined {
    const record = this.#ring[serial % RECORDS_MAX];
    return record?.serial === serial ? record : undefined;
  }

  /** The kept records, oldest first. */
  list(filter: TimelineFilter = {}): TimelineRecord[] {
    const wants = wanted(filter);
    const kept: TimelineRecord[] = [];
    for (let serial = this.oldest; serial <= this.#newest; serial += 1) {
      const record = this.at(serial);
      if (record !== undefined && wants(record)) kept.push(record);
    }
    return kept;
  }

  /** Follows from now on, or from the record after one that is known. Ends when the follower leaves, or the timeline stops. */
  follow({ after, ...filter }: Following = {}): Follower {
    // A number of another run is larger than all of this one.
    const next = after === undefined || after > this.#newest ? this.#newest + 1 : after + 1;
    const follower = new Follower(this, next, wanted(filter));
    if (this.#isStopped) follower.end();
    else this.#followers.add(follower);
    this.#decide();
    return follower;
  }

  /** Makes records although nobody listens, or no longer. */
  keep(isKept: boolean): void {
    this.#isKept = isKept;
    this.#decide();
  }

  get isKept(): boolean {
    return this.#isKept;
  }

  get followers(): number {
    return this.#followers.size;
  }

  leave(follower: Follower): void {
    if (this.#followers.delete(follower)) this.#decide();
  }

  /** @param changed called whenever records begin or cease to be made */
  onChange(changed: (isOn: boolean) => void): void {
    this.#changed.push(changed);
  }

  stop(): void {
    this.#isStopped = true;
    this.#isKept = false;
    for (const follower of [...this.#followers]) follower.end();
    this.#lingering?.cancel();
    this.#turn(false);
  }

  elapsed(): number {
    return this.#parts.machineClock.elapsed();
  }

  number(): number {
    this.#sockets += 1;
    return this.#sockets;
  }

  request(request: TappedRequest): void {
    this.#record(() => requestRecord(request));
  }

  message(socket: TappedSocket, direction: Direction, data: string | Buffer, isBinary: boolean): void {
    this.#record(() => messageRecord(socket, direction, data, isBinary));
  }

  closed(socket: TappedSocket, direction: Direction, code: number, reason: string): void {
    this.#record(() => closeRecord(socket, direction, code, reason));
  }

  delivery(delivery: TappedDelivery): void {
    this.#record(() => deliveryRecord(delivery));
  }

  frame(frame: TappedFrame): void {
    this.#record(() => frameRecord(frame));
  }

  add(record: Unnumbered): void {
    if (!this.isOn) return;
    this.#newest += 1;
    const numbered = { serial: this.#newest, at: this.#parts.clock.now(), ...record } as TimelineRecord;
    this.#ring[this.#newest % RECORDS_MAX] = numbered;
    for (const follower of this.#followers) follower.wake();
  }

  lost(count: number, upTo: number): TimelineRecord {
    const text = `${String(count)} records were lost: this listener reads too slowly, or came back too late`;
    return { serial: upTo, at: this.#parts.clock.now(), kind: "timeline", text, lost: count };
  }

  #record(make: () => Unnumbered): void {
    if (this.isOn) this.#parts.isolate(() => this.add(make()));
  }

  #decide(): void {
    this.#lingering?.cancel();
    if (this.#isKept || this.#followers.size > 0) return this.#turn(true);
    if (this.isOn) this.#lingering = this.#parts.machineClock.after(LINGER_MS, () => this.#turn(false));
  }

  #turn(isOn: boolean): void {
    if (this.isOn === isOn) return;
    this.isOn = isOn;
    for (const changed of this.#changed) changed(isOn);
    // Those who come back see that there may have been more.
    if (isOn) this.add({ kind: "timeline", text: "records begin: nobody listened before" });
  }
}

function wanted({ kinds, about }: TimelineFilter): (record: TimelineRecord) => boolean {
  const part = about?.toLowerCase();
  return ({ kind, text }) =>
    (kinds === undefined || kinds.includes(kind)) &&
    (part === undefined || text.toLowerCase().includes(part));
}
