// Calls whose voice processes the test makes, ends and stops: the same code as in real ones, with sessions of the addon that the test drives.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { VoiceSupervisor, type VoiceSupervisorOptions } from "../../../lib/voice/index.js";
import { Host, OwnProcess, QUEUE } from "../../support/own-voice-process.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

let clock: VirtualClock;
let started: OwnProcess[];

function supervise(options: VoiceSupervisorOptions = {}): VoiceSupervisor {
  const spawn = (): OwnProcess => {
    const process = new OwnProcess(clock);
    started.push(process);
    return process;
  };
  return new VoiceSupervisor({ spawn, clock, ...options });
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 250) {
    await settle();
    clock.advance(Math.min(left, 250));
  }
  await settle();
}

/** A call that was joined, and is kept. */
async function joined(supervisor: VoiceSupervisor): Promise<Host> {
  const host = new Host(supervisor);
  await settle();
  host.arrive();
  started[0]!.session.emit({ type: "openSocket" });
  await pass(3000);
  return host;
}

beforeEach(() => {
  clock = new VirtualClock();
  started = [];
});

describe("a call in a voice process", () => {
  it("joins there, through the main gateway of this process", async () => {
    const host = new Host(supervise(), { selfMute: true });
    expect(host.voice).toMatchObject({ guildId: 1n, channelId: 2n, status: "joining", participants: [] });
    await settle();
    started[0]!.session.emit({ type: "requestSession" });
    expect(host.sent).toEqual([
      { op: 4, d: { guild_id: "1", channel_id: "2", self_mute: true, self_deaf: true } },
    ]);
    host.arrive();
    started[0]!.session.emit({ type: "participant", userId: 9n, added: true });
    await settle();
    expect(host.voice.participants).toEqual([9n]);
    expect(started[0]!.isNeeded).toBe(true);
  });

  it.each([
    [{ preferredMode: "xsalsa20_poly1305" as never }, /^preferredMode: expected one of/],
    [{ ca: "not a certificate" }, /PEM/],
    [{ voiceHost: "yes" as never }, /^voiceHost: expected true or a VoiceSupervisor/],
  ])("is refused at once with invalid options: %o", (options, message) => {
    expect(() => new Host(supervise(), options)).toThrow(message);
    expect(started).toEqual([]);
  });

  it("goes on in the process that waits when its own ends", async () => {
    const host = await joined(supervise());
    expect(started).toHaveLength(2);
    started[0]!.end("SIGSEGV");
    host.library.onVoiceServerUpdate({ guild_id: "1", token: "u", endpoint: "i:1" });
    await settle();
    const [, second] = started;
    expect(second!.typesOf()).toEqual(["prepare", "revive", "gateway", "gateway"]);
    const events = second!.orders.map((order) => (order.type === "gateway" ? order.event : undefined));
    expect(events.filter((event) => event !== undefined)).toEqual(["voiceState", "voiceServer"]);
    expect(second!.session.names()).toContain("restoreKept");
    expect(host.moves).toEqual([{ reason: "SIGSEGV", gapMs: 0, framesSkipped: 0 }]);
    expect(host.warnings).toEqual([]);
    expect(host.sent).toEqual([]);
  });

  it("is asked again what its process had not answered", async () => {
    const host = await joined(supervise());
    started[0]!.isStopped = true;
    const asked = host.voice.rejoin({ selfMute: true });
    started[0]!.end("SIGKILL");
    expect(await asked).toBe(true);
    expect(started[1]!.session.argsOf("setSelfMute").at(-1)).toEqual([true]);
    expect(host.sent.at(-1)).toMatchObject({ op: 4, d: { self_mute: true } });
  });

  it("is as silent in the next process as a moderator said just before the first one ended", async () => {
    const host = await joined(supervise());
    const state = { guild_id: "1", user_id: "5", session_id: "s", channel_id: "2" };
    host.library.onVoiceStateUpdate({ ...state, mute: true });
    await settle();
    expect(host.voice.silencedBy).toBe("muted");
    started[0]!.end("SIGKILL");
    await settle();
    started[1]!.session.emit({ type: "participant", userId: 9n, added: true });
    await settle();
    expect([host.voice.participants, host.voice.silencedBy]).toEqual([[9n], "muted"]);
  });

  it("is set again in the next process, as the newest settings say", async () => {
    const host = await joined(supervise());
    await host.voice.setUserVolume("9", 50);
    await host.voice.setUserVolume("9", 60);
    await host.voice.setUserVolume("8", 70);
    await host.voice.setEncoder({ bitrate: 64_000, complexity: 5, application: "audio", frameMs: 20 });
    started[0]!.end("SIGKILL");
    await settle();
    const { session } = started[1]!;
    expect(session.argsOf("setUserVolume")).toEqual([
      [9n, 60],
      [8n, 70],
    ]);
    expect(session.argsOf("setEncoder").at(-1)).toMatchObject([{ bitrate: 64_000 }]);
  });

  it("is joined anew when nothing was kept of it, and says so", async () => {
    const spawn = (): OwnProcess => {
      const process = new OwnProcess(clock, { isJoined: false });
      started.push(process);
      return process;
    };
    const host = new Host(supervise({ spawn }));
    await settle();
    started[0]!.end("SIGKILL");
    await settle();
    expect(host.warnings.join()).toMatch(/^the call is joined anew: call 1#\d+: expected that it is kept/);
    expect(started[1]!.session.names()).toContain("join");
    expect(host.moves).toHaveLength(1);
  });

  it("ends when no process can have it", async () => {
    const failing = supervise({ spawn: () => new OwnProcess(clock, { failure: "expected the addon" }) });
    const host = new Host(failing);
    await settle();
    await expect(host.voice.ready()).rejects.toMatchObject({ code: "NATIVE_NOT_FOUND" });
    expect(host.voice.status).toBe("disconnected");
  });

  it("says what its process threw", async () => {
    const host = await joined(supervise());
    await expect(host.voice.getStats()).rejects.toMatchObject({
      code: "VOICE_PROCESS_FAILED",
      message: "no figures today",
    });
  });

  it("leaves once when it is destroyed, also while no process has it", async () => {
    const host = await joined(supervise({ restarts: 0, spare: false }));
    started[0]!.end("SIGKILL");
    await settle();
    const states: string[] = [];
    host.voice.on("stateChange", (status) => states.push(status));
    host.voice.destroy();
    host.voice.destroy();
    expect(host.sent).toMatchObject([{ op: 4, d: { channel_id: null } }]);
    expect([host.isDestroyed, states, host.voice.status]).toEqual([true, ["disconnected"], "disconnected"]);
    await expect(host.voice.ready()).rejects.toMatchObject({ code: "DESTROYED" });
    await pass(60_000);
    expect(started).toHaveLength(1);
  });

  it("is waited for until the signal says otherwise", async () => {
    const host = new Host(supervise());
    const abort = new AbortController();
    const waiting = host.voice.ready({ signal: abort.signal });
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: "ABORTED" });
    await expect(host.voice.ready({ signal: abort.signal })).rejects.toMatchObject({ code: "ABORTED" });
  });

  it.each([
    [{ voiceHost: "yes" }, "voiceHost: expected true or a VoiceSupervisor"],
    [{ agent: {} }, "agent: expected nothing beside `voiceHost`"],
    [{ keep: {} }, "keep: expected nothing beside `voiceHost`"],
    [{ recovery: "half" }, "recovery: expected"],
    [{ e2ee: "maybe" }, "e2ee: expected"],
    [{ deliverEveryMs: 7 }, "deliverEveryMs: expected 20, 10 or 5"],
    [{ speakingHoldMs: 5 }, "speakingHoldMs: expected"],
    [{ guildId: "one" }, "guildId: expected"],
  ])("is not begun with %j", (options, message) => {
    expect(() => new Host(supervise(), options as never)).toThrow(message);
    expect(started).toEqual([]);
  });
});

