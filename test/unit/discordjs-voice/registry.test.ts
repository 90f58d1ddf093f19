import { afterEach, describe, expect, it } from "vitest";
import {
  getGroups,
  getVoiceConnection,
  getVoiceConnections,
} from "../../../packages/discordjs-voice/index.js";
import { Scene } from "./scene.js";

afterEach(() => {
  for (const group of getGroups().values()) for (const one of [...group.values()]) one.destroy();
});

describe("the connections of a process", () => {
  it("are found by guild and group", () => {
    const one = new Scene().connection;
    const two = new Scene({ group: "two" }).connection;
    const three = new Scene({ guildId: "3" }).connection;
    expect([getVoiceConnection("1"), getVoiceConnection("1", "two"), getVoiceConnection("3")]).toEqual([
      one,
      two,
      three,
    ]);
    expect(getVoiceConnection("3", "two")).toBeUndefined();
    expect([...getVoiceConnections().keys()]).toEqual(["1", "3"]);
    expect([...(getVoiceConnections("two")?.values() ?? [])]).toEqual([two]);
    expect(getVoiceConnections("none")).toBeUndefined();
    expect([...getGroups().keys()]).toEqual(["default", "two"]);
  });

  it("are forgotten when they are destroyed, but for one that took the place", () => {
    const scene = new Scene();
    scene.connection.destroy();
    expect(getVoiceConnection("1")).toBeUndefined();
    const next = new Scene().connection;
    expect(next).not.toBe(scene.connection);
    expect(getVoiceConnection("1")).toBe(next);
  });
});

describe("a second join of a guild", () => {
  it("uses the connection that is there, and asks again", () => {
    const scene = new Scene().ready();
    expect(scene.join({ channelId: "9" })).toBe(scene.connection);
    expect(scene.sent.map(({ channel_id }) => channel_id)).toEqual(["9"]);
    expect(scene.told).toEqual([]);
  });

  it("rejoins one that is disconnected", () => {
    const scene = new Scene().ready();
    scene.engine.newest.close(4014);
    expect(scene.join({ channelId: "9", selfDeaf: false })).toBe(scene.connection);
    expect(scene.told).toEqual(["disconnected 4014", "signalling"]);
    expect(scene.connection.joinConfig).toMatchObject({ channelId: "9", selfDeaf: false });
  });

  it("says when the bot library cannot send", () => {
    const scene = new Scene().ready();
    scene.isAdapterUp = false;
    scene.join();
    expect(scene.told).toEqual(["disconnected reason 1"]);
  });
});
