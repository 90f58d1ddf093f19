// Where a desktop app listens: its folder, its number, stale sockets, and folders that others could write to.
import { startPlatform, type Platform } from "@sdkpp/platform";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSocketFolder, realFolder } from "../../../platform/rpc/socket-folder.js";
import { platformPerTest } from "../../support/platform-per-test.js";
import { RawGame } from "../../support/raw-game.js";

let platform: Platform;
let base: string;
platformPerTest((started) => (platform = started));
beforeEach(() => (base = mkdtempSync(join(tmpdir(), "sdkpp-sockets-"))));
afterEach(() => rmSync(base, { recursive: true, force: true }));

const mode = (path: string) => lstatSync(path).mode & 0o777;
const start = (index: 0 | 1, folder?: string) =>
  platform.control.desktop.start({
    userId: platform.seeded.userIds[index],
    ...(folder === undefined ? {} : { folder }),
  });
const refused = (folder: string) =>
  start(0, folder).catch((error: unknown) => error as Error & { code: string });

/** A socket file whose program has ended without removing it. */
async function staleSocket(path: string): Promise<void> {
  const { execFileSync } = await import("node:child_process");
  const script = `require("node:net").createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, "SIGKILL"))`;
  expect(() => execFileSync(process.execPath, ["-e", script])).toThrow();
  expect(lstatSync(path).isSocket()).toBe(true);
}

describe.skipIf(process.platform === "win32")("the socket of a desktop app (where sockets are files)", () => {
  it("is private, in a new private folder that goes when the app quits", async () => {
    const { path, folder, number } = await start(0);
    expect({ number, name: path }).toEqual({ number: 0, name: join(folder, "discord-ipc-0") });
    expect([mode(folder), mode(path)]).toEqual([0o700, 0o600]);
    await platform.control.desktop.quit(platform.seeded.userIds[0]);
    expect(existsSync(folder)).toBe(false);
  });

  it("has the lowest number that is free: behind another app, in the place of one that has ended", async () => {
    const folder = join(base, "run");
    mkdirSync(folder, { mode: 0o700 });
    await staleSocket(join(folder, "discord-ipc-0"));
    writeFileSync(join(folder, "discord-ipc-1"), "not a socket");
    const [first, second] = [await start(0, folder), await start(1, folder)];
    expect([first.number, second.number]).toEqual([0, 2]);
    using game = await RawGame.start(second.path, platform.seeded.applicationId);
    expect(game.events("READY")).toMatchObject([{ user: { id: platform.seeded.userIds[1] } }]);
    await platform.control.desktop.quit(platform.seeded.userIds[0]);
    expect((await start(0, folder)).number).toBe(0);
    expect(existsSync(join(folder, "discord-ipc-1"))).toBe(true);
  });

  it("is refused when all ten are in use", async () => {
    const servers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => {
        const server = createServer((socket) => socket.destroy());
        return new Promise<typeof server>((resolve) =>
          server.listen(join(base, `discord-ipc-${String(n)}`), () => resolve(server)),
        );
      }),
    );
    expect(await refused(base)).toMatchObject({ name: "StartError", code: "RPC_SOCKET_UNUSABLE" });
    for (const server of servers) await new Promise((resolve) => server.close(resolve));
    expect((await start(0, base)).number).toBe(0);
  });

  it("makes its folder when there is none, closed to others", async () => {
    const folder = join(base, "new");
    expect((await start(0, folder)).folder).toBe(folder);
    expect(mode(folder)).toBe(0o700);
  });

  it.each([
    ["a link", /is a link/, (folder: string) => symlinkSync(base, folder)],
    ["a file", /is not a folder/, (folder: string) => writeFileSync(folder, "")],
    [
      "open to others",
      /is open to other users \(mode 755, expected 700\)/,
      (folder: string) => (mkdirSync(folder), chmodSync(folder, 0o755)),
    ],
    [
      "below a file",
      /Could not look at the folder .* \(ENOTDIR/,
      (folder: string) => {
        rmSync(dirname(folder), { recursive: true });
        writeFileSync(dirname(folder), "");
      },
    ],
  ])("is refused in a folder that is %s", async (_what, words, make) => {
    const folder = join(base, "bad", "run");
    mkdirSync(dirname(folder));
    make(folder);
    for (const written of [folder, `${folder}/`, `${folder}/.`]) {
      const error = await refused(written);
      expect(error).toMatchObject({ name: "StartError", code: "RPC_SOCKET_UNUSABLE" });
      expect((error as Error).message).toMatch(words);
    }
    expect((await start(0)).number).toBe(0);
  });

  it.skipIf(process.getuid?.() !== 0)("is refused in a folder of another user (as root)", async () => {
    const folder = join(base, "theirs");
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, 12_345, 12_345);
    expect(await refused(folder)).toMatchObject({
      code: "RPC_SOCKET_UNUSABLE",
      message: expect.stringMatching(/belongs to user 12345, not to user 0/) as string,
    });
  });

  it("is refused for a path that no system takes, with the reason", async () => {
    expect(await refused(join(base, "x".repeat(120)))).toMatchObject({
      code: "RPC_SOCKET_UNUSABLE",
      message: expect.stringMatching(
        /has more than \d+ bytes: choose a folder with a shorter path/,
      ) as string,
    });
  });

  it("is there from the start with the option, and its address is an endpoint", async () => {
    const { applicationId, userIds } = platform.seeded;
    const dataDir = join(base, "data");
    await (await startPlatform({ dataDir })).stop();
    const kept = await startPlatform({ dataDir });
    const own = kept.seeded;
    await kept.stop();
    const other = await startPlatform({
      dataDir,
      desktopApp: { userId: own.userIds[0], folder: join(base, "app") },
    });
    using game = await RawGame.start(other.endpoints.desktopApp!, own.applicationId);
    expect(game.events("READY")).toMatchObject([{ user: { id: own.userIds[0] } }]);
    await other.stop();
    expect(await game.closeCode()).toBe(1000);
    await expect(startPlatform({ desktopApp: { userId: applicationId } })).rejects.toThrow(
      /^desktopApp.userId: expected the id or the name of a user who is not a bot \(ada, ben\), received/,
    );
    await expect(startPlatform({ desktopApp: "ada" as never })).rejects.toThrow(
      "desktopApp: expected an object, received 'ada'",
    );
    expect(userIds).toHaveLength(2);
  });
});

