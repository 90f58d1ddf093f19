import {
  joinVoiceChannel,
  type CreateVoiceConnectionOptions,
  type DiscordGatewayAdapterLibraryMethods,
  type JoinConfig,
  type VoiceConnection,
  type VoiceConnectionState,
} from "../../../packages/discordjs-voice/index.js";
import { FakeEngine } from "../../support/fake-voice-session.js";

type SceneOptions = Pick<CreateVoiceConnectionOptions, "debug" | "upstream">;

interface SceneChange extends SceneOptions {
  isAdapterUp?: boolean;
  guildId?: string;
  group?: string;
}

/** A connection between a bot library and an engine that the test plays. */
export class Scene {
  readonly engine = new FakeEngine();
  readonly connection: VoiceConnection;
  /** Data of op 4, in order. */
  readonly sent: { guild_id: string; channel_id: string | null; self_deaf: boolean; self_mute: boolean }[] =
    [];
  /** What the connection said, in order: each status, with the reason or close code of a disconnect. */
  readonly told: string[] = [];
  isAdapterUp = true;
  isAdapterDestroyed = false;
  library!: DiscordGatewayAdapterLibraryMethods;

  constructor(change: SceneChange = {}) {
    this.isAdapterUp = change.isAdapterUp ?? true;
    this.connection = this.join(change);
    this.connection.on("stateChange", (before, now) => {
      if (before.status !== now.status) this.told.push(shown(now));
    });
  }

  join(change: Partial<JoinConfig> & SceneOptions = {}): VoiceConnection {
    return joinVoiceChannel({
      guildId: "1",
      channelId: "2",
      debug: false,
      openSession: this.engine.open,
      adapterCreator: (library) => {
        this.library = library;
        return {
          sendPayload: (payload: { d: Scene["sent"][number] }) => {
            if (this.isAdapterUp) this.sent.push(payload.d);
            return this.isAdapterUp;
          },
          destroy: () => {
            this.isAdapterDestroyed = true;
          },
        };
      },
      ...(change as object),
    });
  }

  state(channelId: string | null = "2", sessionId = "s"): void {
    this.library.onVoiceStateUpdate({
      channel_id: channelId,
      guild_id: "1",
      self_deaf: true,
      self_mute: false,
      session_id: sessionId,
      user_id: "5",
    });
  }

  server(endpoint: string | null = "h:1", token = "t"): void {
    this.library.onVoiceServerUpdate({ endpoint, guild_id: "1", token });
  }

  /** The voice session gets as far as sound. */
  ready(): this {
    this.state();
    this.server();
    this.engine.newest.turn("connected");
    this.told.length = 0;
    this.sent.length = 0;
    return this;
  }

  end(): void {
    if (this.connection.state.status !== "destroyed") this.connection.destroy();
  }
}

function shown(state: VoiceConnectionState): string {
  const { status } = state;
  if (state.status !== "disconnected") return status;
  return `${status} ${"closeCode" in state ? String(state.closeCode) : `reason ${String(state.reason)}`}`;
}
