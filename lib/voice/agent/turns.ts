import type { Emitter, Subscription } from "../../call/index.js";
import type { HeardBlock, HeardTurn } from "../../native/index.js";
import type { AgentCall } from "./agent-call.js";
import type { VoiceAgentEvents } from "./agent-events.js";
import type { Ears } from "./ears.js";
import { RecentSound } from "./recent-sound.js";
import { pauseOf, startOf } from "./turn-events.js";
import { turnPolicyArgument, type CheckedTurnPolicy, type TurnPolicy } from "./turn-policy.js";
import { TurnQuestions, type DetectorCounts } from "./turn-questions.js";
import { TurnWatch } from "./turn-watch.js";

/** @internal */
export interface TurnsParts {
  readonly call: AgentCall;
  readonly ears: Ears;
  readonly counts: DetectorCounts;
  readonly emit: Emitter<VoiceAgentEvents>["emit"];
}

/** One user's turns, or everyone's. */
interface Watched {
  readonly watch: TurnWatch;
  readonly listening: Subscription;
  policy: CheckedTurnPolicy;
}

const TURN_RATE = 16_000;
/** As many as can be heard at once; a quarter of a megabyte each. */
const MOST_RECENT = 25;
const USUAL = turnPolicyArgument("policy", {});

/** The turns of those who are watched: what the media thread finds becomes events, and pauses are put to detectors. */
export class Turns {
  readonly #parts: TurnsParts;
  readonly #questions: TurnQuestions;
  readonly #watches = new Map<bigint | "everyone", Watched>();
  /** by user, while a detector may ask for it */
  readonly #recent = new Map<bigint, RecentSound>();

  constructor(parts: TurnsParts) {
    this.#parts = parts;
    this.#questions = new TurnQuestions({
      counts: parts.counts,
      judge: (userId, pause, verdict) => parts.call.media.judgeTurn(userId, pause, verdict),
      failed: (userId, error) => parts.emit("detectorFailed", userId, error),
    });
  }

  /** Watches one user or everyone, in place of an earlier watch of the same. */
  watch(whom: bigint | "everyone", policy: TurnPolicy): TurnWatch {
    const checked = turnPolicyArgument("policy", policy);
    const watch = TurnWatch.of({
      changed: (next) => this.#change(whom, watch, next),
      closing: () => this.#unwatch(whom, watch),
    });
    const listening = this.#parts.ears.add({
      whom,
      rate: TURN_RATE,
      block: (block) => this.#remember(whom, block),
      left: (userId) => this.#forget(userId),
    });
    this.#watches.get(whom)?.watch.close();
    this.#watches.set(whom, { watch, policy: checked, listening });
    this.#apply();
    return watch;
  }

  turn(turn: HeardTurn): void {
    const { userId, kind } = turn;
    const policy = this.#policyOf(userId);
    if (policy === undefined) return;
    const nowMs = this.#parts.call.media.mediaTime();
    switch (kind) {
      case "speechStart":
        return this.#parts.emit("speechStart", startOf(turn, nowMs));
      case "pause":
        return this.#pause(turn, policy, nowMs);
      case "resume":
        this.#questions.close(userId);
        return this.#parts.emit("resume", startOf(turn, nowMs));
      case "endOfTurn":
        this.#questions.close(userId);
        return this.#parts.emit("endOfTurn", pauseOf(turn, nowMs));
      case "missedDeadline":
        return this.#questions.missed(userId, turn.timestamp);
    }
  }

  /** Ends all watches. @param isOver the connection has ended, and the media thread hears nothing any more */
  close(isOver: boolean): void {
    this.#questions.closeAll();
    const watches = [...this.#watches.values()];
    this.#watches.clear();
    this.#recent.clear();
    for (const { watch } of watches) watch.close();
    if (!isOver && watches.length > 0) this.#apply();
  }

  #pause(turn: HeardTurn, policy: CheckedTurnPolicy, nowMs: number): void {
    const pause = pauseOf(turn, nowMs);
    this.#parts.emit("pause", pause);
    this.#questions.ask(pause, policy, () => this.#recent.get(turn.userId)?.samples() ?? new Int16Array(0));
  }

  #policyOf(userId: bigint): CheckedTurnPolicy | undefined {
    return (this.#watches.get(userId) ?? this.#watches.get("everyone"))?.policy;
  }

  #change(whom: bigint | "everyone", watch: TurnWatch, policy: TurnPolicy): void {
    const checked = turnPolicyArgument("policy", policy);
    const watched = this.#watches.get(whom);
    if (watched?.watch !== watch) return;
    watched.policy = checked;
    this.#decideAnew();
  }

  #unwatch(whom: bigint | "everyone", watch: TurnWatch): void {
    const watched = this.#watches.get(whom);
    if (watched?.watch !== watch) return;
    this.#watches.delete(whom);
    watched.listening.dispose();
    if (this.#watches.size === 0) this.#recent.clear();
    this.#decideAnew();
  }

  /** Closes the questions that another policy asked: the present one asks at the next pause. */
  #decideAnew(): void {
    this.#questions.closeAll();
    this.#apply();
  }

  /** Tells the media thread all policies. */
  #apply(): void {
    const own = [...this.#watches].flatMap(([whom, { policy }]) =>
      whom === "everyone" ? [] : [{ whom, policy: policy.native }],
    );
    this.#parts.call.media.setTurnPolicies(
      (this.#watches.get("everyone")?.policy ?? USUAL).native,
      own.map(({ whom }) => whom),
      own.map(({ policy }) => policy),
    );
  }

  /** A user with an own watch is heard by it and by that of everyone. */
  #remember(whom: bigint | "everyone", block: HeardBlock): void {
    const { userId } = block;
    if (whom === "everyone" && this.#watches.has(userId)) return;
    if (this.#policyOf(userId)?.detector === undefined) return void this.#recent.delete(userId);
    const recent = this.#recent.get(userId) ?? new RecentSound();
    // behind the others: those who were heard longest ago make room
    this.#recent.delete(userId);
    this.#recent.set(userId, recent);
    const [oldest] = this.#recent.keys();
    if (this.#recent.size > MOST_RECENT && oldest !== undefined) this.#recent.delete(oldest);
    recent.push(block);
  }

  #forget(userId: bigint): void {
    this.#recent.delete(userId);
  }
}
