// A voice process that serves a supervisor elsewhere: what it plays, and how it ends.
import { beforeEach, describe, expect, it } from "vitest";
import { serveVoiceProcess, VoiceSupervisor, type AudioSource } from "../../../lib/voice/index.js";
import type { ServeParts } from "../../../lib/voice/process/serve-calls.js";
import { Host, OwnProcess } from "../../support/own-voice-process.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

let clock: VirtualClock;
let started: OwnProcess[];

async function joined(serve: ServeParts = {}): Promise<{ host: Host; process: OwnProcess }> {
  const spawn = (): OwnProcess => {
    const process = new OwnProcess(clock, { serve });
    started.push(process);
    return process;
  };
  const host = new Host(new VoiceSupervisor({ spawn, clock, spare: false }));
  await settle();
  host.arrive();
  started[0]!.session.emit({ type: "openSocket" });
  await settle();
  return { host, process: started[0]! };
}

beforeEach(() => {
  clock = new VirtualClock();
  started = [];
});

describe("a served voice process", () => {
  it("plays what its rule makes of a source, for calls and players", async () => {
    const asked: AudioSource[] = [];
    const source = (one: AudioSource): AudioSource => {
      asked.push(one);
      throw new Error("not here");
    };
    const { host } = await joined({ source });
    await expect(host.voice.play("/etc/passwd").ended).rejects.toThrow("not here");
    expect(asked).toEqual(["/etc/passwd"]);
  });

  it("loads its own addon, and none that a supervisor names", () => {
    const said: unknown[] = [];
    let order: (message: unknown) => void = () => undefined;
    const port = {
      send: (message: unknown) => said.push(message),
      onMessage: (hear: typeof order) => (order = hear),
    };
    serveVoiceProcess(port, { addonPath: "/own/sdkpp.node" });
    const host = { addonPath: "/theirs/sdkpp.node" };
    order({ type: "prepare", key: new Uint8Array(32), host, tides: "/theirs/tides" });
    order({ type: "join", call: "c", options: { guildId: 1n, channelId: 2n, ...host } });
    // another test of this process may have loaded the addon already
    const error = { code: expect.stringMatching(/^NATIVE_(NOT_FOUND|ALREADY_LOADED)$/) as string };
    expect(said).toMatchObject([
      { type: "useless", error },
      { type: "over", error },
    ]);
    expect(JSON.stringify(said)).toMatch(/own.sdkpp.node/);
    expect(JSON.stringify(said)).not.toContain("theirs");
  });

  it.each(["play", "record", "handOver", "constructor", "destroy"])(
    "carries out no command %s",
    async (name) => {
      const { process } = await joined();
      const [call] = process.orders.flatMap((order) => (order.type === "join" ? [order.call] : []));
      process.served.order({
        type: "command",
        call: call!,
        id: 1,
        name,
        args: [{ command: "sh", args: [] }],
      });
      await settle();
      expect(process.said).toContainEqual({
        ...{ type: "answer", call, id: 1 },
        error: { code: "NOT_SUPPORTED", message: `this voice process knows no command "${name}"` },
      });
    },
  );

  it("says that a call is over whose order has no form", async () => {
    const { process } = await joined();
    process.served.order({ type: "revive", call: "x", options: {}, playback: undefined } as never);
    await settle();
    expect(process.said).toContainEqual(expect.objectContaining({ type: "over", call: "x" }));
  });

  it("ends without a word when it is abandoned, as if it had died", async () => {
    const { host, process } = await joined();
    expect(process.served.calls).toBe(1);
    process.served.abandon();
    await settle();
    expect([process.served.calls, host.sent, host.voice.status]).toEqual([0, [], "joining"]);
    process.end("gone");
    await settle();
    expect(started[1]!.typesOf()[1]).toBe("revive");
  });

  it("refuses the calls of games", () => {
    const said: unknown[] = [];
    let order: (message: unknown) => void = () => undefined;
    serveVoiceProcess({ send: (message) => said.push(message), onMessage: (hear) => (order = hear) });
    order({ type: "joinLobby", call: "c", options: {}, state: {} });
    expect(said).toMatchObject([{ type: "over", call: "c", error: { code: "NOT_SUPPORTED" } }]);
  });

  it.each([
    [{}, {}, /^port\.send/],
    [{ send: () => undefined, onMessage: () => undefined }, { source: "all" }, /^options\.source/],
  ])("names what is wrong with its arguments: %o", (port, options, message) => {
    expect(() => serveVoiceProcess(port as never, options as never)).toThrow(message);
  });
});
