import type { NativeCallStatus } from "../native/index.js";
import {
  ENCRYPTION_STATES,
  savedFields,
  type EncryptionState,
  type FieldReader,
  type FieldWriter,
} from "../protocol/index.js";

/** `Call::Status` values that matter here. */
const DISCONNECTED: NativeCallStatus = 0;
const CONNECTED: NativeCallStatus = 4;
/** All of them; saved as a place in this list. */
export const STATUSES: readonly NativeCallStatus[] = [0, 1, 2, 3, 4, 5, 6];

const FIELDS = savedFields({ other: 1, status: 2, encryption: 3, knowsOthers: 4, namedBy: 5, warnAt: 6 });

/**
 * The platform tells who is in the call before it sends what encryption begins with. Where that never comes, nobody is there
 * when nobody was named for this long, milliseconds.
 */
const NAMED_WITHIN_MS = 1000;
/** Time without a way to send after which a warning says what is missing, milliseconds. */
const PATIENCE_MS = 5000;

/** States of encryption in which own frames leave. */
const SENDING: readonly EncryptionState[] = ["off", "on", "entering", "leaving"];

/**
 * Whether own sound reaches the others of a call: it is connected, and it has its key. Alone there is no key and nobody to be
 * heard by, so nothing is waited for.
 */
export class SendCondition {
  readonly #others = new Set<bigint>();
  #status: NativeCallStatus = DISCONNECTED;
  #encryption: EncryptionState = "off";
  #knowsOthers = false;
  #namedByMs = Infinity;
  #warnAtMs = Infinity;

  /** @throws {RestoreError} */
  static restore(saved: FieldReader): SendCondition {
    const condition = new SendCondition();
    saved.eachU64(FIELDS.other, (userId) => condition.#others.add(userId));
    condition.#status = saved.choice(FIELDS.status, STATUSES);
    condition.#encryption = saved.choice(FIELDS.encryption, ENCRYPTION_STATES);
    condition.#knowsOthers = saved.flag(FIELDS.knowsOthers);
    condition.#namedByMs = saved.time(FIELDS.namedBy) ?? Infinity;
    condition.#warnAtMs = saved.time(FIELDS.warnAt) ?? Infinity;
    return condition;
  }

  save(out: FieldWriter): void {
    for (const userId of this.#others) out.number(FIELDS.other, userId);
    out.choice(FIELDS.status, STATUSES, this.#status);
    out.choice(FIELDS.encryption, ENCRYPTION_STATES, this.#encryption);
    out.flag(FIELDS.knowsOthers, this.#knowsOthers);
    out.time(FIELDS.namedBy, this.#namedByMs);
    out.time(FIELDS.warnAt, this.#warnAtMs);
  }

  /** Sound that is sent now is heard. */
  get maySend(): boolean {
    if (this.#status !== CONNECTED) return false;
    return SENDING.includes(this.#encryption) || (this.#encryption === "pending" && this.isAlone);
  }

  /** The participants that were told, but for the own user. */
  get others(): ReadonlySet<bigint> {
    return this.#others;
  }

  /** False while the participants are unknown. */
  get isAlone(): boolean {
    return this.#knowsOthers && this.#others.size === 0;
  }

  /** A join begins. */
  begin(nowMs: number): void {
    this.#warnAtMs = nowMs + PATIENCE_MS;
  }

  /** Another process went on waiting for what is missing, and is gone: this one begins to wait. */
  goOn(nowMs: number): void {
    if (!this.maySend) this.begin(nowMs);
  }

  /** Begins a new voice session, whose participants are not announced yet. */
  newSession(): void {
    this.#knowsOthers = false;
    this.#namedByMs = Infinity;
  }

  status(status: NativeCallStatus, nowMs: number): void {
    this.#change(nowMs, () => (this.#status = status));
    if (status === CONNECTED && !this.#knowsOthers) this.#namedByMs = nowMs + NAMED_WITHIN_MS;
    if (status === DISCONNECTED) this.#warnAtMs = this.#namedByMs = Infinity;
  }

  encryption(state: EncryptionState, nowMs: number): void {
    this.#change(nowMs, () => (this.#encryption = state));
  }

  participant(userId: bigint, isPresent: boolean, nowMs: number): void {
    this.#change(nowMs, () => (isPresent ? this.#others.add(userId) : this.#others.delete(userId)));
  }

  /** Everybody who was there has been named. */
  othersNamed(nowMs: number): void {
    this.#change(nowMs, () => (this.#knowsOthers = true));
    this.#namedByMs = Infinity;
  }

  nextDeadline(): number {
    return Math.min(this.#namedByMs, this.#warnAtMs);
  }

  /** @returns what is missing for too long; undefined: nothing new */
  timeout(nowMs: number): string | undefined {
    if (nowMs >= this.#namedByMs) this.othersNamed(nowMs);
    if (nowMs < this.#warnAtMs) return undefined;
    this.#warnAtMs = Infinity;
    return this.#missing();
  }

  #change(nowMs: number, apply: () => unknown): void {
    const before = this.maySend;
    apply();
    if (this.maySend === before) return;
    this.#warnAtMs = this.maySend ? Infinity : nowMs + PATIENCE_MS;
  }

  #missing(): string {
    if (this.#status !== CONNECTED) return "the connection";
    if (this.#encryption === "refused") return "end-to-end encryption, which this call requires";
    const others = this.#others.size === 1 ? "the other member" : `the ${String(this.#others.size)} others`;
    return `the key of end-to-end encryption, which ${others} of the call must agree on,`;
  }
}