describe("openSocketFolder", () => {
  const linux = { platform: "linux", env: {}, uid: process.getuid?.() ?? 0 } as const;

  it.skipIf(process.platform === "win32")(
    "takes a folder of another user only if it is one of the system (where folders have owners)",
    () => {
      const mine = { ...linux, uid: linux.uid + 1 };
      chmodSync(base, 0o700);
      expect(() => openSocketFolder({ kind: "named", path: base }, mine)).toThrow(/belongs to user/);
      expect(() => openSocketFolder({ kind: "real" }, { ...mine, env: { XDG_RUNTIME_DIR: base } })).toThrow(
        /belongs to user/,
      );
      expect(openSocketFolder({ kind: "real" }, { ...linux, env: { XDG_RUNTIME_DIR: base } }).prefix).toBe(
        `${base}/`,
      );
      expect(openSocketFolder({ kind: "real" }, mine).path).toBe("/tmp");
    },
  );

  it("finds the real folder in the order of the variables, without empty ones", () => {
    const all = { XDG_RUNTIME_DIR: "/x", TMPDIR: "/d", TMP: "/m", TEMP: "/e" };
    expect(realFolder(all)).toBe("/x");
    expect(realFolder({ ...all, XDG_RUNTIME_DIR: "" })).toBe("/d");
    expect(realFolder({ TMP: "/m", TEMP: "/e" })).toBe("/m");
    expect(realFolder({ TEMP: "/e" })).toBe("/e");
    expect(realFolder({})).toBe("/tmp");
  });

  it("uses pipes on Windows, apart from those of the real app unless asked", () => {
    const windows = { platform: "win32", env: {}, uid: undefined } as const;
    expect(openSocketFolder({ kind: "real" }, windows).prefix).toBe("\\\\?\\pipe\\");
    expect(openSocketFolder({ kind: "own" }, windows).prefix).toMatch(/^\\\\\?\\pipe\\sdkpp-rpc-\d+-$/);
    expect(openSocketFolder({ kind: "named", path: "\\\\?\\pipe\\mine-" }, windows)).toMatchObject({
      prefix: "\\\\?\\pipe\\mine-",
      isOnDisk: false,
    });
  });
});
