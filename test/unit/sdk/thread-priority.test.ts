import { describe, expect, it } from "vitest";
import { Client } from "../../../lib/index.js";
import { lobby, Scene } from "./scene.js";

const { Voice, Network } = Client.Thread;

async function begin(cpuAffinityMask?: bigint): Promise<Scene> {
  const scene = new Scene({}, { cpuAffinityMask });
  await scene.ready({ lobbies: [lobby("9"), lobby("10")] });
  return scene;
}

describe("the priority of threads", () => {
  it("is kept until the media thread exists, and applied again with each call", async () => {
    const scene = await begin();
    scene.client.setThreadPriority(Voice, -5);
    expect(scene.addon.priorities).toEqual([]);
    scene.client.startCall(9n);
    expect(scene.addon.priorities).toEqual([-5]);
    scene.client.setThreadPriority(Voice, 3);
    expect(scene.addon.priorities).toEqual([-5, 3]);
    scene.client.startCall(10n);
    expect(scene.addon.priorities).toEqual([-5, 3, 3]);
    await scene.turn();
    expect(scene.logs).toEqual([]);
  });

  it("is unchanged until set, and for threads that do not exist", async () => {
    const scene = await begin();
    scene.client.setThreadPriority(Client.Thread.Client, 5);
    scene.client.setThreadPriority(Network, 5);
    scene.client.startCall(9n);
    expect(scene.addon.priorities).toEqual([]);
  });

  it("that the system rejects is a warning, and the call continues", async () => {
    const scene = await begin();
    scene.addon.priorityRejection = "Permission denied";
    scene.client.setThreadPriority(Voice, -20);
    expect(scene.client.startCall(9n).isValid()).toBe(true);
    await scene.turn();
    expect(scene.logs).toEqual(["could not set the media threads' priority to -20: Permission denied"]);
  });

  it.each<[unknown, unknown, string]>([
    [3, 0, "thread: expected one of 0 (Client), 1 (Voice), 2 (Network), received 3"],
    ["Voice", 0, 'thread: expected one of 0 (Client), 1 (Voice), 2 (Network), received the name "Voice"'],
    [Voice, 0.5, "priority: expected an integer"],
    [Voice, "high", "priority: expected an integer"],
    [Network, 2 ** 31, "priority: expected -2147483648 to 2147483647"],
  ])("is rejected for thread %s and priority %s", (thread, priority, message) => {
    expect(() => new Client().setThreadPriority(thread as never, priority as never)).toThrow(message);
  });
});

describe("the processors of the media thread", () => {
  it("are asked for with each call", async () => {
    const scene = await begin(6n);
    expect(scene.addon.processorMasks).toEqual([]);
    scene.client.startCall(9n);
    scene.client.startCall(10n);
    expect(scene.addon.processorMasks).toEqual([6n, 6n]);
  });

  it("are the system's choice without a mask", async () => {
    const scene = await begin();
    scene.client.startCall(9n);
    expect(scene.addon.processorMasks).toEqual([]);
  });

  it("that the system rejects are a warning, and the call continues", async () => {
    const scene = await begin(0n);
    scene.addon.processorsRejection = "Invalid argument";
    expect(scene.client.startCall(9n).isValid()).toBe(true);
    await scene.turn();
    expect(scene.logs).toEqual([
      "could not bind the media threads to the processors of the mask 0: Invalid argument",
    ]);
  });
});

describe("the number of media threads", () => {
  it("is an option of the client, read when it is made", () => {
    expect(() => new Client(undefined, { mediaThreads: 2 })).not.toThrow();
    expect(() => new Client(undefined, { mediaThreads: 0 })).toThrow(
      'mediaThreads: expected "auto" or an integer from 1 to 64, received 0',
    );
  });
});
