import type { NativeBargeIn, NativePlayerEvent } from "../../../../lib/native/index.js";
import type { AgentCall } from "../../../../lib/voice/agent/agent-call.js";
import type { VoiceAgentEvents } from "../../../../lib/voice/agent/agent-events.js";
import { BargeIns } from "../../../../lib/voice/agent/barge-ins.js";
import { Ears } from "../../../../lib/voice/agent/ears.js";
import { Mouth } from "../../../../lib/voice/agent/mouth.js";
import { Emitter } from "../../../../lib/call/index.js";
import { AudioPlayer } from "../../../../lib/voice/index.js";
import { FakeAddon, FakeNativeSession, type FakeNativePlayer } from "../../../support/fake-native.js";
import { VirtualClock } from "../../../support/virtual-clock.js";

/** The mouth of an agent on a call whose native half is driven by a test. */
export class SpokenCall {
  readonly addon = new FakeAddon();
  readonly clock = new VirtualClock();
  readonly session = new FakeNativeSession({ onWake: () => undefined } as never);
  readonly events = new Emitter<VoiceAgentEvents>(() => undefined);
  /** samples that have left, by track */
  readonly heard = new Map<number, number>();
  readonly warnings: string[] = [];
  readonly ears: Ears;
  readonly mouth: Mouth;
  readonly bargeIns: BargeIns;
  isOver = false;
  /** of the media thread */
  nowMs = 900;
  #player: AudioPlayer | undefined;
  #tell: (bargeIn: NativeBargeIn) => void = () => undefined;

  constructor() {
    this.session.answers.set("heardUpTo", (track) => this.heard.get(track as number) ?? 0);
    this.session.answers.set("mediaTime", () => this.nowMs);
    this.addon.preparePlayer = (player) => {
      player.answers.set("writePcm", (_track, samples) => (samples as Int16Array).length);
    };
    const call = this.#call();
    this.mouth = new Mouth(call, this.events, () => this.bargeIns.moveOn());
    this.ears = new Ears({ call, turn: () => undefined, lost: () => undefined });
    this.bargeIns = new BargeIns({ call, ears: this.ears, mouth: this.mouth, events: this.events });
  }

  get player(): FakeNativePlayer {
    return this.addon.players[0]!;
  }

  /** Tracks are named by their numbers: the lead-in is the first. */
  emit(...events: NativePlayerEvent[]): void {
    this.player.emit(...events);
  }

  /** whom the media thread listens to */
  get listened(): readonly (bigint | "everyone")[] {
    const told = this.session.calls.findLast(([name]) => /^(set|stop)Listening$/.test(name));
    if (told?.[0] !== "setListening") return [];
    return told[2] === "everyone" ? ["everyone"] : (told[3] as bigint[]);
  }

  /** Decided 20 ms before it is told. */
  bargeIn(change: Partial<NativeBargeIn> = {}): void {
    this.nowMs = Math.max(this.nowMs, 1000);
    this.#tell({
      kind: "interrupted",
      number: 1,
      userId: 7n,
      speechBegan: 48_000,
      timestamp: 62_400,
      decidedAtMs: 980,
      track: 2,
      samples: 4800,
      ...change,
    });
  }

  #call(): AgentCall {
    const nothing = (): void => undefined;
    return {
      media: this.session.asSession(),
      clock: this.clock,
      on: ((event: string, listener: (bargeIn: NativeBargeIn) => void) => {
        if (event === "bargeIn") this.#tell = listener;
        return { dispose: nothing, [Symbol.dispose]: nothing };
      }) as never,
      onOver: () => ({ dispose: () => undefined, [Symbol.dispose]: () => undefined }),
      isDeaf: () => false,
      warn: (message) => this.warnings.push(message),
      isOver: () => this.isOver,
      assertLive: nothing,
      makePlayer: (options) =>
        new AudioPlayer({ ...options, clock: this.clock, loadAddon: () => this.addon }),
      sends: (player) => player === this.#player,
      subscribe: (player) => {
        this.#player = player;
        return { dispose: nothing, [Symbol.dispose]: nothing };
      },
    } as AgentCall;
  }
}
