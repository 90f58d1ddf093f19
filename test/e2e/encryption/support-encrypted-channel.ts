import { startPlatform, type Platform, type PlatformOptions } from "@sdkpp/platform";
import {
  joinVoiceChannel,
  type GuildVoiceConnection,
  type JoinVoiceChannelOptions,
  type Playback,
} from "sdkpp/voice";
import { makeBotGuild, RawBot, type BotGuild } from "../../support/raw-bot.js";
import { waitFor } from "../../support/wait-for.js";
import { tonePieces } from "../bot/support-voice-bots.js";

/** A bot in the channel, with `sdkpp/voice`. */
export interface Member {
  readonly bot: RawBot;
  readonly voice: GuildVoiceConnection;
  readonly userId: bigint;
  /** steps in which something went wrong with the encryption */
  readonly failures: string[];
}

const FAILURE = /^e2ee(Failed|Undecryptable)$/;

/** A platform with one voice channel and any number of bots. */
export class EncryptedChannel {
  readonly platform: Platform;
  readonly guild: BotGuild;
  readonly #members = new Set<Member>();
  readonly #bots = new Map<number, RawBot>();

  private constructor(platform: Platform, bots: number) {
    this.platform = platform;
    this.guild = makeBotGuild(platform, bots);
  }

  static async open(
    bots: number,
    options: PlatformOptions = { e2ee: "required" },
  ): Promise<EncryptedChannel> {
    return new EncryptedChannel(await startPlatform(options), bots);
  }

  get members(): Member[] {
    return [...this.#members];
  }

  async enter(which: number, options: Partial<JoinVoiceChannelOptions> = {}): Promise<Member> {
    const member = await this.approach(which, options);
    await member.voice.ready();
    return member;
  }

  /** Like {@link enter}, without waiting for the connection. */
  async approach(which: number, options: Partial<JoinVoiceChannelOptions> = {}): Promise<Member> {
    const bot = await this.bot(which);
    const voice = joinVoiceChannel({
      guildId: this.guild.guildId,
      channelId: this.guild.channelIds[0],
      adapterCreator: bot.adapterCreator,
      ca: this.platform.endpoints.ca,
      selfDeaf: false,
      ...options,
    });
    const failures: string[] = [];
    voice.on("phase", (phase, detail) => {
      if (FAILURE.test(phase)) failures.push(`${phase} ${detail}`);
    });
    const member = { bot, voice, userId: BigInt(bot.userId), failures };
    this.#members.add(member);
    return member;
  }

  /** A bot that is logged in but not in the channel. */
  async bot(which: number): Promise<RawBot> {
    const bot = this.#bots.get(which) ?? (await RawBot.login(this.platform, this.guild.accounts[which]!));
    this.#bots.set(which, bot);
    return bot;
  }

  leave(member: Member): void {
    this.#members.delete(member);
    member.voice.destroy();
  }

  /** Waits until all members are encrypted and have the same code. @returns the code */
  async settled(members = this.members): Promise<string> {
    const codes = (): Set<string> => new Set(members.map(({ voice }) => voice.encryption.privacyCode));
    await waitFor(
      "one privacy code",
      () => members.every(({ voice }) => voice.encryption.state === "on") && codes().size === 1,
      8000,
    );
    return [...codes()][0]!;
  }

  async close(): Promise<void> {
    for (const member of this.#members) member.voice.destroy();
    for (const bot of this.#bots.values()) bot.close();
    await this.platform.stop();
  }
}

export function speak({ voice }: Member, hz = 440): Playback {
  return voice.play({ type: "pcm", samples: tonePieces(hz), sampleRate: 48_000, channels: 2 });
}

/** Which of a speaker's packets arrived and were decrypted, and which are missing. */
export class PacketLog {
  #first: number | undefined;
  #newest = 0;
  readonly #seen = new Set<number>();

  constructor(packets: AsyncIterable<{ sequence: number }>) {
    // A Node stream is destroyed with its connection.
    this.#read(packets).catch(() => undefined);
  }

  static of(listener: Member, speaker: Pick<Member, "userId">): PacketLog {
    return new PacketLog(listener.voice.receiver.subscribe(speaker.userId, { format: "opus" }));
  }

  get count(): number {
    return this.#seen.size;
  }

  /** Lengths of the gaps between packets that arrived, in packets of 20 ms. */
  gaps(): number[] {
    const gaps: number[] = [];
    let run = 0;
    for (let at = this.#first ?? 0; at <= this.#newest; at += 1) {
      if (!this.#seen.has(at)) {
        run += 1;
      } else if (run > 0) {
        gaps.push(run);
        run = 0;
      }
    }
    return gaps;
  }

  async #read(stream: AsyncIterable<{ sequence: number }>): Promise<void> {
    for await (const { sequence } of stream) {
      this.#newest = this.#first === undefined ? sequence : unwrap(sequence, this.#newest);
      this.#first ??= sequence;
      this.#seen.add(this.#newest);
    }
  }
}

function unwrap(sequence: number, near: number): number {
  return near + (((sequence - near) << 16) >> 16);
}
