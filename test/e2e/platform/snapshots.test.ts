// Snapshots: taken under load, restored here, on another platform and while clients are connected.
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { startPlatform, type Control, type Platform } from "@sdkpp/platform";
import { connectControl } from "@sdkpp/platform/control";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enterLobby } from "../../support/players.js";
import { waitFor } from "../../support/wait-for.js";

let platform: Platform;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sdkpp-snapshots-"));
  platform = await startPlatform({ dataDir: folder, controlApi: {} });
});

afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

const namesOf = ({ users }: Control) => users.list().map(({ username }) => username);
const everything = ({ users, guilds, lobbies }: Control) => [users.list(), guilds.list(), lobbies.list()];

describe("a snapshot", () => {
  it("is of one moment, though somebody writes, and the same on another platform", async () => {
    const { control } = platform;
    let written = 0;
    let isOver = false;
    const writer = (async () => {
      for (; !isOver; written += 1) {
        control.users.create({ username: `writer-${written}` });
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await waitFor("the first writes", () => written > 5);
    const saving = control.snapshots.save("under-load");
    const then = everything(control);
    const at = written;
    await saving;
    await waitFor("more writes", () => written > at);
    isOver = true;
    await writer;
    await using other = await startPlatform();
    await other.control.snapshots.add("from-afar", control.snapshots.read("under-load"));
    await other.control.snapshots.load("from-afar");
    expect(everything(other.control)).toEqual(then);
    expect(other.seeded.guildId).toBe(platform.seeded.guildId);
    // New ids are none of those that it has, although its clock may stand.
    const ids = new Set(other.control.users.list().map(({ id }) => id));
    expect(ids.has(other.control.users.create({ username: "late" }).id)).toBe(false);
  });

  it("takes the clock back, and files and messages with it", async () => {
    const { control, seeded } = platform;
    await control.clock.freeze();
    const time = control.clock.now();
    const ada = control.as(seeded.userIds[0]);
    const form = new FormData();
    form.set("payload_json", JSON.stringify({ content: "before" }));
    form.set("files[0]", new Blob(["kept"]), "note.txt");
    const headers = { authorization: `Bot ${seeded.botToken}` };
    const url = `${platform.endpoints.apiBase}/v10/channels/${seeded.textChannelId}/messages`;
    expect((await fetch(url, { method: "POST", headers, body: form })).status).toBe(200);
    await control.snapshots.save("clock");
    await control.clock.advance(3 * 86_400_000);
    control.users.create({ username: "after" });
    await control.snapshots.load("clock");
    expect([control.clock.now(), control.clock.isFrozen()]).toEqual([time, true]);
    expect(namesOf(control)).not.toContain("after");
    const [message] = ada.read(seeded.textChannelId);
    expect(message?.content).toBe("before");
    expect(await (await fetch(message?.attachments?.[0]?.url ?? "")).text()).toBe("kept");
    // Elsewhere nothing has the bytes but the snapshot.
    await using other = await startPlatform();
    await other.control.snapshots.add("clock", control.snapshots.read("clock"));
    await other.control.snapshots.load("clock");
    const [there] = other.control.as(seeded.userIds[0]).read(seeded.textChannelId);
    expect(await (await fetch(there?.attachments?.[0]?.url ?? "")).text()).toBe("kept");
    await control.clock.resume();
  });

  it("is loaded while a player is connected, who comes back by itself and finds what was there", async () => {
    const { control, seeded } = platform;
    const { client } = await enterLobby(platform, seeded.userIds[0], "snapshot");
    try {
      await control.snapshots.save("connected");
      const stranger = control.users.create({ username: "stranger" });
      const before = control.gateway.sessions(seeded.userIds[0]);
      control.as(seeded.userIds[1]).enterCall(seeded.voiceChannelId);
      await control.snapshots.load("connected");
      expect(control.voice.members(seeded.guildId)).toEqual([]);
      await waitFor(
        "the player to come back",
        () => control.gateway.sessions(seeded.userIds[0]).some((one) => !before.includes(one)),
        20_000,
      );
      await waitFor("its lobby", () => client.getLobbyIds().length === 1, 20_000);
      expect(control.users.list().some(({ id }) => id === stranger.id)).toBe(false);
    } finally {
      client.destroy();
    }
  });

  it("keeps the bot's token, which the snapshot does not know", async () => {
    const token = platform.seeded.botToken;
    await platform.control.snapshots.save("bot");
    await platform.control.snapshots.load("bot");
    expect(platform.seeded.botToken).toBe(token);
    const answer = await fetch(`${platform.endpoints.apiBase}/v10/users/@me`, {
      headers: { authorization: `Bot ${token}` },
    });
    expect(answer.status).toBe(200);
  });

  it("is a private file in the data folder, listed with its time, and goes", async () => {
    const remote = connectControl(platform.controlApi!);
    const saved = await remote.snapshots.save("listed");
    const path = join(folder, "snapshots", "listed.snapshot");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(join(folder, "snapshots", "empty.snapshot"), "");
    symlinkSync("/etc/passwd", join(folder, "snapshots", "link.snapshot"));
    const listed = await remote.snapshots.list();
    expect(listed.find(({ name }) => name === "listed")).toEqual(saved);
    expect(listed.find(({ name }) => name === "empty")).toEqual({ name: "empty", bytes: 0 });
    expect(listed.some(({ name }) => name === "link")).toBe(false);
    await expect(remote.snapshots.load("link")).rejects.toThrow("There is no snapshot link");
    await remote.snapshots.remove("listed");
    await expect(remote.snapshots.remove("listed")).rejects.toThrow("There is no snapshot listed");
  });
});

describe("what is refused, and changes nothing", () => {
  it.each([
    "",
    ".",
    "..",
    "../platform",
    "a/b",
    "a\\b",
    "C:x",
    "a".repeat(65),
    "nul",
    "com1.old",
    "x\u0000",
    "__proto__ ",
  ])("the name %j", async (name) => {
    const { snapshots } = platform.control;
    await expect(snapshots.save(name)).rejects.toThrow("name: expected a name of 1 to 64");
    await expect(snapshots.load(name)).rejects.toThrow("name: expected a name of 1 to 64");
    expect(() => snapshots.remove(name)).toThrow("name: expected a name of 1 to 64");
    expect(readdirSync(folder).sort()).toContain("platform.db");
  });

  const lines = async (): Promise<string[]> => {
    await platform.control.snapshots.save("whole");
    return gunzipSync(platform.control.snapshots.read("whole")).toString("utf8").trimEnd().split("\n");
  };
  const packed = (all: readonly string[]) => gzipSync(`${all.join("\n")}\n`);

  it.each<[string, (all: string[]) => Uint8Array, string]>([
    ["bytes of another kind", () => Buffer.from("SQLite format 3"), "it cannot be unpacked"],
    ["a cut file", (all) => packed(all).subarray(0, -9), "it cannot be unpacked"],
    ["another file", () => gzipSync("hello\n"), "This file is no snapshot of a platform."],
    ["a cut line", (all) => gzipSync(all.join("\n")), "its last line is cut"],
    ["a missing record", (all) => packed(all.slice(0, -1)), "it has "],
    ["a record that is none", (all) => packed([...all.slice(0, -1), '["user","1",{"a":1},{}]']), "is wrong"],
    [
      "a newer version",
      ([head = "", ...rest]) => packed([head.replace('"version":1', '"version":2'), ...rest]),
      "another version",
    ],
    [
      "another format",
      ([head = "", ...rest]) => packed([head.replace('"format":', '"format":9'), ...rest]),
      "another version",
    ],
    [
      "an endless id",
      ([head = "", ...rest]) => packed([head.replace('"lastId":"', '"lastId":"9999'), ...rest]),
      "its first line is wrong",
    ],
  ])("%s", async (_claim, change, words) => {
    const file = change(await lines());
    const before = everything(platform.control);
    await expect(platform.control.snapshots.add("foreign", file)).rejects.toThrow(words);
    writeFileSync(join(folder, "snapshots", "foreign.snapshot"), file);
    await expect(platform.control.snapshots.load("foreign")).rejects.toThrow(words);
    expect(everything(platform.control)).toEqual(before);
  });

  it("a file that grows without end", async () => {
    const file = gzipSync(Buffer.alloc(600 << 20));
    await expect(platform.control.snapshots.add("bomb", file)).rejects.toThrow("it cannot be unpacked");
  });

  it("more than there is room for in memory", async () => {
    await using small = await startPlatform();
    for (let count = 0; count < 32; count += 1) await small.control.snapshots.save(`s${count}`);
    await small.control.snapshots.save("s0");
    await expect(small.control.snapshots.save("one-more")).rejects.toThrow("There is no room");
  });
});
