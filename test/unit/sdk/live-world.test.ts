import { expect, it } from "vitest";
import { LiveWorld } from "../../../lib/sdk/core/world/live-world.js";
import { settle, VirtualClock } from "../../support/virtual-clock.js";

const change = (world: LiveWorld): void => world.apply({ type: "cleared" });

it("waits for a state, checks it at each change, and leaves no timer behind", async () => {
  const clock = new VirtualClock();
  const world = new LiveWorld(clock);
  let checks = 0;
  let holds = false;
  let isDone = false;
  void world.until(() => ((checks += 1), holds)).then(() => (isDone = true));
  change(world);
  await settle();
  expect([isDone, checks]).toEqual([false, 2]);
  holds = true;
  change(world);
  await settle();
  expect([isDone, clock.pending]).toEqual([true, 0]);
  change(world);
  expect(checks).toBe(3);
});

it("stops waiting after two seconds, and does not wait when the state holds already", async () => {
  const clock = new VirtualClock();
  const world = new LiveWorld(clock);
  await world.until(() => true);
  expect(clock.pending).toBe(0);
  let isDone = false;
  let checks = 0;
  void world.until(() => ((checks += 1), false)).then(() => (isDone = true));
  clock.advance(1999);
  await settle();
  expect(isDone).toBe(false);
  clock.advance(1);
  await settle();
  change(world);
  expect([isDone, checks]).toEqual([true, 1]);
});

it("notifies the listeners of a change in the order in which they were added", () => {
  const world = new LiveWorld(new VirtualClock());
  const heard: string[] = [];
  world.on("lobbyCreated", ({ lobbyId }) => heard.push(`first ${String(lobbyId)}`));
  world.on("lobbyCreated", ({ lobbyId }) => heard.push(`second ${String(lobbyId)}`));
  world.on("lobbyDeleted", ({ lobbyId }) => heard.push(`deleted ${String(lobbyId)}`));
  const lobby = { id: 1n, metadata: {}, members: [], voiceStates: [] };
  world.apply({ type: "lobby", lobby, announce: false });
  world.apply({ type: "lobbyDeleted", lobbyId: 1n });
  expect(heard).toEqual(["first 1", "second 1", "deleted 1"]);
});
