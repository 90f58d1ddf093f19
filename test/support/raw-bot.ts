import type { Platform } from "@sdkpp/platform";
import type { VoiceAdapterCreator, VoiceAdapterLibraryMethods } from "sdkpp/voice";
import WebSocket from "ws";
import { waitFor } from "./wait-for.js";

interface Payload {
  readonly op: number;
  readonly d: unknown;
  readonly s?: number | null;
  readonly t?: string | null;
}

const HELLO = 10;
const HEARTBEAT = 1;
const IDENTIFY = 2;
const VOICE_STATE = 4;
const GUILDS_AND_VOICE_STATES = 1 | (1 << 7);

/** The fields of op 0 of the voice gateway. */
export interface VoiceGrant {
  readonly serverId: string;
  readonly channelId: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly token: string;
}

/** They, and where to send them. */
export interface JoinedVoice extends VoiceGrant {
  readonly endpoint: string;
}

/** A minimal bot: a main gateway session without a library, and the voice adapter of one guild. */
export class RawBot {
  readonly userId: string;
  /** op 4 payloads sent through the adapter */
  readonly sent: unknown[] = [];
  readonly #intents: number;
  readonly #socket: WebSocket;
  readonly #listeners = new Set<VoiceAdapterLibraryMethods>();
  #lastSequence: number | null = null;
  #beating: NodeJS.Timeout | undefined;
  #isReady = false;

  private constructor(url: string, account: { userId: string; token: string }, intents: number) {
    this.userId = account.userId;
    this.#intents = intents;
    this.#socket = new WebSocket(`${url}?v=10&encoding=json`);
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => clearInterval(this.#beating));
    this.#socket.on("message", (data: Buffer) =>
      this.#take(JSON.parse(data.toString("utf8")) as Payload, account.token),
    );
  }

  /** Resolves when READY arrives. */
  static async login(
    platform: Platform,
    account: { userId: string; token: string },
    intents = GUILDS_AND_VOICE_STATES,
  ): Promise<RawBot> {
    const bot = new RawBot(platform.endpoints.gateway, account, intents);
    await waitFor("READY", () => bot.#isReady);
    return bot;
  }

  readonly adapterCreator: VoiceAdapterCreator = (library) => {
    this.#listeners.add(library);
    return {
      sendPayload: (payload) => {
        this.sent.push(payload);
        return this.#send(payload);
      },
      destroy: () => void this.#listeners.delete(library),
    };
  };

  /** Joins a voice channel. @returns the fields that op 0 needs, when all have arrived */
  async askToJoin(guildId: string, channelId: string): Promise<JoinedVoice> {
    let server: { token: string; endpoint: string } | undefined;
    let state: { session_id: string } | undefined;
    const { sendPayload, destroy } = this.adapterCreator({
      onVoiceServerUpdate: (data) => (server = data as typeof server),
      onVoiceStateUpdate: (data) => (state = data as typeof state),
      destroy: () => undefined,
    });
    const d = { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: false };
    sendPayload({ op: VOICE_STATE, d });
    await waitFor("a voice server", () => server !== undefined && state !== undefined);
    destroy();
    const { userId } = this;
    const { token, endpoint } = server!;
    return { serverId: guildId, channelId, userId, sessionId: state!.session_id, token, endpoint };
  }

  close(): void {
    clearInterval(this.#beating);
    this.#socket.terminate();
  }

  #take(payload: Payload, token: string): void {
    this.#lastSequence = payload.s ?? this.#lastSequence;
    if (payload.op === HELLO) this.#hello(payload.d as { heartbeat_interval: number }, token);
    if (payload.t === "READY") this.#isReady = true;
    if (payload.t === "VOICE_SERVER_UPDATE") {
      for (const listener of this.#listeners) listener.onVoiceServerUpdate(payload.d);
    }
    if (payload.t === "VOICE_STATE_UPDATE" && (payload.d as { user_id: string }).user_id === this.userId) {
      for (const listener of this.#listeners) listener.onVoiceStateUpdate(payload.d);
    }
  }

  #hello(hello: { heartbeat_interval: number }, token: string): void {
    const beat = (): void => void this.#send({ op: HEARTBEAT, d: this.#lastSequence });
    this.#beating = setInterval(beat, hello.heartbeat_interval);
    this.#send({ op: IDENTIFY, d: { token, properties: {}, intents: this.#intents } });
  }

  #send(payload: unknown): boolean {
    if (this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(payload));
    return true;
  }
}

export interface Account {
  readonly userId: string;
  readonly token: string;
}

/** A guild with two voice channels and any number of bots. */
export interface BotGuild {
  readonly guildId: string;
  readonly channelIds: readonly [string, string];
  readonly accounts: readonly Account[];
}

export function makeBotGuild(platform: Platform, bots: number): BotGuild {
  const { control } = platform;
  const accounts = Array.from({ length: bots }, (_, at) => {
    const application = control.applications.create({ name: `Bot ${String(at)}` });
    return control.applications.createBot(application.id);
  });
  const guild = control.guilds.create({
    name: "Bots",
    ownerId: platform.seeded.userIds[0],
    memberIds: accounts.map((account) => account.userId),
    channels: [
      { name: "One", kind: "voice" },
      { name: "Two", kind: "voice" },
    ],
  });
  const [one, two] = guild.channels;
  if (one === undefined || two === undefined) throw new Error("the guild has no channels");
  return { guildId: guild.id, channelIds: [one.id, two.id], accounts };
}

/** A guild of the seeded bot, which another library runs, and of another one, which is ours. Voice channels: two. */
export function guildOfBoth(
  { control, seeded }: Platform,
  roles: Parameters<Platform["control"]["guilds"]["create"]>[0]["roles"] = [],
) {
  const account = control.applications.createBot(control.applications.create({ name: "Our bot" }).id);
  const guild = control.guilds.create({
    name: "Both",
    ownerId: seeded.userIds[0],
    memberIds: [seeded.botUserId, account.userId],
    roles,
    channels: [
      { name: "Voice", kind: "voice" },
      { name: "Another", kind: "voice" },
    ],
  });
  const [channelId, otherId] = guild.channels.map(({ id }) => id) as [string, string];
  return { account, guildId: guild.id, channelId, otherId };
}
