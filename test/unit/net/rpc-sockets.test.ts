// Where desktop apps are searched, and which sockets are passed over.
import { chownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeRpcSocket, rpcSocketPaths } from "../../../lib/net/rpc-sockets.js";
import { RawDesktop, SocketFolder } from "../../support/raw-desktop.js";

const linux = (env: Record<string, string>, folders: Record<string, string[]> = {}) =>
  rpcSocketPaths({ platform: "linux", env }, undefined, (folder) => folders[folder] ?? []);

describe("rpcSocketPaths", () => {
  it("tries ten sockets of the usual folder, then those of packaged apps", () => {
    const paths = linux(
      { XDG_RUNTIME_DIR: "/run/user/7", TMPDIR: "/var/tmp" },
      {
        "/run/user/7": ["bus", "app", "snap.discord"],
        "/run/user/7/app": ["a.game", "com.discordapp.DiscordCanary", "dev.someone.Client"],
        "/run/user/7/.flatpak": ["dev.someone.Client"],
      },
    );
    expect(paths.slice(0, 2)).toEqual(["/run/user/7/discord-ipc-0", "/run/user/7/discord-ipc-1"]);
    expect(paths[9]).toBe("/run/user/7/discord-ipc-9");
    expect(paths.filter((path) => path.endsWith("-0")).slice(1)).toEqual([
      "/run/user/7/app/com.discordapp.DiscordCanary/discord-ipc-0",
      "/run/user/7/snap.discord/discord-ipc-0",
      "/run/user/7/.flatpak/dev.someone.Client/xdg-run/discord-ipc-0",
      "/run/user/7/app/a.game/discord-ipc-0",
      "/run/user/7/app/dev.someone.Client/discord-ipc-0",
    ]);
  });

  it.each([
    [{ XDG_RUNTIME_DIR: "", TMPDIR: "/a", TMP: "/b" }, "/a"],
    [{ TMP: "/b", TEMP: "/c" }, "/b"],
    [{ TEMP: "/c" }, "/c"],
    [{}, "/tmp"],
  ])("with %j takes %s", (env, folder) => {
    expect(linux(env)[0]).toBe(`${folder}/discord-ipc-0`);
  });

  it("tries ten pipes on Windows", () => {
    const paths = rpcSocketPaths({ platform: "win32", env: { TMP: "C:\\tmp" } }, undefined);
    expect(paths).toHaveLength(10);
    expect(paths[3]).toBe("\\\\?\\pipe\\discord-ipc-3");
    expect(rpcSocketPaths({ platform: "win32", env: {} }, "\\\\?\\pipe\\mine-")[0]).toBe(
      "\\\\?\\pipe\\mine-discord-ipc-0",
    );
  });

  it("searches a given folder alone", () => {
    const paths = rpcSocketPaths({ platform: "linux", env: { XDG_RUNTIME_DIR: "/run/user/7" } }, "/mine");
    expect(paths).toHaveLength(10);
    expect(paths[0]).toBe("/mine/discord-ipc-0");
  });
});

it("finds the app of a Flatpak of any id", async () => {
  using folder = new SocketFolder();
  const own = join(folder.path, "app", "dev.someone.Client");
  mkdirSync(own, { recursive: true });
  await using desktop = await RawDesktop.start(own);
  expect(desktop.games).toEqual([]);
  const paths = rpcSocketPaths({ platform: "linux", env: { XDG_RUNTIME_DIR: folder.path } }, undefined);
  expect(paths.filter((path) => judgeRpcSocket(path, process) === "own")).toEqual([
    join(own, "discord-ipc-0"),
  ]);
});

describe.skipIf(process.platform === "win32")("judgeRpcSocket (where sockets are files)", () => {
  const judge = (path: string) => judgeRpcSocket(path, process);

  it("takes a socket of this user, and nothing else", async () => {
    using folder = new SocketFolder();
    await using desktop = await RawDesktop.start(folder.path);
    expect(desktop.games).toEqual([]);
    const socket = join(folder.path, "discord-ipc-0");
    expect(judge(socket)).toBe("own");
    symlinkSync(socket, join(folder.path, "discord-ipc-1"));
    writeFileSync(join(folder.path, "discord-ipc-2"), "");
    mkdirSync(join(folder.path, "discord-ipc-3"));
    for (const n of [1, 2, 3]) expect(judge(join(folder.path, `discord-ipc-${String(n)}`))).toBe("foreign");
    expect(judge(join(folder.path, "discord-ipc-4"))).toBe("absent");
    expect(judge(join(folder.path, "discord-ipc-2", "discord-ipc-0"))).toBe("absent");
  });

  it.skipIf(process.getuid?.() !== 0)("passes over a socket of another user (as root)", async () => {
    using folder = new SocketFolder();
    await using desktop = await RawDesktop.start(folder.path);
    expect(desktop.games).toEqual([]);
    const socket = join(folder.path, "discord-ipc-0");
    chownSync(socket, 65_534, 65_534);
    expect(judge(socket)).toBe("foreign");
  });
});
