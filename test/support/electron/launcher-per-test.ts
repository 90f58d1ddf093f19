import { afterEach, beforeEach } from "vitest";
import { enterLobby, type Player } from "../players.js";
import { Launcher } from "./launcher.js";

/** Starts a launcher for each test of a file, and lets another player, Ben, into a lobby of its platform. Both end with the test. */
export function launcherPerTest(started: (launcher: Launcher, ben: Player) => void): void {
  let launcher: Launcher;
  let ben: Player;
  beforeEach(async () => {
    launcher = await Launcher.start();
    ben = await enterLobby(launcher.platform, launcher.platform.seeded.userIds[1]);
    started(launcher, ben);
  });
  afterEach(async () => {
    ben.client.destroy();
    await launcher.end();
  });
}
