import {
  VoiceSupervisor,
  type Client,
  type IdentityKeyStore,
  type SessionClient,
  type VoiceProcess,
} from "sdkpp";
import { clientOf } from "../process/client-of.js";
import type { StartSettings } from "../process/messages.js";
import { noVoice } from "../process/no-voice.js";
import { voicePortOf } from "../process/ports.js";
import { ServedPages } from "../process/served-pages.js";
import { SocialServer } from "../social/index.js";
import type { Pages } from "./attached-window.js";
import type { ClientHost, SignInParts } from "./client-host.js";
import type { VoiceProcesses } from "./voice-processes.js";

export interface MainHostParts {
  readonly voices: VoiceProcesses;
  readonly start: StartSettings;
  readonly signIn: SignInParts;
  /** undefined: each call has a new identity */
  readonly keys: IdentityKeyStore | undefined;
}

/** Main itself has the client, for small apps: its work, and its end, are main's. Calls are in voice processes all the same. */
export class MainHost implements ClientHost {
  readonly #voices: VoiceProcesses;
  readonly #supervisor: VoiceSupervisor;
  readonly #client: Client;
  readonly #server: SocialServer;
  readonly client: SessionClient;
  readonly pages: Pages;
  readonly pid = undefined;

  constructor({ voices, start, signIn, keys }: MainHostParts) {
    const { hasVoice, spare, restarts, addonPath, settings } = start;
    this.#voices = voices;
    this.#supervisor = hasVoice
      ? new VoiceSupervisor({
          spawn: () => voiceIn(voices),
          spare,
          restarts,
          ...(addonPath !== undefined && { addonPath }),
        })
      : noVoice();
    this.#client = clientOf(settings, {
      voiceHost: this.#supervisor,
      ...(keys !== undefined && { identityKeyStore: keys }),
    });
    this.client = this.#client;
    this.#server = new SocialServer({ client: this.#client, signIn });
    this.pages = new ServedPages(this.#server);
  }

  get voicePids(): number[] {
    return this.#voices.pids;
  }

  handleLaunch(argv: readonly string[]): void {
    this.#client.handleLaunch(argv);
  }

  setTalkKey(isDown: boolean): void {
    this.#server.setTalkKey(isDown);
  }

  close(): void {
    this.#server.close();
    this.#client.destroy();
    this.#supervisor.close();
    this.#voices.killAll();
  }
}

function voiceIn(voices: VoiceProcesses): VoiceProcess {
  const { pid, port, exited, kill } = voices.start();
  return { pid, port: voicePortOf(port), exited, kill };
}
