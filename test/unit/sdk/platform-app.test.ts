import { describe, expect, it } from "vitest";
import { OWN_ID, Scene, user } from "./scene.js";

function begin(): { scene: Scene; opened: string[] } {
  const opened: string[] = [];
  return { scene: new Scene({ openUrl: async (url) => void opened.push(url) }), opened };
}

describe("the platform's own app", () => {
  it("cannot be detected on a desktop: false in both forms, without a connection and after the end", async () => {
    const { scene } = begin();
    const answers: unknown[] = [];
    scene.client.isDiscordAppInstalled((...args) => answers.push(args));
    expect(answers).toEqual([]);
    await scene.turn();
    expect([answers, await scene.client.isDiscordAppInstalled(), scene.requests]).toEqual([
      [[false]],
      false,
      [],
    ]);
    scene.client.destroy();
    expect(await scene.client.isDiscordAppInstalled()).toBe(false);
  });
});

describe("the settings of connected games", () => {
  it("opens the address of the settings, in both forms", async () => {
    const { scene, opened } = begin();
    await scene.ready();
    const results: boolean[] = [];
    scene.client.openConnectedGamesSettingsInDiscord((result) => results.push(result.successful));
    await scene.turn();
    await scene.turn();
    expect([results, (await scene.client.openConnectedGamesSettingsInDiscord()).successful]).toEqual([
      [true],
      true,
    ]);
    const address = "http://127.0.0.1:1/settings/connected-games";
    expect(opened).toEqual([address, address]);
  });

  it("succeeds without opening a page before the client is ready and for provisional users", async () => {
    const { scene, opened } = begin();
    expect((await scene.client.openConnectedGamesSettingsInDiscord()).successful).toBe(true);
    await scene.ready({ user: user(OWN_ID, { public_flags: 1 << 23 }) });
    expect((await scene.client.openConnectedGamesSettingsInDiscord()).successful).toBe(true);
    scene.dispatch("USER_UPDATE", user(OWN_ID));
    await scene.turn();
    expect(opened).toEqual([]);
    await scene.client.openConnectedGamesSettingsInDiscord();
    expect(opened).toHaveLength(1);
    scene.client.disconnect();
    await scene.turn();
    await scene.client.openConnectedGamesSettingsInDiscord();
    expect(opened).toHaveLength(1);
  });

  it("fails when the address cannot be opened", async () => {
    const scene = new Scene({ openUrl: () => Promise.reject(new Error("no browser")) });
    await scene.ready();
    await expect(scene.client.openConnectedGamesSettingsInDiscord()).rejects.toMatchObject({
      result: { successful: false, error: "could not open the settings page: no browser" },
    });
    scene.client.destroy();
    await expect(scene.client.openConnectedGamesSettingsInDiscord()).rejects.toMatchObject({
      code: "ClientDestroyed",
    });
  });
});
