import type { Cancel, Clock } from "../../net/index.js";
import { SdkError } from "../../wire/index.js";
import type { CallGuard } from "./call-guard.js";
import { KeptClaims } from "./kept-claims.js";
import { Pulse } from "./pulse.js";
import { StoredClaim } from "./stored-claim.js";
import { Moved, Upkeep, type UpkeepParts, type WrittenCall } from "./upkeep.js";

/** The tide is written so often, with the pulse of all calls, milliseconds. */
const TICK_MS = 1000;
/** And so often what is needed of it while each tick is noted elsewhere: numbers are granted for two minutes, milliseconds. */
const NOTED_TICK_MS = 10_000;
/** A process that stood still for so long may have a successor, milliseconds. */
const STALL_MS = 1000;
/** The ground is written so often at least: settings change without notice, milliseconds. */
const GROUND_MS = 60_000;
/** And so often while the voice gateway speaks, or packets come. */
const BUSY_GROUND_MS = 10_000;
/** Changes that come close together are written as one, milliseconds. */
const TOGETHER_MS = 250;

/** A call that is kept. */
export interface KeptCall extends WrittenCall {
  /** Another process may have it. */
  suspect(): void;
  /** Another process has it: nothing may be sent any more. */
  moved(): void;
}

export interface KeeperParts extends UpkeepParts {
  /** names this process */
  readonly owner: string;
  readonly clock: Clock;
  /** the store did not take what is to be kept: for a developer */
  failed(error: unknown): void;
}

/** Somebody who waits until all up to a change is written. */
interface Waiting {
  readonly changes: number;
  readonly resolve: () => void;
}

/**
 * Keeps a call in a store, for a process that goes on with it when this one has died. Numbers are granted there before they
 * are used; what must not be forgotten is written there before anybody else hears of it.
 */
export class Keeper implements CallGuard {
  readonly #parts: KeeperParts;
  #claim: StoredClaim | undefined;
  #call: KeptCall | undefined;
  #upkeep: Upkeep | undefined;
  #changes = 1;
  #writtenChanges = 0;
  #writtenMs = -Infinity;
  #workedMs = -Infinity;
  /** Packets that were received before the newest ground was written. */
  #writtenPackets: number | undefined;
  /** Of a tide with so many packets. */
  #quietMark: number | undefined;
  #waiting: Waiting[] = [];
  #working: Promise<void> | undefined;
  #seenMs: number;
  #seenWallMs: number;
  #cancelTick: Cancel | undefined;
  /** At the beat of all whose ticks are noted. */
  #isTogether = false;
  #cancelWork: Cancel | undefined;
  /** The call stands still because it moves: nothing is written. */
  #isHeld: boolean;
  /** Decide about a move: they have the claim of this process, once it has the call. */
  #moving: KeptClaims | undefined;
  #isOver = false;
  #hasFailed = false;

  /** @param claim of a call that goes on here; undefined: it is joined. Claims: another process hands it over, and {@link goOn} follows */
  constructor(parts: KeeperParts, claim?: StoredClaim | KeptClaims) {
    this.#parts = parts;
    const isComing = claim instanceof KeptClaims;
    this.#isHeld = isComing;
    this.#moving = isComing ? claim : undefined;
    this.#claim = isComing ? undefined : claim;
    this.#seenMs = parts.clock.now();
    this.#seenWallMs = parts.wallClock();
  }

