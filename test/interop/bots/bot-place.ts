import { startPlatform, type InteractionState, type NewCommandUse, type Platform } from "@sdkpp/platform";
import { joinVoiceChannel, type GuildVoiceConnection } from "sdkpp/voice";
import { RawBot } from "../../support/raw-bot.js";
import { sendRequest } from "../../support/send-request.js";
import { tone, toneShare } from "../../support/tone.js";
import { waitFor } from "../../support/wait-for.js";
import { wavOf } from "../../support/wav.js";
import { BotProcess, type BotStart } from "./bot-process.js";

const PATIENCE_MS = 20_000;

/** What an ear heard of one voice, in blocks of 20 ms. */
export class Heard {
  /** the loudest sample of the newest block */
  peak = 0;
  isQuiet = true;
  readonly #blocks = new Map<number, number>();

  /** Blocks that have this frequency, since {@link forget}. */
  of(hz: number): number {
    const known = this.#blocks.get(hz);
    if (known === undefined) this.#blocks.set(hz, 0);
    return known ?? 0;
  }

  forget(): void {
    for (const hz of this.#blocks.keys()) this.#blocks.set(hz, 0);
  }

  take(block: Int16Array): void {
    this.peak = block.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    for (const [hz, blocks] of this.#blocks) if (toneShare(block, hz) > 0.5) this.#blocks.set(hz, blocks + 1);
  }
}

/** A server with a text and a voice channel; a person sits in the latter, where an ear of ours listens to the bot under test. */
export class BotPlace {
  readonly guildId: string;
  readonly textId: string;
  readonly voiceId: string;
  readonly personId: string;
  readonly #ear: { userId: string; token: string };
  /** who entered after the first of ours */
  readonly #present = new Set<string>();
  readonly #undo: (() => void | Promise<void>)[] = [];

  private constructor(readonly platform: Platform) {
    const { control, seeded } = platform;
    this.#ear = control.applications.createBot(control.applications.create({ name: "Ear" }).id);
    this.personId = seeded.userIds[0];
    const guild = control.guilds.create({
      name: "Bots",
      ownerId: this.personId,
      memberIds: [seeded.botUserId, this.#ear.userId],
      channels: [
        { name: "text", kind: "text" },
        { name: "voice", kind: "voice" },
      ],
    });
    this.guildId = guild.id;
    [this.textId, this.voiceId] = guild.channels.map(({ id }) => id) as [string, string];
  }

  static async start(): Promise<BotPlace> {
    const place = new BotPlace(await startPlatform());
    place.undo(() => place.platform.stop());
    return place;
  }

  /** To be done at the end, the last first. */
  undo(step: () => void | Promise<void>): void {
    this.#undo.push(step);
  }

  async end(): Promise<void> {
    for (let step = this.#undo.pop(); step !== undefined; step = this.#undo.pop()) await step();
  }

  async startBot(bot: BotStart): Promise<BotProcess> {
    const started = await BotProcess.start(this.platform, bot);
    this.undo(() => started.end());
    return started;
  }

  /** The person sits down in the voice channel. */
  personEnters(): void {
    this.platform.control.as(this.personId).enterCall(this.voiceId);
  }

  say(text: string): void {
    this.platform.control.as(this.personId).write(this.textId, text);
  }

  /** The person uses a slash command of the bot. @returns what the person sees when the bot has responded */
  async use(name: string, options: NonNullable<NewCommandUse["options"]> = {}): Promise<InteractionState> {
    const { control, seeded } = this.platform;
    const { applicationId } = seeded;
    const use = { applicationId, userId: this.personId, channelId: this.textId, name, options };
    return control.interactions.useCommand(use);
  }

  /** The bot hears what happens, and has all its slash commands. */
  async untilOnline(commands: readonly string[] = []): Promise<void> {
    const { control, seeded } = this.platform;
    await waitFor("the bot to be online", () => control.gateway.sessions(seeded.botUserId).length > 0);
    const end = performance.now() + PATIENCE_MS;
    for (
      let known: string[] = [];
      !commands.every((each) => known.includes(each));
      known = await this.#commands()
    )
      if (performance.now() > end) throw new Error(`the bot has the commands ${known.join()} only`);
  }

  async #commands(): Promise<string[]> {
    const { applicationId, botToken } = this.platform.seeded;
    const path = `/applications/${applicationId}/commands`;
    const { body } = await sendRequest<{ name: string }[]>(this.platform, `Bot ${botToken}`, "GET", path);
    return body.map(({ name }) => name);
  }

  /** The bot is in the voice channel. */
  untilBotIsIn(): Promise<void> {
    const { botUserId } = this.platform.seeded;
    return waitFor("the bot to enter the voice channel", () => this.#present.has(botUserId));
  }

  /** The person sits down in the voice channel with a microphone, which hears a tone while the person speaks. */
  async personSpeaks(hz: number): Promise<{ speak(seconds: number): Promise<unknown> }> {
    const { control, seeded } = this.platform;
    const tokens = control.tokens.issue(seeded.applicationId, this.personId, "identify guilds voice");
    const token = `Bearer ${tokens.access_token}`;
    const voice = await this.#enter({ userId: this.personId, token });
    const speak = (seconds: number): Promise<unknown> =>
      voice.play({ type: "wav", file: wavOf(tone(hz, 48_000 * seconds)) }).ended;
    return { speak };
  }

  /** An ear enters the channel. */
  async listen(): Promise<Heard> {
    const voice = await this.#enter(this.#ear);
    const heard = new Heard();
    const { botUserId } = this.platform.seeded;
    voice.on("speaking", (userId, speaking) => {
      if (String(userId) === botUserId) heard.isQuiet = !speaking;
    });
    void (async () => {
      for await (const { data } of voice.receiver.subscribe(botUserId, { format: "pcm" })) heard.take(data);
    })();
    return heard;
  }

  async #enter(account: { userId: string; token: string }): Promise<GuildVoiceConnection> {
    const raw = await RawBot.login(this.platform, account);
    this.undo(() => raw.close());
    const voice = joinVoiceChannel({
      guildId: this.guildId,
      channelId: this.voiceId,
      adapterCreator: raw.adapterCreator,
      ca: this.platform.endpoints.ca,
      selfDeaf: false,
    });
    this.undo(() => voice.destroy());
    voice.on("participant", (userId, added) => {
      if (added) this.#present.add(String(userId));
      else this.#present.delete(String(userId));
    });
    await voice.ready();
    return voice;
  }
}
