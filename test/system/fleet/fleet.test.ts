// Three workers as processes, a server of NATS, and the platform: what a listener hears while workers end.
import { readFileSync } from "node:fs";
import type { HostedVoiceConnection } from "sdkpp/voice";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { numbered } from "../../e2e/moves/support-supervised-channel.js";
import { waitFor } from "../../support/wait-for.js";
import { within } from "../../support/within.js";
import { FleetChannel } from "./fleet-channel.js";

let channel: FleetChannel;

beforeEach(async () => {
  channel = await FleetChannel.open();
});
afterEach(() => channel.close());

describe("a fleet", () => {
  it("goes on with a call whose worker is killed, with the same session and keys", async () => {
    await channel.work("one", "two", "three");
    const voice = await playing();
    const first = channel.fleet.workerOf(voice);
    channel.worker(first).signal("SIGKILL");
    await waitFor("the call to go on", () => channel.moves.length === 1);
    await channel.hears();
    expect(channel.fleet.workerOf(voice)).not.toBe(first);
    expect([channel.heard.sessions, channel.heard.outOfOrder, channel.leaves]).toEqual([1, 0, 0]);
    expect(channel.warnings).toEqual([]);
  });

  it("moves the calls of a worker that is drained, and loses no packet", async () => {
    await channel.work("one", "two");
    const voice = await playing();
    const first = channel.fleet.workerOf(voice);
    await channel.fleet.drain(first!);
    const code = await within("the worker to end", channel.worker(first).exited);
    await channel.hears();
    expect(code).toBe(0);
    expect(channel.moves).toMatchObject([{ reason: "planned" }]);
    const { sessions, outOfOrder, leftOut, missing } = channel.heard;
    expect({ sessions, outOfOrder, leftOut, missing }).toEqual({
      sessions: 1,
      outOfOrder: 0,
      leftOut: 0,
      missing: 0,
    });
  });

  it("goes on at once when a voice process crashes: its worker says so", async () => {
    await channel.work("one", "two");
    const voice = channel.join();
    const player = channel.fleet.createPlayer(voice);
    voice.subscribe(player);
    player.queue({ type: "opus", packets: numbered() });
    await voice.ready();
    await channel.hears();
    const [first, beforeMs] = [channel.fleet.workerOf(voice), player.positionMs];
    process.kill(childOf(channel.worker(first).child.pid!), "SIGSEGV");
    await waitFor("the call to go on", () => channel.moves.length === 1);
    await channel.hears();
    expect(channel.moves[0]!.reason).toBe(`the voice process of worker ${first!} ended`);
    expect(player.positionMs).toBeGreaterThan(beforeMs);
    await waitFor("another voice process there", () => channel.knows(first!));
    expect([channel.heard.sessions, channel.heard.outOfOrder, channel.leaves]).toEqual([1, 0, 0]);
  });

  it("is heard on while a server of NATS is started anew", async () => {
    await channel.work("one", "two");
    await playing();
    await channel.nats.kill();
    await channel.nats.start();
    await channel.hears(150);
    expect([channel.moves, channel.heard.missing]).toEqual([[], 0]);
  });

  it("is silent while NATS is away for longer than a lease, and back behind that", async () => {
    await channel.work("one", "two");
    await playing();
    channel.nats.pause();
    await waitFor("the lease to end", () => channel.worker("one").errors.join().includes("exit code 3"));
    await waitFor("the lease to end", () => channel.worker("two").errors.join().includes("exit code 3"));
    const silent = channel.heard.newest;
    channel.nats.resume();
    await waitFor("the call to go on", () => channel.moves.length > 0);
    await channel.hears();
    expect(channel.heard.newest).toBeGreaterThan(silent);
    expect([channel.heard.outOfOrder, channel.leaves]).toEqual([0, 0]);
  });

  it("has one owner when a worker stands still and wakes", async () => {
    await channel.work("one", "two");
    const voice = await playing();
    const first = channel.worker(channel.fleet.workerOf(voice));
    const voiceProcess = childOf(first.child.pid!);
    process.kill(voiceProcess, "SIGSTOP");
    first.signal("SIGSTOP");
    await waitFor("the call to go on", () => channel.moves.length === 1);
    await channel.hears();
    process.kill(voiceProcess, "SIGCONT");
    first.signal("SIGCONT");
    await waitFor("the old owner to give up", () => first.errors.join().includes("exit code 3"));
    await channel.hears(100);
    expect([channel.heard.sessions, channel.heard.outOfOrder, channel.leaves]).toEqual([1, 0, 0]);
    expect(channel.moves).toHaveLength(1);
  });

  it("moves one call on demand, and leaves it where it is when another worker is drained", async () => {
    await channel.work("one", "two");
    const voice = await playing();
    const first = channel.fleet.workerOf(voice)!;
    await channel.fleet.move(voice);
    const second = channel.fleet.workerOf(voice)!;
    expect([first, second].sort()).toEqual(["one", "two"]);
    await channel.fleet.drain(first);
    await within("the worker to end", channel.worker(first).exited);
    await waitFor("the roster to know", () => !channel.knows(first));
    await channel.hears();
    expect([channel.fleet.workerOf(voice), channel.heard.missing]).toEqual([second, 0]);
  });

  it("says why a call gets no place", async () => {
    await expect(channel.join().ready()).rejects.toMatchObject({ code: "FLEET_EMPTY" });
  });
});

async function playing(): Promise<HostedVoiceConnection> {
  const voice = channel.join();
  voice.play({ type: "opus", packets: numbered() });
  await voice.ready();
  await channel.hears();
  return voice;
}

/** The voice process of a worker. */
function childOf(pid: number): number {
  const text = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, "utf8");
  return Number(text.trim().split(" ")[0]);
}
