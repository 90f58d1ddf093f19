import { startPlatform, type Platform } from "@sdkpp/platform";
import {
  AudioPlayer,
  joinVoiceChannel,
  type GuildVoiceConnection,
  type JoinVoiceChannelOptions,
  type Pieces,
  type ReceivedBlock,
  type ReceiveStream,
} from "sdkpp/voice";
import { makeBotGuild, RawBot, type BotGuild } from "../../support/raw-bot.js";
import { tone, toneShare } from "../../support/tone.js";

/** The tone that bots play. */
export const HZ = 440;

/** A platform with a guild of two voice channels, and bots in it: two, unless more are asked for. */
export class BotScene {
  readonly platform: Platform;
  readonly guild: BotGuild;
  readonly #bots: RawBot[] = [];
  readonly #connections: GuildVoiceConnection[] = [];
  readonly #players: AudioPlayer[] = [];

  private constructor(platform: Platform, bots: number) {
    this.platform = platform;
    this.guild = makeBotGuild(platform, bots);
  }

  static async start(bots = 2): Promise<BotScene> {
    return new BotScene(await startPlatform(), bots);
  }

  async login(which: number): Promise<RawBot> {
    const bot = await RawBot.login(this.platform, this.guild.accounts[which]!);
    this.#bots.push(bot);
    return bot;
  }

  join(bot: RawBot, options: Partial<JoinVoiceChannelOptions> = {}): GuildVoiceConnection {
    const connection = joinVoiceChannel({
      guildId: this.guild.guildId,
      channelId: this.guild.channelIds[0],
      adapterCreator: bot.adapterCreator,
      ca: this.platform.endpoints.ca,
      selfDeaf: false,
      ...options,
    });
    this.#connections.push(connection);
    return connection;
  }

  /** Logs in and joins the first channel. Resolves when sound can flow. */
  async enter(which: number): Promise<{ bot: RawBot; voice: GuildVoiceConnection }> {
    const bot = await this.login(which);
    const voice = this.join(bot);
    await voice.ready();
    return { bot, voice };
  }

  /** Two connected bots; the second listens to the first for {@link HZ}. */
  async twoBots() {
    const one = await this.enter(0);
    const two = await this.enter(1);
    const pcm = listen(two.voice.receiver.subscribe(one.bot.userId, { format: "pcm" }), HZ);
    return { one, two, pcm };
  }

  /** A player that plays through the first of two bots, and what the second hears of it. It closes with the scene. */
  async heardPlayer(): Promise<{ player: AudioPlayer; pcm: Heard }> {
    const { one, pcm } = await this.twoBots();
    const player = new AudioPlayer();
    this.#players.push(player);
    one.voice.subscribe(player);
    return { player, pcm };
  }

  async end(): Promise<void> {
    for (const player of this.#players) player.close();
    for (const connection of this.#connections) connection.destroy();
    for (const bot of this.#bots) bot.close();
    await this.platform.stop();
  }
}

/** The data of a stream so far. */
export interface Heard {
  readonly blocks: ReceivedBlock[];
  /** blocks that contain the frequency */
  tone: number;
  isOver: boolean;
}

/** Reads a stream to its end. */
export function listen(stream: ReceiveStream, frequency = 0): Heard {
  const heard: Heard = { blocks: [], tone: 0, isOver: false };
  void (async () => {
    for await (const block of stream) {
      heard.blocks.push(block);
      if (block.data instanceof Int16Array && toneShare(block.data, frequency) > 0.5) heard.tone += 1;
    }
    heard.isOver = true;
  })();
  return heard;
}

/** Stereo pieces of 20 ms of a tone; endless unless `pieces` is given. */
export function* tonePieces(
  frequency: number,
  pieces = Infinity,
): Pieces<Int16Array> & Generator<Int16Array> {
  for (let at = 0; at < pieces; at += 1) yield stereo(tone(frequency, 960, at * 960));
}

export function stereo(mono: Int16Array): Int16Array {
  return Int16Array.from({ length: mono.length * 2 }, (_, at) => mono[at >> 1] ?? 0);
}

export { wavOf as wavFile } from "../../support/wav.js";
