// The reason a game was started: addresses among the arguments that an operating system gives.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AuthorizationArgs } from "../../../lib/index.js";
import { waitFor } from "../../support/wait-for.js";
import { Scene } from "./scene.js";

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
  scene.client.setApplicationId(7n);
});
afterEach(() => scene.client.destroy());

describe("handleLaunch", () => {
  it("gives the secret to both callbacks, once", async () => {
    const joined: unknown[] = [];
    scene.client.setActivityJoinCallback((secret) => joined.push(secret));
    scene.client.setActivityJoinWithApplicationCallback((id, secret) => joined.push([id, secret]));
    const argv = [
      "/usr/bin/node",
      "/opt/game.mjs",
      "--fast",
      "discord-7:///_discord/join?secret=open%20sesame",
    ];
    expect(scene.client.handleLaunch([...argv, "discord-7:///_discord/join?secret=second"])).toBe("join");
    await scene.turn();
    expect(joined).toEqual(["open sesame", [7n, "open sesame"]]);
  });

  it.each([
    ["launch", ["game", "discord-7://"]],
    [undefined, ["game", "discord-8:///_discord/join?secret=open"]],
    [undefined, ["game", "--url=discord-7://"]],
    [undefined, []],
  ])("gives %s for %j", (expected, argv) => {
    expect(scene.client.handleLaunch(argv)).toBe(expected);
  });

  it("ends an authorization that waits for an address", async () => {
    const opened: string[] = [];
    scene = new Scene({ redirect: "scheme", openUrl: (url) => void opened.push(url) });
    scene.client.setApplicationId(7n);
    const args = new AuthorizationArgs();
    args.clientId = 7n;
    args.scopes = "openid";
    args.codeChallenge = scene.client.createAuthorizationCodeVerifier().challenge;
    const done = scene.client.authorize(args);
    await waitFor("the page", () => opened.length === 1);
    const state = new URL(opened[0]!).searchParams.get("state") ?? "";
    const address = `discord-7:/authorize/callback?code=c&state=${state}&iss=http%3A%2F%2F127.0.0.1%3A1`;
    expect(scene.client.handleLaunch(["game", address])).toBe("redirect");
    expect((await done).code).toBe("c");
    expect(scene.client.handleLaunch(["game", address])).toBe("launch");
  });

  it.each([[undefined], ["discord-7://"], [[5]], [{}]])("rejects %j", (argv) => {
    expect(() => scene.client.handleLaunch(argv as never)).toThrow(/argv.*expected.*received/is);
  });
});

describe.skipIf(process.platform === "win32" || process.platform === "darwin")(
  "registration (Linux; elsewhere it would change this machine)",
  () => {
    let home: string;
    beforeEach(() => {
      home = mkdtempSync(join(tmpdir(), "home-"));
      vi.stubEnv("XDG_DATA_HOME", home);
      vi.stubEnv("XDG_CONFIG_HOME", home);
    });
    afterEach(() => {
      vi.unstubAllEnvs();
      rmSync(home, { recursive: true });
    });
    const entry = () => readFileSync(join(home, "applications/discord-7.desktop"), "utf8");

    it("writes and removes", () => {
      expect(scene.client.registerLaunchCommand(7n, "game --fast")).toBe(true);
      expect(entry()).toContain("Exec=game --fast %u\n");
      expect(scene.client.registerLaunchSteamApplication("7", 440)).toBe(true);
      expect(entry()).toContain("Exec=xdg-open steam://rungameid/440\n");
      expect(scene.client.unregisterLaunch(7n)).toBe(true);
      expect(entry).toThrow("ENOENT");
      expect(scene.client.unregisterLaunch(7n)).toBe(true);
    });

    it("fails with a line in the log, and changes nothing", async () => {
      scene.client.registerLaunchCommand(7n, "game");
      const before = entry();
      expect(scene.client.registerLaunchCommand(7n, "'game")).toBe(false);
      expect(entry()).toBe(before);
      await scene.turn();
      expect(scene.logs.join()).toContain(
        "could not change how the game is launched: the command has a quote",
      );
    });

    it.each<[string, () => unknown]>([
      ["applicationId", () => scene.client.registerLaunchCommand("x", "game")],
      ["command", () => scene.client.registerLaunchCommand(7n, 5 as never)],
      ["steamAppId", () => scene.client.registerLaunchSteamApplication(7n, 0)],
      ["steamAppId", () => scene.client.registerLaunchSteamApplication(7n, 2 ** 32)],
      ["applicationId", () => scene.client.unregisterLaunch({} as never)],
    ])("rejects an invalid %s", (name, call) => {
      expect(call).toThrow(new RegExp(`${name}.*expected.*received`, "is"));
    });
  },
);
