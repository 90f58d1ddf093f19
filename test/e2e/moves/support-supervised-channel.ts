import {
  joinVoiceChannel,
  VoiceSupervisor,
  type HostedJoinOptions,
  type HostedVoiceConnection,
  type VoiceMove,
  type VoiceSupervisorOptions,
} from "sdkpp/voice";
import type { RawBot } from "../../support/raw-bot.js";
import { waitFor } from "../../support/wait-for.js";
import { within } from "../../support/within.js";
import { EncryptedChannel, type Member } from "../encryption/support-encrypted-channel.js";
import { HeardNumbers } from "./support-heard.js";

const [LISTENER, BOT] = [0, 1];
/** So many packets are proof that somebody is heard. */
export const PACKETS = 25;

/** Packets with a number each. */
export function* numbered(from = 0): Generator<Uint8Array> {
  for (let number = from; ; number += 1) {
    const packet = Buffer.alloc(60, 0x55);
    packet[0] = 0xfc;
    packet.writeUInt32LE(number, 1);
    yield packet;
  }
}

/** An encrypted channel with a listener, and a bot whose call is in a voice process. */
export class SupervisedChannel {
  readonly supervisor: VoiceSupervisor;
  readonly listener: Member;
  /** what the listener hears of the bot */
  readonly heard: HeardNumbers;
  readonly moves: VoiceMove[] = [];
  readonly #channel: EncryptedChannel;
  readonly #bot: RawBot;

  private constructor(channel: EncryptedChannel, bot: RawBot, listener: Member, supervisor: VoiceSupervisor) {
    this.#channel = channel;
    this.#bot = bot;
    this.listener = listener;
    this.supervisor = supervisor;
    this.heard = new HeardNumbers(listener.voice.receiver.subscribe(bot.userId, { format: "opus" }));
  }

  static async open(options: VoiceSupervisorOptions = {}): Promise<SupervisedChannel> {
    const channel = await EncryptedChannel.open(2);
    const bot = await channel.bot(BOT);
    return new SupervisedChannel(channel, bot, await channel.enter(LISTENER), new VoiceSupervisor(options));
  }

  join(options: Partial<HostedJoinOptions> = {}): HostedVoiceConnection {
    const { guild, platform } = this.#channel;
    const voice = joinVoiceChannel({
      guildId: guild.guildId,
      channelId: guild.channelIds[0]!,
      adapterCreator: this.#bot.adapterCreator,
      ca: platform.endpoints.ca,
      e2ee: "required",
      voiceHost: this.supervisor,
      ...options,
    });
    voice.on("moved", (move) => this.moves.push(move));
    return voice;
  }

  /** The bot and the listener hear numbered packets of each other. */
  async bothWays(): Promise<{ voice: HostedVoiceConnection; listening: HeardNumbers }> {
    const voice = this.join({ selfDeaf: false });
    voice.play({ type: "opus", packets: numbered() });
    await voice.ready();
    await this.hears();
    const listening = new HeardNumbers(voice.receiver.subscribe(this.listener.userId, { format: "opus" }));
    this.listener.voice.play({ type: "opus", packets: numbered() });
    await waitFor("the bot to hear", () => listening.count > PACKETS);
    return { voice, listening };
  }

  get botId(): bigint {
    return BigInt(this.#bot.userId);
  }

  /** The words that the bot left its channel with. */
  get leaves(): unknown[] {
    return this.#bot.sent.filter(
      (payload) => (payload as { d: { channel_id: unknown } }).d.channel_id === null,
    );
  }

  becomes(event: "spareReady" | "started"): Promise<void> {
    const told = new Promise<void>((resolve) => this.supervisor.on(event, () => resolve()));
    return within(`the supervisor to tell ${event}`, told);
  }

  hears(packets = PACKETS): Promise<void> {
    const from = this.heard.newest;
    return waitFor("the bot to be heard", () => this.heard.newest >= from + packets);
  }

  /** Ends the voice process, and waits until another one has the call. */
  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<VoiceMove> {
    const count = this.moves.length;
    process.kill(this.supervisor.pid!, signal);
    await waitFor("the call to go on", () => this.moves.length > count);
    return this.moves.at(-1)!;
  }

  async close(): Promise<void> {
    this.supervisor.close();
    await this.#channel.close();
  }
}
