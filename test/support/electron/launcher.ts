// A launcher's main process, as far as its player's client is concerned, beside a real platform.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPlatform, type Platform } from "@sdkpp/platform";
import { SealedTokenStore, startSocial, type Social, type SocialOptions } from "@sdkpp/electron/main";
import type { Allowed } from "sdkpp/surface";
import { Client, ClientStatus, type StoredTokens } from "sdkpp";
import { waitFor } from "../wait-for.js";
import { HandPage } from "./page.js";
import { removePlaces } from "./ports.mjs";
import { standIn, type StandIn } from "./stand-in.js";

/** Origin of the launcher's pages. */
export const ORIGIN = "app://launcher";

/** A platform, and the main processes of launchers on it. */
export class Launcher {
  readonly platform: Platform;
  readonly electron: StandIn;
  /** of the player on this machine */
  readonly folder = mkdtempSync(path.join(tmpdir(), "sdkpp-electron-"));
  readonly #socials: Social[] = [];

  private constructor(platform: Platform, electron: StandIn) {
    this.platform = platform;
    this.electron = electron;
  }

  static async start(electron: StandIn = standIn()): Promise<Launcher> {
    return new Launcher(await startPlatform(), electron);
  }

  get tokenFile(): string {
    return path.join(this.folder, "player");
  }

  get store(): SealedTokenStore {
    return new SealedTokenStore(this.tokenFile, this.electron);
  }

  /** Stores tokens of the first player, which are to be renewed now. */
  async storeDueTokens(): Promise<StoredTokens> {
    const { seeded, control } = this.platform;
    const scopes = Client.getDefaultCommunicationScopes();
    const issued = control.tokens.issue(seeded.applicationId, seeded.userIds[0], scopes);
    const tokens: StoredTokens = {
      kind: "account",
      accessToken: issued.access_token,
      refreshToken: issued.refresh_token ?? "",
      expiresAt: Date.now() + 60_000,
      renewAt: Date.now() - 1,
      scopes,
    };
    await this.store.save(tokens);
    return tokens;
  }

  social(options: Partial<SocialOptions> = {}): Social {
    const { electron, tokenFile, platform } = this;
    const { apiBase, webBase, ca } = platform.endpoints;
    const { applicationId } = platform.seeded;
    const social = startSocial({ electron, apiBase, webBase, ca, applicationId, tokenFile, ...options });
    this.#socials.push(social);
    return social;
  }

  /** A page that may do this, with its port. */
  async page(social: Social, allow: readonly Allowed[]): Promise<HandPage> {
    const page = new HandPage();
    social.attachWindow(page.window, { allow, origins: [ORIGIN] });
    page.window.sayHello();
    await page.ported();
    return page;
  }

  async end(): Promise<void> {
    for (const one of this.#socials.splice(0)) one.close();
    await this.platform.stop();
    rmSync(this.folder, { recursive: true });
    removePlaces();
  }
}

export async function ready(social: Social): Promise<void> {
  await waitFor("the client to be ready", () => social.status === ClientStatus.Ready);
}

/** Kills the process of the client. @returns when there is another one */
export async function killed(social: Social): Promise<void> {
  const doomed = social.pids.social!;
  process.kill(doomed, "SIGKILL");
  await waitFor("another process", () => ![undefined, doomed].includes(social.pids.social));
}
