import type { Emitter, Subscription } from "../../call/index.js";
import type { NativeBargeIn } from "../../native/index.js";
import { SdkError } from "../../wire/index.js";
import type { AgentCall } from "./agent-call.js";
import type { VoiceAgentEvents } from "./agent-events.js";
import { BargeIn } from "./barge-in.js";
import { bargeInOptions, type BargeInOptions, type CheckedBargeIn } from "./barge-in-options.js";
import type { Ears, Listener } from "./ears.js";
import type { Mouth } from "./mouth.js";

/** @internal */
export interface BargeInsParts {
  readonly call: AgentCall;
  readonly ears: Pick<Ears, "add">;
  readonly mouth: Mouth;
  readonly events: Pick<Emitter<VoiceAgentEvents>, "emit">;
}

type Whom = Listener["whom"];

/** A rule that the media thread was told. */
interface Rule extends CheckedBargeIn {
  /** before it was told, milliseconds of `mediaTime` */
  readonly sinceMs: number;
}

/** An interruption, and whether nothing has followed from it yet. */
interface Present {
  readonly number: number;
  readonly bargeIn: BargeIn;
  isOpen: boolean;
}

const RATE = 16_000;

/** Tells the media thread who may interrupt, and draws the conclusions from what it decided. */
export class BargeIns {
  readonly #parts: BargeInsParts;
  readonly #subscription: Subscription;
  readonly #heard = new Map<Whom, Subscription>();
  #rule: Rule | undefined;
  #present: Present | undefined;

  constructor(parts: BargeInsParts) {
    this.#parts = parts;
    this.#subscription = parts.call.on("bargeIn", (native) => this.#take(native));
  }

  /**
   * Begins a rule, in place of the one before it; one that is refused leaves that.
   * @returns ends it
   * @throws {ArgumentError}, {@link ArgumentRangeError} naming the invalid option
   * @throws {SdkError} TOO_MANY_LISTENED
   */
  begin(options: BargeInOptions): Subscription {
    const checked = bargeInOptions("options", options);
    this.#listen(new Set<Whom>(checked.by === "anyone" ? ["everyone"] : checked.by));
    const rule = { ...checked, sinceMs: this.#parts.call.media.mediaTime() };
    this.#rule = rule;
    this.#apply(rule);
    this.#goOn();
    const dispose = (): void => {
      if (this.#rule === rule) this.#end();
    };
    return { dispose, [Symbol.dispose]: dispose };
  }

  /** Something else is said: what was interrupted is not to go on. */
  moveOn(): void {
    if (this.#present?.isOpen === true) this.#release(this.#present);
  }

  /** @param isOver the connection has ended */
  close(isOver: boolean): void {
    this.#subscription.dispose();
    if (this.#rule !== undefined && !isOver) this.#end();
    this.#rule = undefined;
  }

  /** Listens to these, and to nobody else. The others go on being heard until these are, but where there is no room for both. */
  #listen(wanted: ReadonlySet<Whom>): void {
    const others = [...this.#heard.keys()].filter((whom) => !wanted.has(whom));
    try {
      this.#hear(wanted);
    } catch (error) {
      if (others.length === 0 || !isFull(error)) throw error;
      return this.#hearInPlaceOf(others, wanted);
    }
    this.#leave(others);
  }

  #hearInPlaceOf(others: readonly Whom[], wanted: ReadonlySet<Whom>): void {
    this.#leave(others);
    try {
      this.#hear(wanted);
    } catch (error) {
      this.#hear(others);
      throw error;
    }
  }

  /** All of them, or nobody who is not heard yet. */
  #hear(wanted: Iterable<Whom>): void {
    const added: Whom[] = [];
    try {
      for (const whom of wanted) {
        if (this.#heard.has(whom)) continue;
        this.#heard.set(whom, this.#add(whom));
        added.push(whom);
      }
    } catch (error) {
      this.#leave(added);
      throw error;
    }
  }

  #add(whom: Whom): Subscription {
    return this.#parts.ears.add({ whom, rate: RATE, block: () => undefined, left: () => undefined });
  }

  #leave(all: Iterable<Whom>): void {
    for (const whom of all) {
      this.#heard.get(whom)?.dispose();
      this.#heard.delete(whom);
    }
  }

  #apply({ by, action, minSpeechMs, minProbability, duckBy, resumeAfterMs }: CheckedBargeIn): void {
    const { media } = this.#parts.call;
    media.setBargeIn(action, by === "anyone", minSpeechMs, minProbability, duckBy, resumeAfterMs);
    if (by !== "anyone") for (const userId of by) media.letInterrupt(userId);
  }

  #end(): void {
    this.#rule = undefined;
    this.#parts.call.media.setBargeIn("off", false, 0, 0, 0, 0);
    this.#leave([...this.#heard.keys()]);
    this.#goOn();
  }

  /** The rule by which the agent was interrupted has gone, and the interruption with it. */
  #goOn(): void {
    const present = this.#present;
    this.#present = undefined;
    if (present !== undefined && present.bargeIn.action !== "report") this.#resumed(present);
  }

  #take(native: NativeBargeIn): void {
    const rule = this.#rule;
    // The media thread may have decided by a rule that is gone by now. It freed the sound with that rule, so nothing follows. A new rule
    // decides only after it was told: an earlier decision is not its own.
    if (rule === undefined || native.decidedAtMs < rule.sinceMs) return;
    const known = native.number === this.#present?.number ? this.#present : undefined;
    if (native.kind === "resumed") return known === undefined ? undefined : this.#resumed(known);
    const { action, resumeAfterMs } = rule;
    const present = known ?? this.#begin(native, action);
    if (action === "stop" && (resumeAfterMs === 0 || native.kind === "meant")) this.#confirmed(present);
    if (known === undefined) this.#parts.events.emit("bargeIn", present.bargeIn);
  }

  #begin(native: NativeBargeIn, action: CheckedBargeIn["action"]): Present {
    const { call, mouth } = this.#parts;
    const bargeIn = new BargeIn({
      native,
      action,
      lateMs: Math.max(0, call.media.mediaTime() - native.decidedAtMs),
      said: mouth.saidAt(native),
      confirm: () => this.#confirmed(present),
    });
    const present: Present = { number: native.number, bargeIn, isOpen: true };
    this.#present = present;
    return present;
  }

  /** It is meant: nothing more is said of that answer. */
  #confirmed(present: Present): void {
    if (!present.isOpen) return;
    const { utterance, userId } = present.bargeIn;
    if (utterance !== undefined) this.#parts.mouth.stop({ reason: "interrupted", by: userId });
    this.#release(present);
  }

  #resumed(present: Present): void {
    if (!present.isOpen) return;
    present.isOpen = false;
    this.#parts.events.emit("resumed", present.bargeIn);
  }

  /** Behind the commands that drop what is not to be heard. */
  #release(present: Present): void {
    present.isOpen = false;
    if (!this.#parts.call.isOver()) this.#parts.call.media.releaseBargeIn(present.number);
  }
}

function isFull(error: unknown): boolean {
  return error instanceof SdkError && error.code === "TOO_MANY_LISTENED";
}
