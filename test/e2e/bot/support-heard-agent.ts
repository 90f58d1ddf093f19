import { afterEach, beforeEach } from "vitest";
import { VoiceAgent, type BargeIn } from "sdkpp/voice/agent";
import { babble } from "../../../packages/testing/sound/babble.js";
import { randomFrom } from "../../../packages/testing/sound/random.js";
import { isLoud } from "../../support/sweep.js";
import { waitFor } from "../../support/wait-for.js";
import { BotScene, listen, wavFile, type Heard } from "./support-voice-bots.js";

const NOTHING = new Int16Array(0);
/** 0.4 s */
const LATE = 19_200;

/** An agent, and a bot that hears it and may speak over it. */
export class HeardAgent {
  readonly agent: VoiceAgent;
  /** all that the other bot heard of the agent */
  readonly heard: Heard;
  readonly #other: Awaited<ReturnType<BotScene["enter"]>>;
  readonly #speaking: boolean[] = [];

  private constructor(
    agent: VoiceAgent,
    own: Awaited<ReturnType<BotScene["enter"]>>,
    other: Awaited<ReturnType<BotScene["enter"]>>,
  ) {
    this.agent = agent;
    this.#other = other;
    this.heard = listen(other.voice.receiver.subscribe(own.bot.userId, { format: "pcm" }));
    other.voice.on("speaking", (_userId, speaking) => void this.#speaking.push(speaking));
  }

  static async enter(scene: BotScene): Promise<HeardAgent> {
    const own = await scene.enter(0);
    return new HeardAgent(VoiceAgent.of(own.voice), own, await scene.enter(1));
  }

  get otherId(): bigint {
    return BigInt(this.#other.bot.userId);
  }

  get blocks(): Int16Array[] {
    return this.heard.blocks.map(({ data }) => data as Int16Array);
  }

  get loud(): Int16Array[] {
    return this.blocks.filter(isLoud);
  }

  /** Waits until half a second of the agent was heard. */
  async begun(): Promise<void> {
    await waitFor("half a second of the agent", () => this.loud.length >= 25);
  }

  /** Waits until the agent has said something, and says no more. */
  async fellSilent(): Promise<void> {
    const isSilent = (): boolean => this.#speaking.at(-1) === false && !isLoud(this.blocks.at(-1) ?? NOTHING);
    await waitFor("silence", isSilent);
  }

  /** The other bot sends what the agent says now, softer and some 0.4 s later, as who has a loudspeaker beside the microphone. */
  sendBack(said: Int16Array): void {
    const late = new Int16Array(said.length + LATE);
    late.set(
      said.map((value) => Math.round(value / 5)),
      LATE,
    );
    this.#other.voice.play({ type: "wav", file: wavFile(late) });
  }

  /** The other bot speaks. Resolves when the agent hears it. */
  async speak(seconds: number): Promise<void> {
    const { data } = babble(seconds, randomFrom(3));
    const samples = Int16Array.from(data, (value) => Math.round(value * 32_767));
    this.#other.voice.play({ type: "wav", file: wavFile(samples) });
    using ears = this.agent.listen(this.otherId);
    for await (const { levelDbfs } of ears) if (levelDbfs > -50) return;
  }
}

/** A heard agent in a scene of its own for each test of a file. @param begun is given it, and a list of what interrupts it */
export function heardAgentPerTest(begun: (heard: HeardAgent, told: BargeIn[]) => void): void {
  let scene: BotScene;
  beforeEach(async () => {
    scene = await BotScene.start();
    const heard = await HeardAgent.enter(scene);
    const told: BargeIn[] = [];
    heard.agent.on("bargeIn", (bargeIn) => told.push(bargeIn));
    begun(heard, told);
  });
  afterEach(() => scene.end());
}
