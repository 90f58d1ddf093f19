// Ada has a desktop app; Ben is her friend and in the game.
import { startPlatform, type Platform, type PlatformOptions } from "@sdkpp/platform";
import { onTestFinished } from "vitest";
import { RawGame } from "../../support/raw-game.js";
import { player, sdkSession, type Player } from "../platform/support-platform.js";

export interface Desk {
  readonly platform: Platform;
  readonly path: string;
  readonly applicationId: string;
  readonly ada: Player;
  readonly ben: Player;
  readonly logs: string[];
  /** Connects Ada's game. */
  game(applicationId?: string): Promise<RawGame>;
  /** A session of Ben. */
  bens(): ReturnType<typeof sdkSession>;
}

export async function desk(options: PlatformOptions = {}): Promise<Desk> {
  const logs: string[] = [];
  const platform = await startPlatform({ e2ee: "off", ...options, log: (line) => logs.push(line) });
  onTestFinished(() => platform.stop());
  const [ada, ben] = [player(platform, 0), player(platform, 1)];
  platform.control.users.makeFriends(ada.userId, ben.userId);
  const { applicationId } = platform.seeded;
  const { path } = await platform.control.desktop.start({ userId: ada.userId });
  const game = async (id = applicationId) => {
    const one = await RawGame.start(path, id);
    onTestFinished(() => one[Symbol.dispose]());
    return one;
  };
  return { platform, path, applicationId, ada, ben, logs, game, bens: () => sdkSession(platform, ben) };
}

/** A connection of Ada's game with a token of these scopes. */
export async function authenticated(at: Desk, scope: string): Promise<RawGame> {
  const one = await at.game();
  const { access_token } = at.platform.control.tokens.issue(at.applicationId, at.ada.userId, scope);
  await one.ask("AUTHENTICATE", { access_token });
  return one;
}