describe("what a call in a voice process plays", () => {
  const packets = (count: number): Uint8Array[] =>
    Array.from({ length: count }, (_, number) => Uint8Array.of(0xfc, number));

  it("comes from this process, piece by piece, and ends with it", async () => {
    const host = await joined(supervise());
    const playback = host.voice.play({ type: "opus", packets: packets(3) });
    await settle();
    expect(started[0]!.written).toEqual([0, 1, 2]);
    started[0]!.session.emit({ type: "inputEnded" } as never);
    await settle();
    expect(await playback.ended).toBe("finished");
  });

  it("goes on where it would be by now, in the next process", async () => {
    const host = await joined(supervise());
    const playback = host.voice.play({ type: "opus", packets: packets(250) });
    await pass(11_000);
    expect(playback.positionMs).toBe(100);
    expect(started[0]!.written).toHaveLength(QUEUE);
    started[0]!.end("SIGKILL");
    await settle();
    expect(started[1]!.written[0]).toBe(5);
  });

  it("is not taken for what the record of the call has, when that is of before", async () => {
    const host = await joined(supervise());
    host.voice.play({ type: "opus", packets: packets(250) });
    host.voice.play({ type: "opus", packets: packets(250) });
    await pass(11_000);
    const [first, second] = started;
    second!.addon.prepare = (session) => {
      session.answers.set("writeOpusPackets", () => ({ bytes: 0, invalid: 0, queuedMs: 2000 }));
      session.answers.set("tide", () => ({
        used: 40,
        sequence: 100,
        packetsReceived: 0,
        position: 4800,
        ageMs: 0,
      }));
    };
    first!.end("SIGKILL");
    await pass(3000);
    host.voice.play({ type: "opus", packets: packets(250) });
    second!.end("SIGKILL");
    await settle();
    expect(started[2]!.written[0]).toBe(0);
  });

  it("is what was played last, also when the call was on its way to the next process", async () => {
    const host = await joined(supervise());
    const first = host.voice.play({ type: "opus", packets: packets(250) });
    await settle();
    started[0]!.end("SIGKILL");
    const revived = (): boolean => started[1]!.typesOf().includes("revive");
    while (!revived()) await Promise.resolve();
    const second = host.voice.play({ type: "opus", packets: [Uint8Array.of(0xfc, 200)] });
    let end: string | undefined;
    void second.ended.then((outcome) => (end = outcome));
    await settle();
    expect([await first.ended, end, started[1]!.written.at(-1)]).toEqual(["stopped", undefined, 200]);
  });

  it("begins again in the next process when the first one never said that it began", async () => {
    const host = await joined(supervise());
    started[0]!.isStopped = true;
    host.voice.play({ type: "opus", packets: packets(5) });
    started[0]!.end("SIGKILL");
    await settle();
    expect(started[1]!.written[0]).toBe(0);
  });

  it("stops at once, and is told", async () => {
    const host = await joined(supervise());
    let isEnded = false;
    const endless = (function* () {
      try {
        for (;;) yield Uint8Array.of(0xfc, 1);
      } finally {
        isEnded = true;
      }
    })();
    const outcomes: string[] = [];
    host.voice.on("playbackEnded", (_playback, outcome) => outcomes.push(outcome));
    const first = host.voice.play({ type: "opus", packets: endless });
    await pass(250);
    clock.advance(100);
    expect(first.positionMs).toBe(200);
    first.stop();
    clock.advance(1000);
    expect(first.positionMs).toBe(200);
    first.stop();
    expect([await first.ended, isEnded, outcomes]).toEqual(["stopped", true, ["stopped"]]);
    expect(started[0]!.typesOf().at(-1)).toBe("stop");
  });

  it.each([false, true])(
    "is over in the next process, too, when it is over: in place of another %s",
    async (hasOther) => {
      const host = await joined(supervise());
      const file = new Uint8Array(44);
      if (hasOther) host.voice.play({ type: "wav", file });
      host.voice.play({ type: "wav", file, loop: true }).stop();
      started[0]!.end("SIGKILL");
      await settle();
      expect(started[1]!.orders.find(({ type }) => type === "revive")).toMatchObject({ playback: undefined });
      expect(started[1]!.session.names()).not.toContain("openWavInput");
    },
  );

  it("fails with what the source threw", async () => {
    const host = await joined(supervise());
    const failing = (function* () {
      yield Uint8Array.of(0xfc, 1);
      throw new Error("the disk is gone");
    })();
    const { ended } = host.voice.play({ type: "opus", packets: failing });
    await pass(2000);
    await expect(ended).rejects.toThrow("the disk is gone");
  });

  it.each([
    ["a file", "song.ogg", path.resolve("song.ogg")],
    ["the address of a file", pathToFileURL("song.ogg"), path.resolve("song.ogg")],
    ["an address", new URL("http://127.0.0.1:9/a"), "http://127.0.0.1:9/a"],
    ["a program", { command: "x", cwd: "songs" }, { command: "x", cwd: path.resolve("songs") }],
    ["a program in the folder of this process", { command: "x" }, { command: "x", cwd: process.cwd() }],
  ])("is found from the folder of this process: %s", async (_what, source, sent) => {
    const host = await joined(supervise());
    host.voice.play(source);
    expect(started[0]!.orders.at(-1)).toMatchObject({ type: "play", playback: { source: sent } });
  });

  it("is no stream of bytes, which nobody could read twice", async () => {
    const host = await joined(supervise());
    const stream = (async function* () {
      yield await Promise.resolve(new Uint8Array(1));
    })();
    expect(() => host.voice.play(stream as never)).toThrow("source: expected a path, a URL, bytes");
  });
});

