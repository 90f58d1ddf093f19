import type { NativeBargeIn, NativePlayerEvent } from "../../../../lib/native/index.js";
import type { AgentCall } from "../../../../lib/voice/agent/agent-call.js";
import type { VoiceAgentEvents } from "../../../../lib/voice/agent/agent-events.js";
import { BargeIns } from "../../../../lib/voice/agent/barge-ins.js";
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
  /** whom the agent listens to for interruptions */
  readonly listened = new Set<bigint | "everyone">();
  readonly mouth: Mouth;
  readonly bargeIns: BargeIns;
  isOver = false;
  #player: AudioPlayer | undefined;
  #tell: (bargeIn: NativeBargeIn) => void = () => undefined;

  constructor() {
    this.session.answers.set("heardUpTo", (track) => this.heard.get(track as number) ?? 0);
    this.session.answers.set("mediaTime", () => 1000);
    this.addon.preparePlayer = (player) => {
      player.answers.set("writePcm", (_track, samples) => (samples as Int16Array).length);
    };
    const call = this.#call();
    this.mouth = new Mouth(call, this.events, () => this.bargeIns.moveOn());
    const ears = { add: ({ whom }: { whom: bigint | "everyone" }) => this.#listen(whom) };
    this.bargeIns = new BargeIns({ call, ears, mouth: this.mouth, events: this.events });
  }

  get player(): FakeNativePlayer {
    return this.addon.players[0]!;
  }

  /** Tracks are named by their numbers: the lead-in is the first. */
  emit(...events: NativePlayerEvent[]): void {
    this.player.emit(...events);
  }

  bargeIn(change: Partial<NativeBargeIn> = {}): void {
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

  #listen(whom: bigint | "everyone") {
    this.listened.add(whom);
    const dispose = (): void => void this.listened.delete(whom);
    return { dispose, [Symbol.dispose]: dispose };
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
      onOver: () => undefined,
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