  /** Once; a call that is joined seals nothing before it is granted. */
  begin(call: KeptCall): void {
    this.#call = call;
    if (this.#isHeld) return;
    if (this.#claim === undefined) call.grant({ start: 0, limit: 0 });
    this.#watch();
  }

  /**
   * The call is about to be handed over. It stands still later, see {@link hold}.
   * @returns who decides about it, and the fence of this process
   * @throws {SdkError} KEEP_STORE_SILENT: the store does not have the call yet
   */
  handOver(): { readonly claims: KeptClaims; readonly fence: bigint } {
    const fence = this.#upkeep?.fence;
    if (fence === undefined)
      throw new SdkError(
        "KEEP_STORE_SILENT",
        `call ${this.#parts.call}: expected that its store has it, received no answer yet; hand it over when the store answers`,
      );
    this.#moving = new KeptClaims(this.#parts);
    return { claims: this.#moving, fence };
  }

  /** The call stands still. Nothing is written of it until {@link goOn} or the end: another process may go on with it. */
  hold(): void {
    this.#isHeld = true;
    this.#cancelTick?.();
  }

  /** The call stands still no more, and is here. Does nothing when it did not. */
  goOn(): void {
    if (this.#isOver || !this.#isHeld) return;
    this.#isHeld = false;
    const claimed = this.#moving?.claimed;
    this.#moving = undefined;
    if (claimed !== undefined) {
      this.#claim = claimed;
      this.#upkeep = undefined;
      this.#changes += 1;
    }
    this.#see();
    this.#watch();
  }

  changed(): void {
    this.#changes += 1;
    if (this.#cancelWork !== undefined || this.#isOver) return;
    const leftMs = Math.max(0, this.#writtenMs + TOGETHER_MS - this.#parts.clock.now());
    this.#cancelWork = this.#parts.clock.schedule(leftMs, () => {
      this.#cancelWork = undefined;
      this.#work();
    });
  }

  written(): Promise<void> {
    if (this.#isOver) return Promise.resolve();
    this.#changes += 1;
    return new Promise((resolve) => {
      this.#waiting.push({ changes: this.#changes, resolve });
      this.#work();
    });
  }

  hasStalled(): boolean {
    if (this.#isOver || this.#isHeld || this.#call === undefined) return false;
    const { clock, wallClock } = this.#parts;
    const stoodMs = Math.max(clock.now() - this.#seenMs, wallClock() - this.#seenWallMs);
    return stoodMs > TICK_MS + STALL_MS;
  }

  async isOurs(): Promise<boolean> {
    try {
      const isOurs = !this.#isOver && this.#upkeep !== undefined && (await this.#upkeep.isOurs());
      if (isOurs) this.#see();
      return isOurs;
    } catch {
      return false;
    }
  }

  /** The call is over, and nobody goes on with it. */
  async end(): Promise<void> {
    if (this.#isOver) return;
    this.release();
    try {
      await this.#working;
      await this.#upkeep?.remove();
    } catch (error) {
      this.#parts.failed(error);
    }
  }

  /** Another process has the call: what is kept is its own. */
  release(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelTick?.();
    this.#cancelWork?.();
    for (const { resolve } of this.#waiting.splice(0)) resolve();
    // a ground that is being written is sealed with it
    void Promise.resolve(this.#working).finally(() => this.#parts.seal.end());
  }

  #watch(): void {
    this.#cancelTick?.();
    this.#isTogether = false;
    this.#cancelTick = Pulse.of(this.#parts.clock).enter(this.#tick);
    this.#tick();
  }

  readonly #tick = (): void => {
    if (this.#isOver || this.#isHeld || this.#call === undefined) return;
    if (this.hasStalled()) return this.#call.suspect();
    this.#see();
    if (this.#isWorkDue(this.#call)) this.#work();
  };

  #isWorkDue(call: KeptCall): boolean {
    const upkeep = this.#upkeep;
    if (upkeep === undefined || this.#hasFailed) return true;
    if (upkeep.isNoted && !this.#isLookDue()) return false;
    const mark = call.tideMark();
    return upkeep.isDue(mark) || this.#isGroundDue(call, mark);
  }

  /** Of a call whose ticks are noted elsewhere: nothing has to be known soon. */
  #isLookDue(): boolean {
    if (!this.#isTogether) this.#lookTogether();
    const nowMs = this.#parts.clock.now();
    if (nowMs - this.#workedMs < NOTED_TICK_MS) return false;
    this.#workedMs = nowMs;
    return true;
  }

  #lookTogether(): void {
    this.#isTogether = true;
    this.#cancelTick?.();
    this.#cancelTick = Pulse.of(this.#parts.clock).enterTogether(this.#tick);
  }

  #see(): void {
    this.#seenMs = this.#parts.clock.now();
    this.#seenWallMs = this.#parts.wallClock();
  }

  /** One at a time; what comes meanwhile is seen at its end. */
  #work(): void {
    if (this.#isOver || this.#isHeld || this.#call === undefined) return;
    this.#workedMs = this.#parts.clock.now();
    this.#working ??= this.#carryOut(this.#call).finally(() => {
      this.#working = undefined;
      if (this.#waiting.length > 0 && !this.#hasFailed) this.#work();
    });
  }

  async #carryOut(call: KeptCall): Promise<void> {
    let upkeep: Upkeep | undefined;
    try {
      upkeep = this.#upkeep ??= await this.#own(call);
      // first: it is small, and all of the call depends on it
      await upkeep.renew();
      if (this.#isGroundDue(call, call.tideMark())) await this.#writeGround(upkeep, call);
      this.#hasFailed = false;
    } catch (error) {
      if (!(error instanceof Moved)) this.#failed(error);
      // while the call moves, and behind that, somebody else may be named in its place
      else if (!this.#isHeld && upkeep === this.#upkeep) this.#moved(call);
    }
  }

  async #own(call: KeptCall): Promise<Upkeep> {
    const claim = this.#claim ?? (await StoredClaim.anew(this.#parts));
    if (this.#claim === undefined) call.grant(claim.claim.numbers);
    const upkeep = new Upkeep(this.#parts, call, claim);
    await upkeep.noteTicks();
    return upkeep;
  }

  #isGroundDue(call: KeptCall, mark: number): boolean {
    if (this.#isOver || this.#isHeld) return false;
    if (this.#changes > this.#writtenChanges) return true;
    const ageMs = this.#parts.clock.now() - this.#writtenMs;
    return ageMs >= GROUND_MS || (ageMs >= BUSY_GROUND_MS && this.#isBusy(call, mark));
  }

  #isBusy(call: KeptCall, mark: number): boolean {
    if (call.isAheadOfWritten()) return true;
    if (mark === this.#quietMark) return false;
    const isBusy = call.tide()?.packetsReceived !== this.#writtenPackets;
    this.#quietMark = isBusy ? undefined : mark;
    return isBusy;
  }

  async #writeGround(upkeep: Upkeep, call: KeptCall): Promise<void> {
    const changes = this.#changes;
    const packets = call.tide()?.packetsReceived;
    if (await upkeep.writeGround()) {
      this.#writtenMs = this.#parts.clock.now();
      this.#writtenChanges = changes;
      this.#writtenPackets = packets;
      this.#quietMark = undefined;
    }
    // a call that was not joined yet is joined anew: nothing has to be written for that
    const isWritten = (one: Waiting): boolean => one.changes <= changes;
    for (const { resolve } of this.#waiting.filter(isWritten)) resolve();
    this.#waiting = this.#waiting.filter((one) => !isWritten(one));
  }

  #moved(call: KeptCall): void {
    if (this.#isOver) return;
    this.release();
    call.moved();
  }

  /** It is tried again with the next tick. */
  #failed(error: unknown): void {
    if (!this.#isOver && !this.#hasFailed) this.#parts.failed(error);
    this.#hasFailed = true;
  }
}
