import { MOST_NUMBERS, type KeptClaim, type KeptTide, type NumberRange } from "../../protocol/index.js";
import { tidePlaceOf, type NotedTides, type TidePlace } from "./noted-tide.js";
import { GRANT, type StoredClaim } from "./stored-claim.js";
import { removeGround, StoredGround, type GroundStore } from "./stored-ground.js";

/** Between two looks at the position of a source some of it is played, milliseconds. */
const LOOK_MS = 500;
/** So often it is written that a call is alive, and asked who has it, when nothing is played, milliseconds. */
const ALIVE_MS = 5000;
/** And so often when each tick is noted in the memory of the machine: for the case that nobody can read that any more, milliseconds. */
const NOTED_MS = 20_000;

/** How far a call is. */
export interface PresentTide extends Pick<KeptTide, "sequence" | "source" | "positionMs"> {
  /** the first number that no key has used */
  readonly used: number;
  /** what was received moves windows and time lines in the ground */
  readonly packetsReceived: number;
  /** how long ago that was, milliseconds */
  readonly ageMs: number;
}

/** The part of a call of which its owner writes. */
export interface WrittenCall {
  /** It may seal with these numbers. */
  grant(numbers: NumberRange): void;
  /** Each tick is noted there from now on. */
  noteTide(place: TidePlace): void;
  /** Undefined while nothing is known. */
  tide(): PresentTide | undefined;
  /** Another number whenever `tide` says something new besides its age; costs less. */
  tideMark(): number;
  /** Whether the voice gateway said something that the ground which was {@link written} does not have in it. */
  isAheadOfWritten(): boolean;
  /** All that a successor needs; undefined while there is nothing to go on with. */
  ground(): Promise<Uint8Array | undefined>;
  /** The newest ground is written. */
  written(): void;
}

export interface UpkeepParts extends GroundStore {
  /** milliseconds since 1970 */
  readonly wallClock: () => number;
  /** the memory in which ticks are noted, when a process on this machine goes on with the call */
  readonly tides?: NotedTides | undefined;
}

/** Another process has the call. */
export class Moved extends Error {}

/** Writes on behalf of the owner of a call: the ground when it changes, the tide and the numbers all the time. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  readonly #call: WrittenCall;
  readonly #claim: StoredClaim;
  readonly #ground: StoredGround;
  #tide: KeptTide | undefined;
  /** as it was written last */
  #written: KeptTide | undefined;
  /** of the tide that was looked at last */
  #mark: number | undefined;
  #isNoted = false;

  constructor(parts: UpkeepParts, call: WrittenCall, claim: StoredClaim) {
    this.#parts = parts;
    this.#call = call;
    this.#claim = claim;
    this.#ground = new StoredGround(parts, claim.claim.fence);
  }

  /** Counts the owners of the call: this one. */
  get fence(): bigint {
    return this.#claim.claim.fence;
  }

  /** Each tick is noted: where the call is need not be written. */
  get isNoted(): boolean {
    return this.#isNoted;
  }

  /** From now on the call notes its ticks, where there is memory for that. */
  async noteTicks(): Promise<void> {
    const { store, call, tides } = this.#parts;
    // a store that does not answer keeps nothing else up: claims say where the call is
    const place = tides && (await tidePlaceOf(store, call).catch(() => undefined));
    if (place === undefined) return;
    this.#call.noteTide(place);
    this.#isNoted = true;
  }

  /** Whether the store still names this process. */
  isOurs(): Promise<boolean> {
    return this.#claim.isOurs();
  }

  /** @returns false: there was nothing to write, because the call is not joined yet. @throws {Moved} */
  async writeGround(): Promise<boolean> {
    const atMs = this.#parts.wallClock();
    const record = this.#call.tide() === undefined ? undefined : await this.#call.ground();
    if (record === undefined) return false;
    await this.#ground.write({ atMs, record });
    await this.#nameGround();
    this.#call.written();
    return true;
  }

  /** Whether {@link renew} would have something to do. A call that stands still is looked at no further. @param mark of its tide now */
  isDue(mark: number): boolean {
    const before = this.#written;
    // of one that played it is not known whether it stands still
    if (before === undefined || before.isPlaying || mark !== this.#mark) return true;
    return this.#parts.wallClock() - before.atMs >= this.#aliveMs;
  }

  /** Writes where the call is, and grants it more numbers while there are enough left. @throws {Moved} */
  async renew(): Promise<void> {
    this.#mark = this.#call.tideMark();
    const present = this.#call.tide();
    if (present === undefined) return;
    const tide = this.#lookAt(present);
    const { fence, groundFence, numbers } = this.#claim.claim;
    const { start, limit: before } = numbers;
    const used = Math.max(start, present.used);
    const limit = before - used < GRANT / 2 ? Math.min(used + GRANT, MOST_NUMBERS) : before;
    if (limit === before && !this.#isNews(tide)) return;
    // the tide belongs to the ground: that of an owner without one is of no use
    const written = groundFence === fence ? { tide } : {};
    await this.#update((claim) => ({ ...claim, ...written, numbers: { start, limit } }));
    this.#written = tide;
    if (limit > before) this.#call.grant({ start, limit });
  }

  /** The call is over: nothing of it is kept. */
  async remove(): Promise<void> {
    await this.#claim.remove();
    await removeGround(this.#parts, this.#claim.claim.groundFence);
  }

  /** From now on the ground of this owner counts; the one before is of no use. */
  async #nameGround(): Promise<void> {
    const { fence, groundFence } = this.#claim.claim;
    if (groundFence === fence) return;
    const present = this.#call.tide();
    const tide = present && this.#lookAt(present);
    await this.#update((claim) => ({ ...claim, groundFence: fence, tide }));
    // owners between the two may have died before theirs was named
    for (let before = groundFence; before < fence; before += 1n)
      if (before > 0n) await removeGround(this.#parts, before);
  }

  get #aliveMs(): number {
    return this.#isNoted ? NOTED_MS : ALIVE_MS;
  }

  #isNews(tide: KeptTide): boolean {
    const before = this.#written;
    if (before === undefined || tide.atMs - before.atMs >= this.#aliveMs) return true;
    // of another source it is not known where it began, until its ground is written
    if (this.#isNoted) return tide.source !== before.source;
    const isSame = (name: "sequence" | "source" | "positionMs" | "isPlaying"): boolean =>
      tide[name] === before[name];
    return !(isSame("sequence") && isSame("source") && isSame("positionMs") && isSame("isPlaying"));
  }

  #lookAt({ sequence, source, positionMs, ageMs }: PresentTide): KeptTide {
    const atMs = this.#parts.wallClock() - ageMs;
    const before = this.#tide?.source === source ? this.#tide : undefined;
    // two looks at one moment say nothing
    if (before !== undefined && atMs - before.atMs < LOOK_MS)
      return { ...before, atMs, sequence, positionMs };
    const isPlaying = before === undefined || positionMs > before.positionMs;
    this.#tide = { atMs, sequence, source, positionMs, isPlaying };
    return this.#tide;
  }

  async #update(change: (claim: KeptClaim) => KeptClaim): Promise<void> {
    if (!(await this.#claim.update(change))) throw new Moved();
  }
}