describe("what a call in a voice process hears", () => {
  it("comes from each process that has it, to the same subscription", async () => {
    const host = await joined(supervise());
    await host.voice.rejoin({ selfDeaf: false });
    const stream = host.voice.receiver.subscribe("9", { format: "pcm" });
    host.voice.receiver.subscribe("8", { format: "opus" }).close();
    const [first, second] = started;
    expect(first!.session.argsOf("subscribe")).toEqual([
      [9n, "pcm", 1],
      [8n, "opus", 2],
    ]);
    expect(first!.session.argsOf("unsubscribe")).toEqual([[8n]]);
    first!.end("SIGKILL");
    await settle();
    expect(second!.session.argsOf("subscribe")).toEqual([[9n, "pcm", 1]]);
    host.voice.destroy();
    expect(await stream[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
  });

  it("follows who comes and goes", async () => {
    const host = await joined(supervise());
    host.voice.receiver.onPackets(() => undefined);
    expect(host.warnings).toMatchObject([expect.stringContaining("the bot is deaf")]);
    const { session } = started[0]!;
    session.emit({ type: "participant", userId: 9n, added: true });
    await settle();
    expect(session.argsOf("subscribe")).toEqual([[9n, "opus", 1]]);
    session.emit({ type: "participant", userId: 9n, added: false });
    await settle();
    expect(session.argsOf("unsubscribe")).toEqual([[9n]]);
  });
});

describe("a supervisor", () => {
  it("keeps one process ready, and starts the next one when the call was stable for two seconds", async () => {
    const supervisor = supervise();
    let spares = 0;
    supervisor.on("spareReady", () => (spares += 1));
    const host = new Host(supervisor);
    await pass(1750);
    expect(started).toHaveLength(1);
    await pass(250);
    expect([started.length, spares]).toEqual([2, 1]);
    started[0]!.end("SIGKILL");
    await pass(1750);
    expect(started).toHaveLength(2);
    await pass(250);
    expect([started.length, spares, host.moves.length]).toEqual([3, 2, 1]);
  });

  it("starts three processes in a minute at once, and the next ones after a pause that grows", async () => {
    const supervisor = supervise({ spare: false });
    const unstable: number[][] = [];
    supervisor.on("unstable", (...told) => unstable.push(told));
    const host = new Host(supervisor);
    await settle();
    for (let ends = 1; ends <= 3; ends += 1) {
      started.at(-1)!.end("SIGKILL");
      await settle();
      expect(started).toHaveLength(ends + 1);
    }
    for (const [ends, pauseMs] of [
      [4, 1000],
      [5, 2000],
      [6, 4000],
    ] as const) {
      started.at(-1)!.end("SIGKILL");
      await pass(pauseMs - 250);
      expect(started).toHaveLength(ends);
      await pass(250);
      expect(started).toHaveLength(ends + 1);
      expect(unstable.at(-1)).toEqual([ends, pauseMs]);
    }
    expect(host.moves).toHaveLength(6);
    await pass(60_000);
    started.at(-1)!.end("SIGKILL");
    await settle();
    expect(started).toHaveLength(8);
  });

  it("replaces a process that stands still for two seconds", async () => {
    const host = await joined(supervise());
    started[0]!.isStopped = true;
    await pass(2000);
    expect(started[0]!.isAlive).toBe(true);
    await pass(500);
    expect(started[0]!.isAlive).toBe(false);
    expect(host.moves).toMatchObject([{ reason: "it stood still" }]);
    expect(host.moves[0]!.gapMs).toBeGreaterThanOrEqual(2000);
  });

  it("lets a process live that says other things before it answers", async () => {
    const host = await joined(supervise());
    started[0]!.isDeaf = true;
    for (let userId = 10n; userId < 15n; userId += 1n) {
      await pass(1500);
      started[0]!.session.emit({ type: "participant", userId, added: true });
      await settle();
    }
    expect([started[0]!.isAlive, host.moves]).toEqual([true, []]);
  });

  it("does not take its own standstill for one of the process", async () => {
    const host = await joined(supervise());
    for (let standstills = 0; standstills < 5; standstills += 1) {
      started[0]!.isStopped = true;
      clock.stall(10_000);
      clock.advance(0);
      started[0]!.isStopped = false;
      await pass(500);
    }
    expect([started[0]!.isAlive, host.moves]).toEqual([true, []]);
  });

  it("leaves those of other machines to who watches them, and says for how long their calls were silent", async () => {
    const host = await joined(supervise({ remote: true, spare: false }));
    const [first] = started;
    expect(first!.orders.map(({ type }) => type)).not.toContain("ping");
    expect(first!.orders[0]).toMatchObject({ type: "prepare", tides: undefined });
    first!.isStopped = true;
    await pass(5000);
    first!.end("its lease is over");
    await settle();
    expect(host.moves).toMatchObject([{ reason: "its lease is over" }]);
    expect(host.moves[0]!.gapMs).toBeGreaterThanOrEqual(5000);
  });

  it("lets this process end when it has no calls", async () => {
    const host = await joined(supervise());
    expect(started.map(({ isNeeded }) => isNeeded)).toEqual([true, false]);
    host.voice.destroy();
    expect(started.map(({ isNeeded }) => isNeeded)).toEqual([false, false]);
  });

  it("ends its processes and calls when it is closed", async () => {
    const supervisor = supervise();
    const host = await joined(supervisor);
    supervisor.close();
    expect(started.map(({ isAlive }) => isAlive)).toEqual([false, false]);
    expect([host.voice.status, host.isDestroyed]).toEqual(["disconnected", true]);
    expect(host.sent.at(-1)).toMatchObject({ d: { channel_id: null } });
    await pass(60_000);
    expect([started.length, clock.pending]).toEqual([2, 0]);
  });

  it("starts processes before the first call when it is asked to", async () => {
    const supervisor = supervise();
    supervisor.prepare();
    await pass(2000);
    expect(started).toHaveLength(2);
    supervisor.close();
  });
});
